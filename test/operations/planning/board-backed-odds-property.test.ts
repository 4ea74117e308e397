import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribeToBoard } from '../../harness/clients/board-subscriber.ts';
import {
  type GraphClient,
  type Reply,
  statusWithData,
} from '../../harness/clients/graph-client.ts';
import { runs } from '../../harness/property-runs.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';

const KEYS = ['demo_hobby', 'demo_pro', 'demo_sharp', 'demo_enterprise'];
const SECOND = 1_000;

/** Longer than any response is cached, and much shorter than the idle timeout of streams. */
const ALL_STALE_MS = 3 * SECOND;

/** Questions after which a stream has been read as far as upstream has written it. */
const CATCH_UP_MAX = 100;

let warm: TestGraph;
/** Another graph with the same upstream and no subscribers. */
let cold: GraphClient;
let eventIds: string[];

beforeAll(async () => {
  warm = await startTestGraph();
  warm.originClock.advance(5 * SECOND);
  cold = await warm.replica();
  for (const key of KEYS) {
    await subscribeToBoard(warm, key);
    await warm.ask('{ sportsbooks { id } }', { key }); // Its response says whether the account's data is delayed.
  }
  const { data } = await warm.rest<{ data: { id: string }[] }>('/events?limit=200');
  eventIds = data.map(({ id }) => id);
});

afterAll(() => warm.stop());

const FIELDS = [
  'id',
  'key',
  'eventId',
  'sportsbookId',
  'sport',
  'league',
  'homeTeam',
  'awayTeam',
  'marketType',
  'selection',
  'selectionType',
  'price { american decimal probability }',
  'price { american }',
  'line',
  'eventStartTime',
  'isLive',
  'playerName',
  'statCategory',
  '__typename',
];

/** Fields that no board has, so that they require an upstream request. */
const NOT_HELD = ['changedAt', 'lastSeenAt', 'publicBetShare', 'maxBet', 'status'];

/** Now and then nothing, an empty list, or a value that no price has. */
const some = (values: readonly string[], odd: readonly string[] = [], maxLength = 3) => {
  const value = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
  return fc.option(fc.uniqueArray(value, { maxLength }), { freq: 3, nil: null });
};

const sportsbooks = some(
  ['draftkings', 'fanduel', 'pinnacle', 'circa', 'bet365', 'betmgm'],
  ['DraftKings', ' fanduel', 'nobody'],
);
const markets = some(
  ['main', 'spread', 'total', 'props', 'moneyline', 'point_spread', 'player_points'],
  ['Moneyline', ' moneyline ', 'no_such_market', 'player_'],
);
const american = fc.option(fc.constantFrom(-1_000, -250, -110.5, 0, 150), {
  freq: 1,
  nil: null,
});

const oddsFilter = fc.record(
  {
    eventIds: fc.option(fc.uniqueArray(fc.nat(137), { maxLength: 4 }), { nil: null, freq: 1 }),
    sports: some(
      ['basketball', 'hockey', 'ice_hockey', 'soccer'],
      ['Soccer', 'curling', ' tennis'],
    ),
    leagues: some(['nba', 'nfl', 'nhl'], ['NBA', 'nobody', 'nba ']),
    sportsbooks,
    markets,
    live: fc.option(fc.boolean(), { nil: null }),
    minAmerican: american,
    maxAmerican: american,
  },
  { requiredKeys: [] },
);

const eventOddsFilter = fc.record(
  {
    sportsbooks,
    markets,
    selectionTypes: some(['home', 'away', 'over', 'under', 'draw'], ['Home']),
    minAmerican: american,
    maxAmerican: american,
  },
  { requiredKeys: [] },
);

/** The path of the value that a list is sorted by. */
const SORTED_BY = {
  AMERICAN: 'price { american }',
  DECIMAL: 'price { decimal }',
  PROBABILITY: 'price { probability }',
  EVENT_START_TIME: 'eventStartTime',
  LAST_SEEN_AT: 'lastSeenAt',
  SPORTSBOOK: 'sportsbookId',
  LEAGUE: 'league',
  SPORT: 'sport',
};
type SortField = keyof typeof SORTED_BY;

const sort = fc.option(
  fc.record({
    field: fc.constantFrom(...(Object.keys(SORTED_BY) as SortField[])),
    direction: fc.constantFrom('ASC', 'DESC'),
  }),
  { nil: null, freq: 4 },
);

const selection = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 8 }),
    fc.option(fc.constantFrom(...NOT_HELD), { nil: null, freq: 1 }),
    fc.integer({ min: 0, max: 15 }),
  )
  .map(([fields, rare, number]) => ({
    fields: fields.join(' '),
    rare: rare === null || number > 1 ? '' : `the${rare}: ${rare}`,
  }));

/** Equivalent ways to write a selection. */
const SHAPES: readonly ((fields: string, rare: string) => string)[] = [
  (fields, rare) => `{ ${fields} ${rare} }`,
  (fields, rare) => `{ ...Price ... on Odds { ${rare} eventId } ${fields} }`,
  (fields, rare) => `{ ...Price ... @include(if: $yes) { ${fields} ${rare} } }`,
  (fields, rare) => `{ ${fields} ... @skip(if: $yes) { lastSeenAt } ${rare} }`,
];
const FRAGMENT = 'fragment Price on Odds { id price { american } }';

