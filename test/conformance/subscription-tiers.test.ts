import type { GraphQLFormattedError } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TIERS, type Tier, tierAllows } from '../../src/contract/tiers.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { type OriginGraph, startOriginGraph } from '../harness/servers/origin-graph.ts';
import { statedTiers } from '../harness/stated-tiers.ts';
import { until } from '../harness/until.ts';

/** A subscription to each field, with a selection on each of the items of its events. */
const SUBSCRIPTIONS: Readonly<Record<string, (onItem: string) => string>> = {
  'Subscription.liveOdds': (onItem) => `subscription { guarded: liveOdds(
    filter: { leagues: ["nba"], markets: ["moneyline"], sportsbooks: ["betmgm"] }, chunkSize: 4
  ) { ... on OddsSnapshot { items: odds { id ${onItem} } } } }`,
  'Subscription.liveOpportunities': (onItem) => `subscription { guarded: liveOpportunities(
    kinds: [LOW_HOLD], filter: { leagues: ["nba"] }
  ) { ... on OpportunitiesDetected { items: opportunities { id ${onItem} } } } }`,
};

/** Fields that state a tier and can stand below a subscription, and the way to each from an item. */
const INNER: Readonly<Record<string, { readonly selection: string; readonly path: string[] }>> = {
  'Odds.deepLink': { selection: '... on Odds { inner: deepLink { url } }', path: ['inner'] },
  'Event.liveGameState': {
    selection: 'event { id inner: liveGameState { homeScore } }',
    path: ['event', 'inner'],
  },
  'Event.lowHoldOpportunities': {
    selection: 'event { id inner: lowHoldOpportunities { id } }',
    path: ['event', 'inner'],
  },
};

const STATED = statedTiers('Query', 'Mutation');

interface Item {
  readonly id: string;
  readonly event?: { readonly id: string } | null;
}

