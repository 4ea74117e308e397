import { type GraphQLArgument, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sportsbook } from '../../src/contract/routes/sportsbooks.ts';
import { highestTier, isTier, TIERS, type Tier, tierAllows } from '../../src/contract/tiers.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import {
  fieldQuery,
  SCHEMA_FIELDS,
  type SchemaField,
  STATED_TIERS,
} from '../harness/schema-fields.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

/** A field that can be narrowed to sportsbooks, and the argument that does it. */
interface Narrowed {
  readonly field: SchemaField;
  readonly coordinate: string;
  readonly argument: GraphQLArgument;
}

/** Every field with an argument or an input field named `sportsbooks`. */
const NARROWED: readonly Narrowed[] = SCHEMA_FIELDS.flatMap((field) =>
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

let graph: TestGraph;
/** One sportsbook for each tier that some sportsbook requires. */
let books: ReadonlyMap<Tier, string>;

beforeAll(async () => {
  graph = await startTestGraph();
  const { data } = await graph.rest<{ data: Sportsbook[] }>('/sportsbooks');
  books = new Map(
    data.flatMap(({ id, requires_tier: tier }) => (isTier(tier) ? [[tier, id] as const] : [])),
  );
});
afterAll(() => graph.stop());

async function errorsOf({ field, argument }: Narrowed, sportsbook: string, tier: Tier) {
  const { document } = fieldQuery(field, argument);
  const v = argument.name === 'sportsbooks' ? [sportsbook] : { sportsbooks: [sportsbook] };
  const question = { key: `demo_${tier}`, variables: { v } };
  if (field.type.name !== 'Subscription') return (await graph.ask(document, question)).errors;
  const client = await LiveClient.open(graph.url, document, question);
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

describe.each(NARROWED)('$coordinate', (narrowed) => {
  const { coordinate } = narrowed;

  test.each(TIERS)('takes only sportsbooks that the tier %s can see', async (tier) => {
    for (const [bookTier, sportsbook] of books) {
      const field = STATED_TIERS.get(coordinate) ?? 'free';
      const isOpen = FOR_EVERY_TIER.includes(coordinate);
      const both = isOpen ? field : (highestTier([field, bookTier]) ?? field);
      const required = tierAllows(tier, field) ? both : field;
      const errors = await errorsOf(narrowed, sportsbook, tier);
      expect({ sportsbook, errors }).toMatchObject({
        sportsbook,
        errors: tierAllows(tier, required)
          ? []
          : [{ extensions: { code: 'TIER_RESTRICTED', requiredTier: required.toUpperCase() } }],
      });
    }
  });

  test('takes a sportsbook that nobody knows on the highest tier', async () => {
    expect(await errorsOf(narrowed, 'no_such_book', 'enterprise')).toEqual([]);
  });
});
