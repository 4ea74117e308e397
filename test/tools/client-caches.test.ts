import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

/** Apollo Client with its default cache, which merges objects by type and `id`. */
function apolloClient(): ApolloClient {
  const uri = `${graph.url}/graphql`;
  const link = new HttpLink({ uri, headers: { 'x-api-key': 'demo_enterprise' } });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

describe("Apollo Client's cache", () => {
  test('keeps two sportsbooks apart that use the same id for an event', async () => {
    const external_ids = { draftkings: '4711', fanduel: '4711' };
    graph.proxy.rewriteRows<Event>('GET /events', (event) => ({ ...event, external_ids }));
    const query = gql`{ events(first: 2) { nodes { id externalIds { sportsbookId eventId } } } }`;
    const { data } = await apolloClient().query<{
      events: { nodes: { externalIds: object[] }[] };
    }>({ query });
    expect(data?.events.nodes).toHaveLength(2);
    for (const { externalIds } of data?.events.nodes ?? []) {
      expect(externalIds).toMatchObject([
        { sportsbookId: 'draftkings', eventId: '4711' },
        { sportsbookId: 'fanduel', eventId: '4711' },
      ]);
    }
  });

  test('keeps the deep links of one selection for two states apart', async () => {
    const filter = '{ sportsbooks: ["betmgm"], live: false }';
    const { data } = await graph.ask(`{ odds(first: 1, filter: ${filter}) { nodes { id } } }`);
    const query = gql`query ($ids: [ID!]!) {
      pa: deepLinks(ids: $ids) { oddsId path }
      nj: deepLinks(ids: $ids, state: "nj") { oddsId path } }`;
    const ids = data.odds?.nodes.map(({ id }) => id);
    const cached = await apolloClient().query<Record<'pa' | 'nj', { path: string }[]>>({
      query,
      variables: { ids },
    });
    expect(cached.data?.pa[0]?.path).toMatch(/\/deeplink\/\d+\?state=pa$/);
    expect(cached.data?.nj[0]?.path).toBe(cached.data?.pa[0]?.path?.replace('=pa', '=nj'));
  });
});

/**
 * Types with a field `id`. Relay caches objects by `id` alone, whatever their type. The ids of lists
 * are compared in `test/conformance/connections.test.ts`.
 */
function typesWithId(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter((type) => 'id' in type.getFields() && !schema.getType(`${type.name}Connection`))
    .map(({ name }) => name)
    .sort();
}

/** Types whose ids were checked to differ from the ids of all other types. */
const UNIQUE_IDS: ReadonlySet<string> = new Set([
  'ApiKey',
  'ArbitrageOpportunity',
  'DeletedApiKey', // The id is that of the deleted key.
  'EvOpportunity',
  'League', // Slugs; one that two sports use names one league.
  'MiddleOpportunity',
  'Sport', // A slug that no league or sportsbook has.
  'Sportsbook',
]);

test('every type with an `id` has ids that are unique in the whole graph', () => {
  const types = typesWithId(executableSchema());
  const unchecked = types
    .filter((name) => !UNIQUE_IDS.has(name))
    .map((name) => `${name}.id must differ from the ids of other types; then list ${name} here`);
  expect(unchecked).toEqual([]);
  expect(new Set(types)).toEqual(UNIQUE_IDS);
});
