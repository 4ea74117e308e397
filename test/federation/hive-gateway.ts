import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { MemPubSub } from '@graphql-hive/pubsub';
import type { GatewayProgram } from './hive-process.ts';

/** Hive Gateway as a program of its own: it listens at a port, and sends a message when it does. */

const { port, supergraph, transportEntries }: GatewayProgram = JSON.parse(process.argv[2] ?? '');

const gateway = createGatewayRuntime({
  supergraph,
  transportEntries,
  webhooks: true, // Routers' callbacks.
  pubsub: new MemPubSub(),
  propagateHeaders: {
    fromClientToSubgraphs: ({ request: { headers } }) => ({
      'x-api-key': headers.get('x-api-key') ?? undefined,
      authorization: headers.get('authorization') ?? undefined,
    }),
  },
});
createServer(gateway).listen(port, '127.0.0.1', () => process.send?.('listening'));
