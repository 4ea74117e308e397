import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { register } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { GATEWAY_CASES } from './gateway-cases.ts';
import { type Supergraph, startSupergraph } from './supergraph.ts';

/** The headers of a client's request that carry its key. */
interface KeyHeaders {
  readonly headers: Readonly<Record<string, string>>;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What the gateway accepts of subgraphs: anything, unless it is told otherwise. */
describe.each([
  [null, [200, 401]],
  ['application/graphql-response+json', [200, 294, 401]],
])('Apollo Gateway that accepts %s, in front of the graph', (accept, statuses) => {
  let supergraph: Supergraph;
  let gateway: ApolloServer<KeyHeaders>;
  let client: GraphClient;

  beforeAll(async () => {
    supergraph = await startSupergraph();
    gateway = new ApolloServer<KeyHeaders>({
      gateway: new ApolloGateway({
        supergraphSdl: supergraph.sdl,
        buildService: ({ url }) => new KeyPassingSource({ url: url ?? '' }),
        logger: silent,
      }),
      logger: silent,
      stopOnTerminationSignals: false,
    });
    const { url } = await startStandaloneServer(gateway, {
      listen: { host: '127.0.0.1', port: 0 },
      context: async ({ req }) => ({
        headers: { ...keyHeaders(req.headers), ...(accept !== null && { accept }) },
      }),
    });
    client = new GraphClient(url.replace(/\/$/, ''));
    register.resetMetrics();
  });
  afterAll(async () => {
    await gateway.stop();
    await supergraph.stop();
  });
  beforeEach(() => supergraph.oddsgraph.fresh());

  test.each(GATEWAY_CASES)('$name', ({ check }) => check(client, supergraph));

  test('has been answered with the statuses of that type', async () => {
    const metrics = await (await fetch(`${supergraph.oddsgraph.url}/metrics`)).text();
    const counts = metrics.matchAll(/seconds_count\{route="\/subgraph",status="(\d+)"\}/g);
    expect([...counts].map(([, status]) => Number(status)).sort()).toEqual(statuses);
  });
});

class KeyPassingSource extends RemoteGraphQLDataSource<KeyHeaders> {
  override willSendRequest({
    request,
    context,
  }: Parameters<NonNullable<RemoteGraphQLDataSource<KeyHeaders>['willSendRequest']>>[0]) {
    // Absent in the gateway's own health check.
    for (const [name, value] of Object.entries(context.headers ?? {})) {
      if (typeof value === 'string') request.http?.headers.set(name, value);
    }
  }
}

function keyHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['x-api-key', 'authorization']) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}
