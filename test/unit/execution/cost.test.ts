import fc from 'fast-check';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type NameNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/execution/limits/operation-limits.ts';
import { FIELD_COSTS } from '../../../src/resolvers/look-ahead/field-costs.ts';
import { estimateOf, estimator, operationOf, schema } from '../../harness/operators/estimate.ts';
import { runs } from '../../harness/property-runs.ts';
import { SCHEMA_FIELDS } from '../../harness/schema-fields.ts';

/** Counts how often a property of a document's nodes of one kind is read. */
function countReads(document: DocumentNode, kind: Kind, property: string) {
  const read = vi.fn();
  visit(document, {
    leave(node) {
      if (node.kind !== kind) return;
      const value: unknown = Reflect.get(node, property);
      const get = () => {
        read();
        return value;
      };
      Object.defineProperty(node, property, { get });
    },
  });
  return read;
}

/** A document that asks for the same as a query, with its fields repeated, divided or in fragments, as is chosen. */
function rearranged(query: string, choices: readonly number[]): DocumentNode {
  const types = new TypeInfo(schema);
  const fragments: FragmentDefinitionNode[] = [];
  let made = 0;
  const change = (field: FieldNode, on: string): readonly SelectionNode[] => {
    const choice = choices[made++ % choices.length];
    const { selections = [] } = field.selectionSet ?? {};
    const part = (some: readonly SelectionNode[]): FieldNode => ({
      ...field,
      selectionSet: setOf(some),
    });
    if (choice === 1) return [field, field];
    if (choice === 2 && selections.length > 1) {
      return [part(selections.slice(0, 1)), part(selections.slice(1))];
    }
    const typeCondition = { kind: Kind.NAMED_TYPE, name: nameOf(on) } as const;
    const fragment = { typeCondition, selectionSet: setOf([field]) };
    if (choice === 3) return [{ kind: Kind.INLINE_FRAGMENT, ...fragment }];
    if (choice !== 4) return [field];
    const name = nameOf(`F${made}`);
    fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name, ...fragment });
    const spread = { kind: Kind.FRAGMENT_SPREAD, name } as const;
    return [spread, spread];
  };
  const document = visit(
    parse(query),
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave: ({ selections }) => {
          const type = types.getParentType()?.name ?? '';
          return setOf(
            selections.flatMap((one) => (one.kind === Kind.FIELD ? change(one, type) : [one])),
          );
        },
      },
    }),
  );
  return { ...document, definitions: [...document.definitions, ...fragments] };
}

