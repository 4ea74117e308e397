import fc, { type Arbitrary } from 'fast-check';
import { ERROR_CODES } from '../../src/errors/errors.ts';
import { TRANSPORTS, type Transport } from '../harness/clients/graph-client.ts';

/** One request that means harm. */
export interface HostileRequest {
  readonly kind: string;
  readonly transport: Transport;
  readonly body: string;
}

/** GraphQL that hurts, as one of the parts of a request's body. */
type Body = Readonly<Record<string, unknown>>;

/** The same requests for the same seed, kinds in turn. */
export function hostileRequests(count: number, seed: number): HostileRequest[] {
  const transports = fc.constantFrom(...TRANSPORTS);
  return inTurn(KINDS, transports, count, seed).map(([kind, body, transport]) => {
    return { kind, transport, body };
  });
}

/** Samples of each kind in turn, each with one of `others`. */
export function inTurn<Value, Other>(
  kinds: Readonly<Record<string, Arbitrary<Value>>>,
  others: Arbitrary<Other>,
  count: number,
  seed: number,
): [kind: string, Value, Other][] {
  const each = Math.ceil(count / Object.keys(kinds).length);
  const perKind = Object.entries(kinds).map(([kind, arbitrary], index) =>
    fc
      .sample(fc.tuple(arbitrary, others), { seed: seed + index, numRuns: each })
      .map(([value, other]): [string, Value, Other] => [kind, value, other]),
  );
  return Array.from({ length: each }, (_, i) => perKind.flatMap((of) => (of[i] ? [of[i]] : [])))
    .flat()
    .slice(0, count);
}

/** What a caller may be told. */
export const ALLOWED_CODES: ReadonlySet<unknown> = new Set([
  ...ERROR_CODES.filter((code) => code !== 'INTERNAL_SERVER_ERROR'),
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

const times = (n: number, text: (i: number) => string, between = ' ') =>
  Array.from({ length: n }, (_, i) => text(i)).join(between);

const size = (max: number) =>
  fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max }));

/** A query without anything else. */
const query = (text: Arbitrary<string>) => text.map((q) => JSON.stringify({ query: q }));

/** A query of a size, with one of several parts. */
const sized = <Part>(
  max: number,
  parts: readonly Part[],
  text: (n: number, part: Part) => string,
) => query(fc.tuple(size(max), fc.constantFrom(...parts)).map(([n, part]) => text(n, part)));

const json = (body: Arbitrary<Body>) => body.map((b) => JSON.stringify(b));

/** Root fields whose answer costs something, with room for an alias and a selection of any kind. */
const EXPENSIVE = [
  (i: number) => `events(first: ${(i % 200) + 1}) { nodes { odds { id } } }`,
  (i: number) => `events(first: 200) { nodes { comparison(markets: ["m${i}"]) { eventId } } }`,
  (i: number) => `odds(first: 200, filter: { leagues: ["l${i}"] }) { nodes { event { id } } }`,
  (i: number) => `event(id: "${i}") { odds(filter: { sportsbooks: ["b${i}", "c"] }) { key } }`,
  (i: number) => `deepLinks(ids: ["${i}"], state: "${'abcdef'[i % 6]}a") { url }`,
  (i: number) => `splits(first: ${(i % 200) + 1}) { nodes { event { splitsHistory { oldest } } } }`,
  (i: number) => `lowHoldOpportunities(first: ${(i % 200) + 1}) { nodes { event { id } } }`,
  (i: number) => `gameStates(sport: "s${i}") { eventKey }`,
  (i: number) => `events(first: -${i}00000) { nodes { comparison { eventId } } }`,
  (i: number) =>
    `viewer { tier rateLimit { limit } __typename } apiKeys { id } x${i}: viewer { tier }`,
] as const;

/** Names that every JavaScript object knows. */
const pollution = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'],
);

/** Text with what text should not hold. */
export const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '\0',
    '\u0000{}',
    '\ufeff{ viewer { tier } }',
    '\ud800',
    '\u202e}{',
    '\x1b[2J',
    '',
  ),
);

const VALID = `query Q($id: ID = "1", $on: Boolean = true) { events(first: 2, filter: { sports:
  ["basketball"], search: """x""" }) { nodes { ...E @include(if: $on) } } event(id: $id) { name } }
  fragment E on Event { id odds(filter: { minAmerican: -1.5e2 }) { price { american } } }`;

