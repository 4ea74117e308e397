import fc, { type Arbitrary } from 'fast-check';
import { garbage, inTurn } from './hostile-requests.ts';

/** One subscription that may mean harm. */
export interface HostileSubscription {
  readonly kind: string;
  readonly key: string | null;
  readonly body: Body;
}

/** The parameters of a GraphQL request. */
export type Body = Readonly<Record<string, unknown>>;

/** The same subscriptions for the same seed, kinds in turn. */
export function hostileSubscriptions(count: number, seed: number): HostileSubscription[] {
  return inTurn(KINDS, keys, count, seed).map(([kind, body, key]) => ({ kind, key, body }));
}

const keys = fc.constantFrom(
  ...['demo_enterprise', 'demo_enterprise', 'demo_pro', 'demo_hobby', 'demo_free', 'no_such_key'],
  null,
);

const ODDS = `subscription ($filter: LiveFilter, $after: String, $conflateMs: Int, $chunkSize: Int) {
  liveOdds(filter: $filter, after: $after, conflateMs: $conflateMs, chunkSize: $chunkSize) { SELECTION }
}`;
const OPPORTUNITIES = `subscription (
  $filter: LiveFilter, $kinds: [OpportunityKind!], $minEvPercent: Float, $minProfitPercent: Float
) {
  liveOpportunities(
    filter: $filter, kinds: $kinds, minEvPercent: $minEvPercent, minProfitPercent: $minProfitPercent
  ) { SELECTION }
}`;

const oddsSelection = fc.constantFrom(
  '__typename',
  '... on FeedStatus { state at code message }',
  '... on OddsSnapshot { total offset isLast cursor odds { id price { american } } }',
  '... on OddsSnapshot { odds { id event { id name } } }',
  '... on OddsSnapshot { odds { id event { liveGameState { homeScore } } } }',
  '... on OddsUpdate { conflated cursor odds { key line } } ... on OddsRemoval { ids }',
  '__proto__: __typename constructor: __typename',
  '... @include(if: true) { __typename } ... @skip(if: true) { __typename }',
);
const opportunitySelection = fc.constantFrom(
  '__typename',
  '... on OpportunitiesDetected { kind isSnapshot opportunities { id eventId } }',
  '... on OpportunitiesDetected { opportunities { __typename ... on LowHoldOpportunity { id } } }',
  '... on OpportunitiesExpired { kind ids }',
);

const names = (...known: string[]) =>
  fc.option(fc.array(fc.oneof(fc.constantFrom(...known), garbage), { maxLength: 4 }), {
    nil: null,
  });

const filter = fc.record(
  {
    sports: names('basketball', 'soccer'),
    leagues: names('nba', 'epl', 'nhl'),
    eventIds: names('1', 'nba_1'),
    sportsbooks: names('betmgm', 'draftkings', 'pinnacle'),
    markets: names('moneyline', 'main', 'props', 'spread'),
  },
  { requiredKeys: [] },
);

const edge = fc.constantFrom(-1, 0, 1, 2, 100, 1_000, 1_001, 60_000, 60_001, 2 ** 31, 1e300, 0.5);

/** Cursors that are none, that look like one, and that name places where nobody has been. */
const after = fc.oneof(
  garbage,
  fc.constantFrom('.', '0.0', '-.-1', 'a-b.1', `x-${'y'.repeat(8)}.${'9'.repeat(400)}`, 'e.1e3'),
  fc.tuple(fc.string(), fc.integer()).map(([name, seq]) => `${name}.${seq}`),
);

const anything = fc.jsonValue();

const odds = (variables: Arbitrary<unknown>) =>
  fc.tuple(oddsSelection, variables).map(([selection, given]) => ({
    query: ODDS.replace('SELECTION', selection),
    variables: given,
  }));
const opportunities = (variables: Arbitrary<unknown>) =>
  fc.tuple(opportunitySelection, variables).map(([selection, given]) => ({
    query: OPPORTUNITIES.replace('SELECTION', selection),
    variables: given,
  }));

const document = (...queries: string[]) => fc.constantFrom(...queries).map((query) => ({ query }));

