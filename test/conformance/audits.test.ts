import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOORS } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());

/** What GraphQL over HTTP leaves to the server, and this one does otherwise. */
const DEVIATIONS: Readonly<Record<string, readonly string[]>> = {
  // A name of an operation that is no string is the name of none: 200, as for every such client.
  '/graphql': ['6C00', '6C01', '6C02', '6C03'],
  // Routers send every operation by POST; nothing else is served there.
  '/subgraph': ['5A70', 'D6D5', '6A70'],
};

describe.each(DOORS)('GraphQL over HTTP at %s', (transport) => {
  const audits = serverAudits({ url: () => graph.url + transport, fetchFn: fetch });

  test.each(audits.filter(({ name }) => !name.startsWith('MAY')))('$id: $name', async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' });
  });

  test('of what is left to the server, all is done but the deviations listed here', async () => {
    const optional = audits.filter(({ name }) => name.startsWith('MAY'));
    const results = await Promise.all(optional.map(({ fn }) => fn()));
    const refused = results.filter(({ status }) => status !== 'ok').map(({ id }) => id);
    expect(refused.sort()).toEqual([...(DEVIATIONS[transport] ?? [])].sort());
  });
});