const KINDS: Readonly<Record<string, Arbitrary<string>>> = {
  deep: sized(300, ['... { odds { ... on Odds { event {', 'odds { event {'], (n, step) => {
    const open = `event(id: "1") { ${times(n, () => step)} id`;
    return `{ ${open} ${'}'.repeat((step.split('{').length - 1) * n + 1)} }`;
  }),
  wide: sized(
    4_000,
    ['id', 'name', '__typename', 'odds { key }', '... { id }'],
    (n, field) => `{ events(first: 200) { nodes { ${times(n, () => field)} } } }`,
  ),
  aliased: sized(80, EXPENSIVE, (n, field) => `{ ${times(n, (i) => `a${i}: ${field(i)}`)} }`),
  'aliased far below': query(
    fc
      .tuple(size(80), fc.integer({ min: 1, max: 200 }))
      .map(
        ([n, first]) =>
          `{ events(first: ${first}) { nodes { ${times(n, (i) => `a${i}: odds(filter: { sportsbooks: ["b${i}"] }) { key }`)} } } }`,
      ),
  ),
  'circular fragments': query(
    size(200).map(
      (n) =>
        `{ ...F0 } ${times(n, (i) => `fragment F${i} on Query { event(id: "1") { odds { event { id } } } ...F${(i + 1) % n} }`)}`,
    ),
  ),
  'exponential fragments': query(
    fc
      .tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 2, max: 20 }),
        fc.constantFrom('', '@skip(if: true)', '@include(if: true)'),
        fc.constantFrom(
          ['Query', '__typename', '{ ...F0 }'],
          ['Odds', 'key', '{ events(first: 200) { nodes { odds { ...F0 } } } }'],
        ),
      )
      .map(
        ([levels, spreads, directive, [type, leaf, root]]) =>
          `${root} ${times(levels, (i) => `fragment F${i} on ${type} { ${times(spreads, () => (i + 1 < levels ? `...F${i + 1}` : `${leaf} ${directive}`))} }`)}`,
      ),
  ),
  'exponential links': query(
    fc.integer({ min: 1, max: 12 }).map(
      (levels) =>
        `{ event(id: "1") { ...F0 } } ${times(levels, (i) => {
          const next = i + 1 < levels ? `event { ...F${i + 1} }` : '__typename';
          return `fragment F${i} on Event { odds { ${next} } splits { ${next} } lowHoldOpportunities { ${next} } }`;
        })}`,
    ),
  ),
  'fields to merge': sized(
    600,
    ['odds { event { id } }', 'name', 'splits { event { odds { key } } }'],
    (n, field) => `{ ${times(n, () => `event(id: "1") { ${field} }`)} }`,
  ),
  malformed: query(
    fc
      .tuple(
        fc.nat(VALID.length),
        fc.constantFrom('', '{', '}', '"', '"""', '$', '...', '#', '\\u'),
      )
      .map(([at, text]) => VALID.slice(0, at) + text + (text === '' ? '' : VALID.slice(at))),
  ),
  'bodies that are none': fc.oneof(
    fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '0',
      '"query"',
      '[{"query":"{ viewer { tier } }"}]',
      '{"query":null}',
    ),
    fc.json(),
    fc.nat(VALID.length).map((at) => JSON.stringify({ query: VALID }).slice(0, at)),
    size(20_000).map((n) => '['.repeat(n)),
    json(
      fc.record({
        query: fc.jsonValue(),
        variables: fc.jsonValue(),
        operationName: fc.jsonValue(),
        extensions: fc.jsonValue(),
      }),
    ),
  ),
  'a document of a megabyte': query(
    fc.tuple(fc.integer({ min: 99_000, max: 1_000_000 }), fc.nat(5)).map(([n, kind]) => {
      if (kind === 0) return `{ viewer { tier } } #${'x'.repeat(n)}`;
      if (kind === 1) return `{ event(id: "${'9'.repeat(n)}") { id } }`;
      if (kind === 2) return `{ ${'a'.repeat(n)} }`;
      if (kind === 3) return `{ ${'a '.repeat(n / 2)} }`;
      if (kind === 4) return '{a'.repeat(n / 2);
      return `{ viewer { tier } }${' '.repeat(n)}`;
    }),
  ),
  'long lists of representations': json(
    fc
      .tuple(size(20_000), fc.constantFrom('Event', 'Sportsbook', 'Odds', '__proto__'))
      .map(([n, type]) => ({
        query:
          'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Event { id odds { key } } ... on Sportsbook { id } } }',
        variables: {
          r: Array.from({ length: n }, (_, i) => ({ __typename: type, id: String(i) })),
        },
      })),
  ),
  'representations of any kind': json(
    fc.array(fc.jsonValue(), { maxLength: 20 }).map((r) => ({
      query: 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
      variables: { r },
    })),
  ),
  'long lists': json(
    fc
      .tuple(
        size(50_000),
        fc.constantFrom(
          'query ($l: [ID!]!) { deepLinks(ids: $l) { url } }',
          'query ($l: [String!]) { events(filter: { leagues: $l }) { totalCount } }',
          'query ($l: [ID!]) { odds(filter: { eventIds: $l }) { totalCount } }',
          'query ($l: [String!]) { event(id: "1") { comparison(markets: $l) { eventId } } }',
        ),
      )
      .map(([n, q]) => ({
        query: q,
        variables: { l: Array.from({ length: n }, (_, i) => `i${i}`) },
      })),
  ),
  'variables of any kind': json(
    fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.jsonValue()).map(([filter, first, after]) => ({
      query:
        'query ($filter: EventFilter, $first: Int, $after: String) { events(filter: $filter, first: $first, after: $after) { totalCount } }',
      variables: { filter, first, after },
    })),
  ),
  'deep variables': fc
    .tuple(size(50_000), fc.constantFrom('filter', 'first', 'nothing'))
    .map(
      ([n, name]) =>
        `{"query":"query ($filter: EventFilter, $first: Int) { events(filter: $filter, first: $first) { totalCount } }","variables":{"${name}":${'['.repeat(n)}${']'.repeat(n)}}}`,
    ),
  'names that every object has': fc.oneof(
    query(pollution.map((name) => `{ ${name}: sportsbook(id: "circa") { ${name}: id } }`)),
    query(pollution.map((name) => `{ ${name} { ${name} } }`)),
    query(pollution.map((name) => `query ${name}($${name}: ID!) { event(id: $${name}) { id } }`)),
    query(
      pollution.map(
        (name) => `{ ...${name} } fragment ${name} on Query { sportsbook(id: "${name}") { id } }`,
      ),
    ),
    pollution.map(
      (name) =>
        `{"query":"query ($f: EventFilter) { events(filter: $f) { totalCount } }","operationName":"${name}","variables":{"${name}":{"polluted":true},"f":{"${name}":{"polluted":true}}}}`,
    ),
    pollution.map((name) => `{"${name}":{"polluted":true},"query":"{ viewer { tier } }"}`),
  ),
  'floods of directives': sized(
    3_000,
    ['@skip(if: false)', '@nobody', '@tier(atLeast: FREE)', '@deprecated'],
    (n, directive) => `{ viewer ${times(n, () => directive)} { tier } }`,
  ),
  'floods of variables': query(
    size(1_500).map(
      (n) => `query (${times(n, (i) => `$v${i}: ID = "1"`)}) { event(id: $v0) { id } }`,
    ),
  ),
  'unicode garbage': fc.oneof(
    query(garbage),
    garbage,
    json(garbage.map((g) => ({ query: '{ viewer { tier } }', operationName: g }))),
  ),
  'garbage as arguments': json(
    garbage.map((g) => ({
      query:
        'query ($g: String!, $id: ID!) { event(id: $id) { name } events(after: $g) { totalCount } gameStates(sport: $g) { eventKey } search: events(filter: { search: $g, date: $g, team: $g, leagues: [$g] }) { totalCount } }',
      variables: { g, id: g },
    })),
  ),
  'deep introspection': sized(30, ['fields { type {', 'ofType {', 'possibleTypes {'], (n, step) => {
    const closing = '}'.repeat((step.split('{').length - 1) * n);
    return `{ __schema { types { ${times(n, () => step)} name ${closing} } } }`;
  }),
  'persisted queries that are none': json(
    fc
      .tuple(fc.jsonValue(), garbage, fc.constantFrom('{ viewer { tier } }', undefined))
      .map(([version, hash, q]) => ({
        query: q,
        extensions: {
          persistedQuery: {
            version: fc.sample(fc.constantFrom(1, version), { numRuns: 1, seed: 1 })[0],
            sha256Hash: hash,
          },
        },
      })),
  ),
  mutations: query(
    fc
      .tuple(size(80), garbage)
      .map(
        ([n, g]) =>
          `mutation { ${times(n, (i) => `a${i}: deleteApiKey(id: ${JSON.stringify(g + i)}) { id }`)} }`,
      ),
  ),
};
