import {
  type GraphQLField,
  type GraphQLFormattedError,
  getNamedType,
  isCompositeType,
  isUnionType,
} from 'graphql';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { TIERS, type Tier, tierAllows } from '../../src/contract/tiers.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { at, fieldBelow, SCHEMA_FIELDS, STATED_TIERS } from '../harness/schema-fields.ts';
import { startTestGraph } from '../harness/servers/test-graph.ts';

/** The subscriptions of the schema. */
const SUBSCRIPTIONS = SCHEMA_FIELDS.filter(({ type }) => type.name === 'Subscription').map(
  ({ coordinate, field }) => ({ coordinate, field, required: tierOf(coordinate) }),
);

/** Fields of other types that state a tier. */
const INNER = SCHEMA_FIELDS.filter(
  ({ type, coordinate }) =>
    STATED_TIERS.has(coordinate) && !['Query', 'Mutation', 'Subscription'].includes(type.name),
);

function tierOf(coordinate: string): Tier {
  const tier = STATED_TIERS.get(coordinate);
  if (tier === undefined) throw new Error(`${coordinate} has no @tier.`);
  return tier;
}

/** Subscribes to a field, in small chunks or to one kind of items, with a selection on each item of its events. */
function subscription(field: GraphQLField<unknown, unknown>, onItem = ''): string {
  const chunkSize = field.args.some(({ name }) => name === 'chunkSize') ? ', chunkSize: 4' : '';
  const kinds = field.args.some(({ name }) => name === 'kinds') ? ', kinds: [LOW_HOLD]' : '';
  const selections = itemLists(field).map(
    ({ event, list }) => `... on ${event} { items: ${list} { id ${onItem} } }`,
  );
  return `subscription { guarded: ${field.name}(
    filter: { markets: ["moneyline"] } ${chunkSize}${kinds}
  ) { ${selections.join(' ')} } }`;
}

/** The lists of objects in the events of a subscription, one for each type of event and item. */
function itemLists({ type }: GraphQLField<unknown, unknown>) {
  const events = getNamedType(type);
  if (!isUnionType(events)) throw new Error(`${events.name} is not a union of events.`);
  return events.getTypes().flatMap((event) =>
    Object.values(event.getFields()).flatMap(({ name: list, type: listType }) => {
      const item = getNamedType(listType);
      return isCompositeType(item) ? [{ event: event.name, list, item }] : [];
    }),
  );
}

/** Fields with a tier below each subscription, over single objects of its items. */
const BELOW = SUBSCRIPTIONS.flatMap((one) =>
  INNER.flatMap((field) => {
    const [items] = itemLists(one.field);
    const found = items ? fieldBelow(items.item, field) : null;
    return found === null ? [] : [{ ...one, inner: { ...found, coordinate: field.coordinate } }];
  }),
);

interface Item {
  readonly id: string;
}

interface Result {
  readonly data?: { readonly guarded: { readonly items?: readonly Item[] } | null } | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

const history = { url: null, apiKey: 'demo_enterprise', days: 1 };
const graph = await startTestGraph({ history });
afterAll(() => graph.stop());
const clients: LiveClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function live(query: string, key: string | null): Promise<LiveClient> {
  const client = await LiveClient.open(graph.url, query, { key });
  clients.push(client);
  return client;
}

/** The first event of a subscription, or the errors that refuse it. */
async function first(query: string, key: string | null): Promise<Result> {
  return (await live(query, key)).next() as Promise<Result>;
}

/** The first event with items, or with errors. */
async function firstItems(query: string, key: string): Promise<Result> {
  const client = await live(query, key);
  for (;;) {
    const result = (await client.next()) as Result;
    if (result.errors !== undefined || result.data?.guarded?.items?.length) return result;
  }
}

function restricted(required: Tier, current: Tier) {
  return {
    message: `This requires the ${required} tier or above.`,
    locations: expect.any(Array),
    extensions: {
      code: 'TIER_RESTRICTED',
      requiredTier: required.toUpperCase(),
      currentTier: current.toUpperCase(),
    },
  };
}

test('every subscription and every field with a tier below one is tested', () => {
  expect(SUBSCRIPTIONS.map(({ coordinate }) => coordinate)).toEqual([
    'Subscription.liveOdds',
    'Subscription.liveOpportunities',
  ]);
  // A leg stands in a list, and needs no higher tier than the subscription.
  const inner = new Set(INNER.map(({ coordinate }) => coordinate)).difference(
    new Set(['ArbitrageLeg.deepLink']),
  );
  expect(new Set(BELOW.map(({ inner }) => inner.coordinate))).toEqual(inner);
});

describe.each(SUBSCRIPTIONS)('$coordinate', ({ field, required }) => {
  const query = subscription(field);

  test.each(TIERS)(
    'is open to the tier %s, or refused with the tier that it needs',
    async (tier) => {
      const { data, errors } = await first(query, `demo_${tier}`);
      if (tierAllows(tier, required)) {
        expect([data?.guarded, errors]).toEqual([expect.anything(), undefined]);
      } else {
        const path = ['guarded'];
        const error = { ...restricted(required, tier), path };
        expect([data, errors]).toEqual([undefined, [error]]);
      }
    },
  );

  test.each([null, 'no_such_key'])('is refused to the key %s', async (key) => {
    const { data, errors } = await first(query, key);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    const upstream = key === null ? undefined : { status: 401 };
    expect(errors?.[0]?.extensions?.['upstream']).toEqual(
      upstream && expect.objectContaining(upstream),
    );
  });
});

describe.each(BELOW)('$inner.coordinate below $coordinate', ({ field, required, inner }) => {
  const innerTier = tierOf(inner.coordinate);

  const tiers = TIERS.filter((tier) => tierAllows(tier, required));
  const edge = tiers.findIndex((tier) => tierAllows(tier, innerTier));

  test.each(tiers.slice(Math.max(edge - 1, 0), edge + 1))(
    'can be read on the tier %s, or is null with an error of its own in each item',
    async (tier) => {
      const query = subscription(field, inner.document);
      const { data, errors = [] } = await firstItems(query, `demo_${tier}`);
      if (tierAllows(tier, innerTier)) {
        expect(errors).toEqual([]);
        return;
      }
      const items = data?.guarded?.items ?? [];
      expect(items.length).toBeGreaterThan(1);
      for (const item of items) {
        expect([item.id, at(item, inner.path)]).toEqual([expect.any(String), null]);
      }
      const byItem = errors.toSorted((a, b) => Number(a.path?.[2]) - Number(b.path?.[2]));
      expect(byItem).toEqual(
        items.map((_, i) => ({
          ...restricted(innerTier, tier),
          path: ['guarded', 'items', i, ...inner.path],
        })),
      );
    },
  );
});