interface Asked {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly transport: '/graphql' | '/subgraph';
}

const shape = fc.nat(SHAPES.length - 1);

const listQuestion = fc
  .record({
    filter: oddsFilter,
    sort,
    first: fc.constantFrom(1, 20, 200, 200, 200),
    selections: fc.tuple(selection, selection),
    shape,
    frame: fc.nat(4),
  })
  .map(({ filter, sort, first, selections, shape, frame }) => {
    const [one, other] = selections.map(({ fields, rare }) => SHAPES[shape]?.(fields, rare));
    const inside = [
      `totalCount nodes ${one}`,
      `one: nodes ${one} other: nodes ${other}`,
      `nodes ${one} edges { cursor node ${other} } pageInfo { hasNextPage endCursor }`,
      `edges { node ${one} } edges { it: node ${other} } totalCount`,
      `nodes ${one} } odds(filter: $filter, sort: $sort, first: $first) { nodes ${other}`,
    ][frame];
    const by = sort === null ? '' : `by: nodes { ${SORTED_BY[sort.field]} }`;
    const query = `query ($filter: OddsFilter, $sort: OddsSort, $first: Int, $yes: Boolean!) {
      __typename @include(if: $yes) odds(filter: $filter, sort: $sort, first: $first) { ${by} ${inside} } }`;
    return { query, variables: { filter, sort, first }, transport: '/graphql' as const };
  });

const eventQuestion = fc
  .record({
    filter: eventOddsFilter,
    selection,
    shape,
    frame: fc.nat(2),
    of: fc.uniqueArray(fc.nat(140), { minLength: 1, maxLength: 4 }),
    league: fc.constantFrom('nba', 'nhl', 'epl', 'atp'),
  })
  .map(({ filter, selection, shape, frame, of, league }) => {
    // A batch carries no probabilities: there they are computed, and more exact than upstream's own.
    const fields = selection.fields.replace('probability', '');
    const odds = `id odds(filter: $filter) ${SHAPES[shape]?.(fields, selection.rare)}`;
    const args = '$filter: EventOddsFilter, $yes: Boolean!, $of: [_Any!]!';
    const used =
      '__typename @include(if: $yes) more: _entities(representations: $of) { __typename }';
    const inside = [
      `events(first: 3, filter: { leagues: ["${league}"] }) { nodes { ${odds} } }`,
      `event(id: "EVENT") { ${odds} odds(filter: $filter) { key } }`,
      `_entities(representations: $of) { ... on Event { ${odds} } }`,
    ][frame];
    return {
      query: `query (${args}) { ${used} ${inside} }`,
      variables: { filter, of },
      transport: frame === 2 ? ('/subgraph' as const) : ('/graphql' as const),
    };
  });

/** The question with ids in place of the numbers of events. */
function named({ query, variables, transport }: Asked): Asked {
  const id = (number: number) => eventIds[number] ?? `unknown_${number}`;
  const { filter, of } = variables as { filter?: { eventIds?: number[] | null }; of?: number[] };
  return {
    transport,
    query: `${query.replace('EVENT', id(of?.[0] ?? 0))} ${query.includes('...Price') ? FRAGMENT : ''}`,
    variables: {
      ...variables,
      yes: true,
      ...(filter && {
        filter: { ...filter, ...(filter.eventIds && { eventIds: filter.eventIds.map(id) }) },
      }),
      ...(of && { of: of.map((number) => ({ __typename: 'Event', id: id(number) })) }),
    },
  };
}

/**
 * A response without the order of prices that the sort does not determine: prices that appeared while
 * the stream was open are last on its board. The sorted values of a sorted list keep their order.
 */
function shown({ data, errors }: Reply<unknown>): string {
  return JSON.stringify({
    data: withoutOrder(data),
    by: (data as { odds?: { by?: unknown } | null } | null)?.odds?.by,
    errors: errors.map(({ message, path, extensions }) => [message, path, extensions?.['code']]),
  });
}

function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(withoutOrder({ ...item, cursor: null })));
    return [value.map((item) => item?.cursor), items.toSorted()];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutOrder(one)]));
}

test('responses from a live board equal those from upstream', async () => {
  let warmAnswers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KEYS),
      fc.oneof({ weight: 3, arbitrary: listQuestion }, { weight: 1, arbitrary: eventQuestion }),
      fc.constantFrom(0, 0, 0, 0, 1, 2, 4),
      async (key, asked, seconds) => {
        warm.originClock.advance(seconds * SECOND);
        warm.clock.advance(ALL_STALE_MS);
        const { query, variables, transport } = named(asked);
        const expected = await cold.ask(query, { key, variables, transport });
        let answer: Reply<unknown>;
        let tries = 0;
        do {
          const fresh = { ...variables, try: tries }; // No answer that is held is given again.
          await warm.proxy.heartbeat();
          answer = await warm.ask(query, { key, variables: fresh, transport });
          tries += 1;
        } while (shown(answer) !== shown(expected) && tries < CATCH_UP_MAX);
        expect(answer.status, answer.text).toBe(statusWithData(answer));
        expect(JSON.parse(shown(answer))).toEqual(JSON.parse(shown(expected)));
        if (answer.cost.calls < expected.cost.calls) warmAnswers += 1;
      },
    ),
    { numRuns: runs(120), endOnFailure: true },
  );
  expect(warmAnswers).toBeGreaterThan(10);
}, 60_000);