const KINDS: Readonly<Record<string, Arbitrary<Body>>> = {
  'prices under any filter': odds(
    fc.record({
      filter,
      conflateMs: fc.constantFrom(0, 1, 1_000, 60_000),
      chunkSize: fc.constantFrom(1, 7, 1_000),
    }),
  ),
  'opportunities under any filter': opportunities(
    fc.record({
      filter,
      kinds: fc.subarray(['EV', 'ARBITRAGE', 'MIDDLE', 'LOW_HOLD']),
      minEvPercent: fc.double({ noNaN: true, min: 0, max: 1e9 }),
      minProfitPercent: fc.double({ noNaN: true, min: 0, max: 1e9 }),
    }),
  ),
  'places to go on from': odds(fc.record({ after })),
  'numbers at the edge': odds(fc.record({ conflateMs: edge, chunkSize: edge })),
  'prices by variables of any kind': odds(
    fc.oneof(
      anything,
      fc.record({ filter: anything, after: anything, conflateMs: anything, chunkSize: anything }),
    ),
  ),
  'opportunities by variables of any kind': opportunities(
    fc.record({ filter: anything, kinds: anything, minEvPercent: anything }),
  ),
  'long lists': odds(
    fc
      .tuple(
        fc.integer({ min: 1, max: 20_000 }),
        fc.constantFrom('sports', 'leagues', 'eventIds', 'sportsbooks', 'markets'),
      )
      .map(([n, name]) => ({ filter: { [name]: Array.from({ length: n }, (_, i) => `i${i}`) } })),
  ),
  'too costly ones': document(
    'subscription { liveOdds(chunkSize: 1000) { ... on OddsSnapshot { odds { event { splitsHistory { oldest } } } } } }',
    'subscription { liveOdds(chunkSize: 1000) { ... on OddsUpdate { odds { event { odds { event { odds { event { id } } } } } } } } }',
    `subscription { liveOdds { __typename ${'... on OddsUpdate { odds { id } } '.repeat(900)} } }`,
  ),
  'operations that are none': document(
    'subscription { __typename }',
    'subscription { __schema { types { name } } }',
    'subscription { a: liveOdds { __typename } b: liveOdds { __typename } }',
    'subscription { liveOdds { __typename } liveOpportunities { __typename } }',
    'subscription { liveOdds @skip(if: true) { __typename } }',
    'subscription ($on: Boolean = false) { liveOdds @include(if: $on) { __typename } }',
    'subscription ($on: Boolean = false) { ... @include(if: $on) { liveOdds { __typename } } }',
    'subscription { ...F } fragment F on Subscription { liveOdds @skip(if: true) { __typename } }',
    'subscription { ...F } fragment F on Subscription { ...F }',
    'subscription { ...F } fragment F on Subscription { liveOdds { __typename } }',
    'subscription A { liveOdds { __typename } } subscription B { liveOdds { __typename } }',
    'subscription { liveOdds { __typename } } { __typename }',
    'subscription { __proto__: liveOdds { __typename } }',
    'subscription { liveOdds(nobody: 1) { __typename } }',
    'subscription { liveNothing { id } }',
    'subscription { liveOdds }',
    'subscription {',
  ),
  'names of operations': fc
    .tuple(garbage, fc.constantFrom('A', 'constructor', '__proto__'))
    .map(([operationName, name]) => ({
      query: `subscription ${name} { liveOdds { __typename } } query Q { __typename }`,
      operationName,
    })),
  'bodies of any kind': fc.record({
    query: fc.oneof(anything, fc.constant('subscription { liveOdds { __typename } }')),
    variables: anything,
    operationName: anything,
    extensions: anything,
  }),
};

/** Extensions by which a router might subscribe; `address` is its own. */
export function hostileCallbacks(address: string, count: number, seed: number): unknown[] {
  const callbackUrl = fc.oneof(
    { arbitrary: fc.constantFrom(address, `${address}/../x?y#z`), weight: 5 },
    {
      arbitrary: fc.constantFrom('http://169.254.169.254/', 'file:///', 'http://[::]/'),
      weight: 1,
    },
    { arbitrary: fc.oneof(garbage, anything), weight: 1 },
  );
  const text = fc.oneof(
    { arbitrary: fc.string({ minLength: 1 }), weight: 5 },
    { arbitrary: anything, weight: 1 },
  );
  // Who wants no heartbeat is noticed to be gone by the next event, of which there may be none.
  const wrong = fc.oneof(edge, anything).filter((value) => value !== 0);
  const heartbeatIntervalMs = fc.oneof(fc.constantFrom(100, 5_000), wrong);
  const extension = fc.oneof(
    { arbitrary: fc.oneof(anything, fc.constant(undefined)), weight: 1 },
    {
      arbitrary: fc.record({
        callbackUrl,
        subscriptionId: text,
        verifier: text,
        heartbeatIntervalMs,
      }),
      weight: 9,
    },
  );
  return fc.sample(extension, { seed, numRuns: count });
}
