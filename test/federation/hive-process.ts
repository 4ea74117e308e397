import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/programs/free-port.ts';

const CLI = new URL('../../node_modules/@graphql-hive/gateway/dist/bin.js', import.meta.url);

/** Hive Gateway as its users run it: the command, with supergraph and configuration files. */
export interface HiveGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** `settings` is the source text of its configuration's properties. */
export async function startHiveGateway(
  supergraphSdl: string,
  settings: (url: string) => string = () => '',
): Promise<HiveGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsgraph-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'supergraph.graphql'), supergraphSdl);
  writeFileSync(join(folder, 'gateway.config.mjs'), configuration(settings(url)));
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  const files = ['--config-path', 'gateway.config.mjs', 'supergraph', 'supergraph.graphql'];
  const child = spawn(process.execPath, [CLI.pathname, ...address, ...files], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    said(child, /listening/i),
    ended.then(([code]) => Promise.reject(new Error(`The gateway ended with ${code}.`))),
  ]);
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function configuration(settings: string): string {
  return `import { MemPubSub } from ${JSON.stringify(import.meta.resolve('@graphql-hive/gateway'))};
export const gatewayConfig = {
  pubsub: new MemPubSub(),
  pollingInterval: 3_600_000,
  propagateHeaders: {
    fromClientToSubgraphs({ request }) {
      return Object.fromEntries(
        ['x-api-key', 'authorization']
          .map((name) => [name, request.headers.get(name)])
          .filter(([, value]) => value !== null),
      );
    },
  },
  ${settings}
};
`;
}

/** Resolves when the process has printed a match. */
function said({ stdout, stderr }: ChildProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [stdout, stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (pattern.test(output)) resolve();
      });
    }
  });
}
