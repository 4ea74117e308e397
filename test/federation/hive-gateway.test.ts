import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { GATEWAY_CASES } from './gateway-cases.ts';
import { type HiveGateway, startHiveGateway } from './hive-process.ts';
import { type Supergraph, startSupergraph } from './supergraph.ts';

let supergraph: Supergraph;
let gateway: HiveGateway;
let client: GraphClient;

beforeAll(async () => {
  supergraph = await startSupergraph();
  gateway = await startHiveGateway(supergraph.sdl);
  client = new GraphClient(gateway.url);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await supergraph.stop();
});
beforeEach(() => supergraph.oddsgraph.fresh());

describe('Hive Gateway in front of the graph', () => {
  test.each(GATEWAY_CASES)('$name', ({ check }) => check(client, supergraph));

  // It prefers application/graphql-response+json, so these are the statuses of the cases above.
  test.each([200, 294, 401])('has been answered with status %i', async (status) => {
    const metrics = await (await fetch(`${supergraph.oddsgraph.url}/metrics`)).text();
    expect(metrics).toContain(
      `request_duration_seconds_count{route="/subgraph",status="${status}"}`,
    );
  });
});