const nameOf = (value: string): NameNode => ({ kind: Kind.NAME, value });
const setOf = (selections: readonly SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

const requestsOf = (...args: Parameters<typeof estimateOf>) => estimateOf(...args).upstreamRequests;

test('every field with a cost of its own is in the schema', () => {
  const coordinates = SCHEMA_FIELDS.map(({ coordinate }) => coordinate);
  expect(coordinates).toEqual(expect.arrayContaining(Object.keys(FIELD_COSTS)));
});

describe('the estimate of upstream requests', () => {
  const day = (from: string, to = '') =>
    `events(filter: { startsAfter: "2026-11-${from}T12:00:00Z" ${
      to && `, startsBefore: "2026-11-${to}T12:00:00Z"`
    } }) { totalCount }`;
  const histories = (first: number, name = 'events') =>
    `${name}(first: ${first}) { nodes { splitsHistory { totalCount } } }`;

  test.each([
    ['introspection as nothing', '__typename __schema { types { name } }', 0],
    ['the viewer as nothing', 'viewer { tier }', 0],
    ['a list', 'events(first: 200) { nodes { id markets } pageInfo { endCursor } }', 1],
    ['batches of ten events', 'events(first: 50) { nodes { odds { key } } }', 1 + 5 + 1],
    ['events between two times as a list for each day', day('20', '22'), 3],
    ['events between times that are refused as one list', day('20'), 1],
    ['a page of the usual size', 'events { nodes { odds { key } } }', 1 + 5 + 1],
    ['one event and a batch', 'event(id: "1") { odds { key } }', 3],
    ['300 prices an event, 200 a page', 'events(first: 50) { nodes { odds { id } } }', 77],
    ['a history of splits for each event', histories(6), 7],
    ['comparisons as batches', 'events(first: 50) { nodes { comparison { eventId } } }', 1 + 5 + 1],
    ['edges as nodes', 'events(first: 6) { edges { node { splitsHistory { totalCount } } } }', 7],
    ['each alias', 'a: events { totalCount } b: events { totalCount }', 2],
    [
      'links below links',
      'event(id: "1") { odds { event { sportsbooks { id } } } }',
      Math.ceil(1 + (0.1 + 300 * (0.001 + 0.005)) + 3),
    ],
    [
      'all pages of low holds once, for any number of events',
      'events(first: 50) { nodes { lowHoldOpportunities { id } } }',
      1 + 50 * 0.02 + 26,
    ],
    [
      'ten sports once, for any number of events',
      'events(first: 50) { nodes { liveGameState { homeScore } } }',
      1 + 50 * 0.02 + 10,
    ],
    [
      'a page of no items as one of one',
      'events(first: 0) { nodes { splitsHistory { totalCount } } }',
      2,
    ],
    ['a negative size as one', 'events(first: -100) { nodes { splitsHistory { totalCount } } }', 2],
    ['nothing less for it', `${histories(-1000, 'a: events')} ${histories(200)}`, 2 + 1 + 200],
  ])('counts %s', (_name, selection, expected) => {
    expect(requestsOf(`{ ${selection} }`)).toBe(expected);
  });

  test.each(['Ev', 'Arbitrage', 'Middle', 'LowHold'])(
    'counts fields of opportunities as those of an %sOpportunity',
    (kind) => {
      const fields = 'comparison { marketType } event { name }';
      const all = (selection: string) => `{ opportunities(first: 200) { nodes { ${selection} } } }`;
      const ofOne = requestsOf(all(`... on ${kind}Opportunity { ${fields} }`));
      expect(ofOne).toBeGreaterThan(10);
      expect(requestsOf(all(fields))).toBe(ofOne);
    },
  );

  test('reads the arguments of a field once, however often its fragment is spread', () => {
    const fragments = Array.from({ length: 7 }, (_, i) => {
      return `fragment F${i} on Event { a: odds { event { ...F${i + 1} } } b: odds { event { ...F${i + 1} } } }`;
    });
    const document = parse(`{ event(id: "1") { ...F0 } } ${fragments.join(' ')}
      fragment F7 on Event { comparison(markets: ["a", "b"]) { eventId } }`);
    const read = countReads(document, Kind.LIST, 'values');
    const { values } = estimator.estimate(operationOf(document));
    expect(values).toBeGreaterThan((2 * 300) ** 7);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('reads list sizes from variables and their defaults', () => {
    const query =
      'query ($n: Int = 20) { events(first: $n) { nodes { splitsHistory { totalCount } } } }';
    expect(requestsOf(query)).toBe(21);
    expect(requestsOf(query, { n: 100 })).toBe(101);
    expect(requestsOf(query, { n: null })).toBe(51);
  });

  test('does not count skipped fields', () => {
    const query = `query ($on: Boolean!) { events(first: 10) { nodes {
      splitsHistory @include(if: $on) { totalCount } } } }`;
    expect(requestsOf(query, { on: true })).toBe(11);
    expect(requestsOf(query, { on: false })).toBe(1);
  });

  test('only counts the requested operation of a document', () => {
    const query =
      'query A { events { totalCount } } query B { a: events { totalCount } b: odds { totalCount } }';
    expect(requestsOf(query, {}, 'A')).toBe(1);
    expect(requestsOf(query, {}, 'B')).toBe(2);
  });

  test('counts the fields of each entity that a router requests', () => {
    const query = `query ($r: [_Any!]!) { _entities(representations: $r) {
      ... on Event { splitsHistory { totalCount } } ... on Sportsbook { id } } }`;
    const representations = Array.from({ length: 30 }, (_, i) => ({ __typename: 'Event', id: i }));
    expect(requestsOf(query, { r: representations })).toBe(2 + 30);
    expect(requestsOf(query, { r: [] })).toBe(2);
  });
});

describe('the estimate of upstream requests for one event of a subscription', () => {
  const live = (chunkSize: string, selection: string) =>
    `subscription ($n: Int) { liveOdds${chunkSize} {
      ... on OddsSnapshot { odds { ${selection} } } ... on OddsUpdate { odds { ${selection} } } } }`;

  test.each([
    ['(chunkSize: 300)', 'id', 1],
    ['(chunkSize: 300)', 'event { splitsHistory { totalCount } }', 1 + 300 * 1.001 + 1],
    ['', 'event { splitsHistory { totalCount } }', 1 + 100 * 1.001 + 1],
    ['(chunkSize: $n)', 'event { splitsHistory { totalCount } }', 1 + 7 * 1.001 + 1],
    ['(chunkSize: 1000)', 'deepLink { url }', 1 + 1_000 * 0.002 + 1],
  ])('counts prices by the chunk size (%s, %s)', (chunkSize, selection, expected) => {
    const asked = requestsOf(live(chunkSize, selection), { n: 7 });
    expect(asked).toBeGreaterThanOrEqual(Math.ceil(expected));
    expect(asked).toBeLessThanOrEqual(Math.ceil(expected) + 2);
  });

  test('counts opportunities', () => {
    const query = `subscription { liveOpportunities { ... on OpportunitiesDetected {
      opportunities { event { splitsHistory { totalCount } } } } } }`;
    expect(requestsOf(query)).toBeGreaterThan(100);
  });
});

describe('the estimate of values', () => {
  test('counts objects and their fields, multiplied by the size of lists', () => {
    const query = '{ events(first: 10) { nodes { id odds { key price { decimal } } } } }';
    const odds = 300 * (1 + 1 + (1 + 1));
    expect(estimateOf(query).values).toBe(10 * (1 + (1 + 1 + odds)));
  });

  test('counts as many prices in a comparison as an event has', () => {
    const listed = estimateOf('{ event(id: "1") { odds { price { decimal } } } }').values;
    const compared = estimateOf(`{ event(id: "1") { comparison { markets { selections { prices {
      price { decimal } } } } } } }`).values;
    expect(compared).toBeGreaterThan(listed);
    expect(compared).toBeLessThan(1.5 * listed);
  });

  test.each([
    ['(first: 200)', 200],
    ['', 100],
  ])('counts a history of splits%s by its entries', (asked, entries) => {
    const history = `splitsHistory${asked} { entries { recordedAt } }`;
    expect(estimateOf(`{ event(id: "1") { ${history} } }`).values).toBe(1 + entries * (1 + 1 + 1));
  });
});

test.each([
  `{ events(first: 30) { nodes { id odds { key id price { american } sportsbook { name } }
      splits { spread { awayLine } } lowHoldOpportunities { holdPercent } } totalCount } }`,
  `{ opportunities(first: 20) { nodes { id event { name odds { key line } liveGameState { homeScore } }
      ... on EvOpportunity { evPercent event { id } comparison { marketType } } } } }`,
  `query ($r: [_Any!]! = [{}, {}]) { _entities(representations: $r) {
      ... on Event { name odds { key price { decimal } } } ... on Sportsbook { id displayName } } }`,
])('an estimate is the same if fields are repeated or moved to fragments: %s', (query) => {
  const expected = estimateOf(query);
  const choices = fc.array(fc.nat(4), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(choices, (chosen) => {
      const document = rearranged(query, chosen);
      expect(validate(schema, document)).toEqual([]);
      expect(estimateOf(print(document))).toEqual(expected);
    }),
    { numRuns: runs(100) },
  );
});

describe('an operation is refused', () => {
  const refuse = (query: string, variables = {}) =>
    estimator.estimateOrRefuse(operationOf(parse(query), variables));

  test('if it may cost one request more than the limit, but not at the limit', () => {
    const histories = (n: number) =>
      `events(first: ${n}) { nodes { splitsHistory { totalCount } } }`;
    const within = `{ a: ${histories(200)} b: ${histories(48)} }`;
    const above = `{ a: ${histories(200)} b: ${histories(49)} }`;
    expect(requestsOf(within)).toBe(LIMITS.upstreamRequests);
    expect(() => refuse(within)).not.toThrow();
    expect(() => refuse(above)).toThrow(
      expect.objectContaining({
        extensions: {
          code: 'QUERY_TOO_COMPLEX',
          measure: 'upstreamRequests',
          limit: LIMITS.upstreamRequests,
          asked: LIMITS.upstreamRequests + 1,
        },
      }),
    );
  });

  test('if its response may have too many values, even if it needs few requests', () => {
    const page = 'events(first: 200) { nodes { odds { key line lastSeenAt price { decimal } } } }';
    expect(() => refuse(`{ ${page} }`)).not.toThrow();
    expect(() => refuse(`{ a: ${page} b: ${page} c: ${page} }`)).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({ code: 'QUERY_TOO_COMPLEX', measure: 'values' }),
      }),
    );
  });

  test('if it asks for 10,000 entities five times, but not if it does so four times', () => {
    const r = Array.from({ length: 10_000 }, (_, i) => ({ __typename: 'Event', id: `${i}` }));
    const entities = '_entities(representations: $r) { __typename ... on Event { id } }';
    const asked = (aliases: string) =>
      `query ($r: [_Any!]!) { ${[...aliases].map((a) => `${a}: ${entities}`).join(' ')} }`;
    expect(() => refuse(asked('abcd'), { r })).not.toThrow();
    expect(() => refuse(asked('abcde'), { r })).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({ code: 'QUERY_TOO_COMPLEX', measure: 'values' }),
      }),
    );
  });
});
