import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { freePort } from '../harness/programs/free-port.ts';

/** How the gateway reaches subgraphs, as in its configuration. */
type TransportEntries = NonNullable<Parameters<typeof createGatewayRuntime>[0]['transportEntries']>;

/** What the program is started with. */
export interface GatewayProgram {
  readonly port: number;
  readonly supergraph: string;
  readonly transportEntries: TransportEntries;
}

/** A running Hive Gateway. */
export interface HiveGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** `entriesAt` gets the address of the gateway, to which subgraphs may send events. */
export async function startHiveGateway(
  supergraph: string,
  entriesAt: (url: string) => TransportEntries = () => ({}),
): Promise<HiveGateway> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program: GatewayProgram = { port, supergraph, transportEntries: entriesAt(url) };
  const child = fork(new URL('./hive-gateway.ts', import.meta.url), [JSON.stringify(program)]);
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The gateway ended with ${code}.`))),
  ]);
  return {
    url,
    async stop() {
      child.kill('SIGKILL'); // On SIGTERM the runtime waits for its connections.
      await ended;
    },
  };
}
