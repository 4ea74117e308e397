import { type GraphQLArgument, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sportsbook } from '../../src/contract/routes/sportsbooks.ts';
import { isTier, TIERS, type Tier, tierAllows } from '../../src/contract/tiers.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import {
  fieldQuery,
  SCHEMA_FIELDS,
  type SchemaField,
  STATED_TIERS,
} from '../harness/schema-fields.ts';
import { answer } from '../harness/servers/faults.ts';
import { startTestGraph } from '../harness/servers/test-graph.ts';

/** A field that can be narrowed to sportsbooks, and the argument that does it. */
interface Narrowed {
  readonly field: SchemaField;
  readonly coordinate: string;
  readonly argument: GraphQLArgument;
}

/**
 * Every field with an argument or an input field named `sportsbooks`. Those of recorded events are tested where prices
 * are recorded.
 */
const NARROWED: readonly Narrowed[] = SCHEMA_FIELDS.filter(
  ({ type }) => type.name !== 'RecordedEvent',
).flatMap((field) =>
  field.field.args.filter(namesSportsbooks).map((argument) => {
    return { field, argument, coordinate: field.coordinate };
  }),
);

/** Here sportsbooks are the sources of splits, which the contract shows on every tier. */
const FOR_EVERY_TIER = ['Query.splits', 'Event.splits', 'Event.splitsHistory'];

function namesSportsbooks({ name, type }: GraphQLArgument): boolean {
  const named = getNamedType(type);
  return name === 'sportsbooks' || (isInputObjectType(named) && 'sportsbooks' in named.getFields());
}

/** The path of the list of sportsbooks, as errors have it. */
function pathOf({ name }: GraphQLArgument): string {
  return name === 'sportsbooks' ? name : `${name}.sportsbooks`;
}

const EMPTY_PAGE = { total: 0, pagination: { limit: 50, offset: 0, has_more: false } };

const graph = await sharedGraph();
/** For all fields, also those of prices over time. */
const recording = await startTestGraph({
  history: { url: null, apiKey: 'demo_enterprise', days: 30 },
});
afterAll(() => recording.stop());
/** One sportsbook for each tier that some sportsbook requires. */
let books: ReadonlyMap<Tier, string>;

beforeAll(async () => {
  const { data } = await graph.rest<{ data: Sportsbook[] }>('/sportsbooks');
  books = new Map(
    data.flatMap(({ id, requires_tier: tier }) => (isTier(tier) ? [[tier, id] as const] : [])),
  );
});

async function errorsOf({ field, argument }: Narrowed, sportsbook: string, tier: Tier) {
  const { document } = fieldQuery(field, argument);
  const v = argument.name === 'sportsbooks' ? [sportsbook] : { sportsbooks: [sportsbook] };
  const question = { key: `demo_${tier}`, variables: { v } };
  if (field.type.name !== 'Subscription') {
    return (await recording.ask(document, question)).errors;
  }
  const client = await LiveClient.open(recording.url, document, question);
  const { errors = [] } = (await client.next()) as { errors?: unknown[] };
  client.close();
  return errors;
}

test('sportsbooks of several tiers are tested on all kinds of fields', () => {
  expect([...books.keys()].sort()).toEqual(['hobby', 'pro', 'sharp']);
  const coordinates = NARROWED.map(({ coordinate }) => coordinate);
  expect(coordinates).toEqual(
    expect.arrayContaining([
      ...FOR_EVERY_TIER,
      'Query.odds',
      'Event.odds',
      'Subscription.liveOdds',
    ]),
  );
});

