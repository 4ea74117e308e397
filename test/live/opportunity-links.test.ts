import type { GraphQLInterfaceType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpportunitiesDetected, Opportunity } from '../../src/generated/schema-types.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { HandMadeFeed } from '../unit/origin/hand-made-feed.ts';
import { totals } from '../unit/origin/opportunities/small-market.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph({
    feed: (clock) => {
      const feed = new HandMadeFeed(clock);
      feed.offer([
        ...totals({ pinnacle: [2.0, 1.9], fanduel: [1.8, 2.2] }),
        ...totals({ pinnacle: [1.98, 1.98], fanduel: [1.9, 1.95] }, { line: 3.5 }), // A low hold.
      ]);
      return feed;
    },
  });
});
afterAll(() => graph.stop());

/** The open opportunities of one kind, with their links. */
async function openOf(kind: string): Promise<readonly Opportunity[]> {
  const client = await LiveClient.open(
    graph.url,
    `subscription ($kinds: [OpportunityKind!]) {
      liveOpportunities(kinds: $kinds, minEvPercent: 0, minProfitPercent: 0) {
        ... on OpportunitiesDetected {
          opportunities {
            eventId event { id }
            ... on EvOpportunity { sportsbookId sportsbook { id } }
          }
        }
      }
    }`,
    { variables: { kinds: [kind] } },
  );
  for (;;) {
    const { data, errors } = await client.next();
    expect(errors).toBeUndefined();
    const { opportunities = [] } = (data?.liveOpportunities ??
      {}) as Partial<OpportunitiesDetected>;
    if (opportunities.length === 0) continue;
    client.close();
    return opportunities;
  }
}

test.each(['EV', 'ARBITRAGE', 'LOW_HOLD'])(
  'every open opportunity of kind %s links to its event',
  async (kind) => {
    const opportunities = await openOf(kind);
    expect(opportunities.map(({ event }) => event?.id)).toEqual(
      opportunities.map(({ eventId }) => eventId),
    );
  },
);

test('opportunities of every kind have a resolver for their event', () => {
  const schema = executableSchema();
  const types = schema.getImplementations(schema.getType('Opportunity') as GraphQLInterfaceType);
  const events = types.objects.map((type) => [
    type.name,
    typeof type.getFields()['event']?.resolve,
  ]);
  expect(Object.fromEntries(events)).toEqual({
    EvOpportunity: 'function',
    ArbitrageOpportunity: 'function',
    MiddleOpportunity: 'function', // Possibly none of them is open at the moment.
    LowHoldOpportunity: 'function',
  });
});

test('every open EV opportunity links to its sportsbook', async () => {
  for (const opportunity of await openOf('EV')) {
    const { sportsbookId, sportsbook } = Object(opportunity);
    expect(sportsbook).toEqual({ id: sportsbookId });
  }
});