interface Result {
  readonly data?: { readonly guarded: { readonly items?: readonly Item[] } | null } | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

let graph: OriginGraph;
let router: CallbackRouter;
const clients: LiveClient[] = [];

beforeAll(async () => {
  graph = await startOriginGraph();
});
afterAll(() => graph.stop());
beforeEach(async () => {
  router = await CallbackRouter.open();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  router.onMessage = () => ({ status: 404 });
  await router.close();
});

async function live(query: string, key: string | null): Promise<LiveClient> {
  const client = await LiveClient.open(graph.url, query, { key });
  clients.push(client);
  return client;
}

/** The first that each of the two ways tells: an event, or the errors for which there is none. */
const FIRST: Readonly<Record<string, (query: string, key: string | null) => Promise<Result>>> = {
  'SSE at /graphql': async (query, key) => (await live(query, key)).next() as Promise<Result>,
  'the HTTP callback protocol at /subgraph': async (query, key) => {
    const { body } = await router.subscribe(graph.url, { query, key });
    if (body.errors !== undefined) return body;
    await until(() => router.of('next').length + router.of('complete').length > 0);
    const [next] = router.of('next');
    const [complete] = router.of('complete');
    return (next?.payload ?? { errors: complete?.errors }) as Result;
  },
};

/** The first event that has items. */
async function firstItems(query: string, key: string): Promise<Result> {
  const client = await live(query, key);
  for (;;) {
    const result = (await client.next()) as Result;
    if (result.errors !== undefined || result.data?.guarded?.items?.length) return result;
  }
}

const below = (tier: Tier) => TIERS.filter((one) => !tierAllows(one, tier));
const from = (tier: Tier) => TIERS.filter((one) => tierAllows(one, tier));

function restricted(required: Tier, current: Tier) {
  return {
    message: `This needs the tier ${required} or above.`,
    extensions: {
      code: 'TIER_RESTRICTED',
      requiredTier: required.toUpperCase(),
      currentTier: current.toUpperCase(),
    },
  };
}

test('the tables above hold every field that states a tier', () => {
  const fields = [...Object.keys(SUBSCRIPTIONS), ...Object.keys(INNER)];
  expect(fields.sort()).toEqual([...STATED.keys()].sort());
});

describe.each(Object.entries(FIRST))('over %s', (_, first) => {
  describe.each(Object.entries(SUBSCRIPTIONS))('%s', (coordinate, query) => {
    const required = STATED.get(coordinate) ?? 'enterprise';

    test.each(from(required))('is for %s', async (tier) => {
      const { data, errors } = await first(query(''), `demo_${tier}`);
      expect(errors).toBeUndefined();
      expect(data?.guarded).toEqual(expect.anything());
    });

    test.each(below(required))('is not for %s, who is told which tier it needs', async (tier) => {
      const { data, errors } = await first(query(''), `demo_${tier}`);
      expect(data).toBeUndefined();
      expect(errors).toEqual([
        { ...restricted(required, tier), path: ['guarded'], locations: expect.any(Array) },
      ]);
    });

    test('is for nobody without a key', async () => {
      const { data, errors } = await first(query(''), null);
      expect(data).toBeUndefined();
      expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      expect(errors?.[0]?.extensions).not.toHaveProperty('upstream');
    });

    test('is not for a key that upstream does not know', async () => {
      const { data, errors } = await first(query(''), 'no_such_key');
      expect(data).toBeUndefined();
      expect(errors).toMatchObject([
        { extensions: { code: 'UNAUTHENTICATED', upstream: { status: 401 } } },
      ]);
    });
  });
});

describe.each(Object.entries(SUBSCRIPTIONS))('below %s', (_, query) => {
  const streamTier = STATED.get('Subscription.liveOdds') ?? 'free';
  const isOfOdds = query('').includes('liveOdds');
  const inner = Object.entries(INNER).filter(([name]) => isOfOdds || !name.startsWith('Odds.'));

  describe.each(inner)('%s', (coordinate, { selection, path }) => {
    const required = STATED.get(coordinate) ?? 'enterprise';

    test.each(from(required).filter((tier) => tierAllows(tier, streamTier)))(
      'is for %s',
      async (tier) => {
        const { errors } = await firstItems(query(selection), `demo_${tier}`);
        expect(errors).toBeUndefined();
      },
    );

    test.each(below(required).filter((tier) => tierAllows(tier, streamTier)))(
      'is null for %s with an error of its own in each item, and the rest stands',
      async (tier) => {
        const { data, errors = [] } = await firstItems(query(selection), `demo_${tier}`);
        const items = data?.guarded?.items ?? [];
        expect(items.length).toBeGreaterThan(1);
        for (const item of items) {
          expect(item).toEqual({
            id: expect.any(String),
            event: { id: expect.any(String), inner: null },
          });
        }
        const byItem = errors.toSorted((a, b) => Number(a.path?.[2]) - Number(b.path?.[2]));
        expect(byItem).toEqual(
          items.map((_, i) => ({
            ...restricted(required, tier),
            path: ['guarded', 'items', i, ...path],
          })),
        );
      },
    );
  });
});

describe.each(['liveOdds', 'liveOpportunities'])('a sportsbook that %s names', (field) => {
  const query = `subscription ($books: [String!]) {
    ${field}(filter: { sportsbooks: $books }) { __typename }
  }`;

  async function errorsOf(books: readonly string[], tier: Tier) {
    const question = { key: `demo_${tier}`, variables: { books } };
    const client = await LiveClient.open(graph.url, query, question);
    clients.push(client);
    return ((await client.next()) as Result).errors;
  }

  test.each(['hobby', 'pro'] as const)(
    'is refused to %s where it is above the tier',
    async (tier) => {
      const { message: _, extensions } = restricted('sharp', tier);
      expect(await errorsOf(['draftkings', 'pinnacle'], tier)).toMatchObject([
        { path: [field], extensions },
      ]);
    },
  );

  test.each(['sharp', 'enterprise'] as const)('is for %s, whose tier has it', async (tier) => {
    expect(await errorsOf(['draftkings', 'pinnacle'], tier)).toBeUndefined();
  });

  test('is waited for where nobody knows it', async () => {
    expect(await errorsOf(['no_such_book'], 'pro')).toBeUndefined();
  });
});