describe('a sportsbook above the tier', () => {
  const odds = (sportsbooks: readonly string[], key = 'demo_free') =>
    graph.ask('query ($s: [String!]) { odds(filter: { sportsbooks: $s }) { totalCount } }', {
      key,
      variables: { s: sportsbooks },
    });

  test('is refused with its name, before prices are requested', async () => {
    const { errors, data } = await odds(['FanDuel', 'BetMGM']);
    expect(data).toEqual({ odds: null });
    expect(errors).toMatchObject([
      {
        message:
          'Argument "filter.sportsbooks" names "betmgm", which the free tier does not include. It takes the hobby tier.',
        extensions: {
          ...{ code: 'TIER_RESTRICTED', argument: 'filter.sportsbooks', sportsbooks: ['betmgm'] },
          ...{ requiredTier: 'HOBBY', currentTier: 'FREE' },
        },
      },
    ]);
    expect(graph.proxy.costs).toEqual({ 'GET /sportsbooks': 1 });
    await odds(['betmgm', 'caesars']);
    expect(graph.proxy.costs).toEqual({ 'GET /sportsbooks': 1 });
  });

  test('is asked about if the list hides it, since it might not exist', async () => {
    const { errors } = await odds(['fanduel', 'pinnacle', 'no_such_book']);
    expect(errors[0]?.extensions).toMatchObject({
      requiredTier: 'SHARP',
      sportsbooks: ['pinnacle'],
    });
    expect(graph.proxy.costs).toEqual({ 'GET /sportsbooks': 1, 'GET /odds': 3 });
    graph.proxy.reset();
    const { errors: none, data } = await odds(['no_such_book']);
    expect(none).toEqual([]);
    expect(data).toEqual({ odds: { totalCount: 0 } });
    expect(graph.proxy.costs).toEqual({ 'GET /odds': 1 });
  });

  test('is asked about if the list names a tier that is not known', async () => {
    graph.proxy.rewriteRows('GET /sportsbooks', (row) => ({ ...row, requires_tier: 'vip' }));
    const { errors } = await odds(['fanduel', 'betmgm']);
    expect(errors[0]?.extensions).toMatchObject({ sportsbooks: ['betmgm'] });
    expect((await odds(['fanduel', 'betmgm'], 'demo_hobby')).errors).toEqual([]);
  });

  test('is found out about among many names, and only the known ones are named', async () => {
    const unknown = Array.from({ length: 30 }, (_, i) => `no_such_book_${i}`);
    const { errors } = await odds([
      ...unknown.slice(0, 11),
      'pinnacle',
      ...unknown.slice(11),
      'circa',
    ]);
    expect(errors[0]?.extensions?.['sportsbooks']).toEqual(['pinnacle', 'circa']);
    expect(graph.proxy.costs['GET /odds']).toBeLessThan(20);
  });

  test('is refused without a request once it is known, for five minutes', async () => {
    for (const key of ['demo_free', 'demo_pro']) await odds(['pinnacle', 'caesars'], key);
    await odds(['pinnacle'], 'demo_free');
    graph.proxy.reset();
    for (const seconds of [16, 60, 200]) {
      graph.clock.advance(seconds * 1_000);
      for (const book of ['pinnacle', 'caesars']) {
        expect(codesOf(await odds([book]))).toEqual(['TIER_RESTRICTED']);
      }
      expect(codesOf(await odds(['pinnacle'], 'demo_pro'))).toEqual(['TIER_RESTRICTED']);
    }
    expect(graph.proxy.costs).toEqual({});
    graph.clock.advance(60_000);
    await odds(['caesars']);
    expect(graph.proxy.costs).toEqual({ 'GET /sportsbooks': 1 });
  });

  test('is looked up once for all events, and below all of them', async () => {
    const { errors } = await graph.ask(
      '{ events(first: 3) { nodes { odds(filter: { sportsbooks: ["betmgm"] }) { key } comparison(sportsbooks: ["betmgm"]) { eventId } } } }',
      { key: 'demo_free' },
    );
    expect(errors).toHaveLength(6);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'GET /sportsbooks': 1 });
  });

  test('is not looked up on tiers that see all', async () => {
    expect((await odds(['pinnacle'], 'demo_sharp')).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ 'GET /odds': 1 });
  });

  test('is left to upstream if the list cannot be read', async () => {
    graph.proxy.spoil('GET /sportsbooks', answer(500));
    expect((await odds(['fanduel'])).errors).toEqual([]);
    expect(codesOf(await odds(['betmgm']))).toEqual(['TIER_RESTRICTED']);
  });

  test('is allowed as soon as the account has the tier', async () => {
    expect(codesOf(await odds(['betmgm'], 'demo_free'))).toEqual(['TIER_RESTRICTED']);
    graph.clock.advance(30_000);
    graph.proxy.rewriteRows('GET /account/keys', (key) => ({ ...key, tier: 'hobby' }));
    graph.proxy.spoil('GET /odds', answer(200, { data: [], meta: EMPTY_PAGE }));
    expect((await odds(['betmgm'], 'demo_free')).errors).toEqual([]);
  });
});

describe.each(NARROWED)('$coordinate', (narrowed) => {
  const { coordinate, argument } = narrowed;
  const field = STATED_TIERS.get(coordinate) ?? 'free';

  test('takes a sportsbook from the tier on that can see it', async () => {
    for (const [bookTier, book] of books) {
      const isOpen = FOR_EVERY_TIER.includes(coordinate) || tierAllows(field, bookTier);
      expect([book, await errorsOf(narrowed, book, isOpen ? field : bookTier)]).toEqual([book, []]);
      if (isOpen) continue;
      const lower = TIERS[TIERS.indexOf(bookTier) - 1] ?? 'free';
      const requiredTier = bookTier.toUpperCase();
      const refusal = { requiredTier, sportsbooks: [book], argument: pathOf(argument) };
      expect(await errorsOf(narrowed, book, lower)).toMatchObject([
        { extensions: { code: 'TIER_RESTRICTED', ...refusal } },
      ]);
    }
  });

  test.each([field, 'enterprise'] as const)(
    'takes a sportsbook that nobody knows on the tier %s',
    async (tier) => {
      expect(await errorsOf(narrowed, 'no_such_book', tier)).toEqual([]);
    },
  );
});
