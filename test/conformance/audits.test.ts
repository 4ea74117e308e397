import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

/** Recommendations of GraphQL over HTTP from which this server deviates. */
const DEVIATIONS: Readonly<Record<string, readonly string[]>> = {
  // Routers send every operation by POST, which is the only method served there.
  '/subgraph': ['5A70', 'D6D5', '6A70'],
};

describe.each(TRANSPORTS)('GraphQL over HTTP at %s', (transport) => {
  const audits = serverAudits({ url: () => graph.url + transport, fetchFn: fetch });

  test.each(audits.filter(({ name }) => !name.startsWith('MAY')))('$id: $name', async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' });
  });

  test('follows every optional recommendation except the listed deviations', async () => {
    const optional = audits.filter(({ name }) => name.startsWith('MAY'));
    const results = await Promise.all(optional.map(({ fn }) => fn()));
    const refused = results.filter(({ status }) => status !== 'ok').map(({ id }) => id);
    expect(refused.sort()).toEqual([...(DEVIATIONS[transport] ?? [])].sort());
  });
});
