import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event, Odds, OddsFilter, OddsSortField } from '../../src/generated/schema-types.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;
let events: Event[];
let odds: Odds[];

const EVENT =
  'id sport league homeTeam awayTeam name startTime isLive gameState { homeScore } sportsbookIds';
const ODDS =
  'key eventId sport league sportsbookId marketType selection selectionType price { american decimal probability } line lastSeenAt isLive';

beforeAll(async () => {
  graph = await startTestGraph({ feed: 'simulation' });
  graph.originClock.advance(5_000);
  const all = await graph.ask(`{ events(first: 200) { nodes { ${EVENT} } } }`);
  events = all.data.events?.nodes ?? [];
  const inPlay = events.filter(({ isLive }) => isLive).slice(0, 2);
  const toCome = ['nba', 'nhl'].flatMap((id) =>
    events.filter(({ isLive, league }) => !isLive && league === id).slice(0, 3),
  );
  const wanted = [...inPlay, ...toCome];
  odds = await oddsOf({ eventIds: wanted.map(({ id }) => id) });
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

/** Every price under a filter, page after page. */
async function oddsOf(filter: OddsFilter): Promise<Odds[]> {
  const query = `query ($filter: OddsFilter, $after: String) {
    odds(filter: $filter, first: 200, after: $after) {
      totalCount nodes { id ${ODDS} eventStartTime } pageInfo { hasNextPage endCursor } } }`;
  const rows: Odds[] = [];
  let after: string | null | undefined;
  for (let more = true; more; ) {
    const { data, errors } = await graph.ask(query, { variables: { filter, after } });
    expect(errors).toEqual([]);
    rows.push(...(data.odds?.nodes ?? []));
    more = data.odds?.pageInfo.hasNextPage ?? false;
    after = data.odds?.pageInfo.endCursor;
    if (!more) expect(data.odds?.totalCount).toBe(rows.length);
  }
  return rows;
}

/** Some of the items, but neither none nor all: else the filter would prove nothing. */
function properPart<T>(items: readonly T[], test: (item: T) => boolean): T[] {
  const part = items.filter(test);
  expect(part.length).toBeGreaterThan(0);
  expect(part.length).toBeLessThan(items.length);
  return part;
}

describe('events', () => {
  const CASES: readonly [string, Record<string, unknown>, (event: Event) => boolean][] = [
    ['sports', { sports: ['tennis', 'hockey'] }, (e) => /^(tennis|hockey)$/.test(e.sport)],
    ['leagues', { leagues: ['nba', 'epl'] }, (e) => /^(nba|epl)$/.test(e.league)],
    ['sportsbooks', { sportsbooks: ['kalshi'] }, (e) => e.sportsbookIds.includes('kalshi')],
    ['live: true', { live: true }, (e) => e.isLive],
    ['live: false', { live: false }, (e) => !e.isLive],
    ['hasScore: true', { hasScore: true }, (e) => (e.gameState ?? null) !== null],
    ['hasScore: false', { hasScore: false }, (e) => (e.gameState ?? null) === null],
    ['date', { date: '2026-11-21' }, (e) => e.startTime.startsWith('2026-11-21')],
    ['team', { team: 'CLIPPERS' }, (e) => /clippers/i.test(`${e.homeTeam}|${e.awayTeam}`)],
    ['search', { search: 'boston' }, (e) => /boston/i.test(`${e.name}`)],
    [
      'two conditions',
      { sports: ['basketball'], live: true },
      (e) => e.sport === 'basketball' && e.isLive,
    ],
  ];

  test.each(CASES)(
    'the filter %s returns exactly the matching events',
    async (_, filter, matches) => {
      const query = `query ($filter: EventFilter) {
      events(filter: $filter, first: 200) { totalCount nodes { ${EVENT} } } }`;
      const { data, errors } = await graph.ask(query, { variables: { filter } });
      expect(errors).toEqual([]);
      const expected = properPart(events, matches);
      expect(data.events?.nodes).toEqual(expected);
      expect(data.events?.totalCount).toBe(expected.length);
    },
  );
});

const MAIN = ['moneyline', 'point_spread', 'total_points'];
const SPREAD = ['point_spread', 'puck_line', 'run_line', 'set_handicap'];
const TOTAL = 'total_points total_goals total_runs total_games total_rounds team_total'.split(' ');

/** The conditions that `odds` and `Event.odds` share. */
const PRICE_CASES: readonly [string, Record<string, unknown>, (odds: Odds) => boolean][] = [
  ['one sportsbook', { sportsbooks: ['circa'] }, (o) => o.sportsbookId === 'circa'],
  [
    'sportsbooks',
    { sportsbooks: ['pinnacle', 'fanduel'] },
    (o) => /^(pinnacle|fanduel)$/.test(o.sportsbookId),
  ],
  ['one market', { markets: ['team_total'] }, (o) => o.marketType === 'team_total'],
  [
    'markets',
    { markets: ['moneyline', 'puck_line'] },
    (o) => /^(moneyline|puck_line)$/.test(o.marketType),
  ],
  ['the category main', { markets: ['main'] }, (o) => MAIN.includes(o.marketType)],
  ['the category spread', { markets: ['spread'] }, (o) => SPREAD.includes(o.marketType)],
  ['the category total', { markets: ['total'] }, (o) => TOTAL.includes(o.marketType)],
  ['the category props', { markets: ['props'] }, (o) => o.marketType.startsWith('player_')],
  [
    'a category and a market type',
    { markets: ['props', 'moneyline'] },
    (o) => o.marketType.startsWith('player_') || o.marketType === 'moneyline',
  ],
  ['minAmerican', { minAmerican: 150 }, (o) => o.price.american >= 150],
  ['maxAmerican', { maxAmerican: -120.5 }, (o) => o.price.american <= -120.5],
  [
    'a range around zero',
    { minAmerican: -110, maxAmerican: 110 },
    (o) => Math.abs(o.price.american) <= 110,
  ],
  [
    'all of them',
    { sportsbooks: ['circa', 'fanduel'], markets: ['main'], minAmerican: 0 },
    (o) =>
      /^(circa|fanduel)$/.test(o.sportsbookId) &&
      MAIN.includes(o.marketType) &&
      o.price.american >= 0,
  ],
];

describe('odds', () => {
  const CASES: typeof PRICE_CASES = [
    ...PRICE_CASES,
    ['sports', { sports: ['hockey'] }, (o) => o.sport === 'hockey'],
    ['leagues', { leagues: ['nba'] }, (o) => o.league === 'nba'],
    ['live: true', { live: true }, (o) => o.isLive],
    ['live: false', { live: false }, (o) => !o.isLive],
  ];

  test.each(CASES)(
    'the filter by %s returns exactly the matching prices',
    async (_, filter, matches) => {
      const eventIds = [...new Set(odds.map(({ eventId }) => eventId))];
      expect(await oddsOf({ eventIds, ...filter })).toEqual(properPart(odds, matches));
    },
  );

  test('the filter by event ids returns exactly the prices of these events', async () => {
    const id = odds[0]?.eventId ?? '';
    expect(await oddsOf({ eventIds: [id] })).toEqual(properPart(odds, (o) => o.eventId === id));
    expect(await oddsOf({ eventIds: ['nothing'] })).toEqual([]);
  });

  test('empty lists and nulls in a filter match everything', async () => {
    const [eventIds, rows] = [
      [odds[0]?.eventId ?? ''],
      await oddsOf({ eventIds: [odds[0]?.eventId ?? ''] }),
    ];
    const nothing = { sports: [], leagues: [], sportsbooks: [], markets: [], live: null };
    expect(await oddsOf({ eventIds, ...nothing, minAmerican: null, maxAmerican: null })).toEqual(
      rows,
    );
  });

  const SORTS: readonly [OddsSortField, (odds: Odds) => number | string][] = [
    ['AMERICAN', (o) => o.price.american],
    ['DECIMAL', (o) => o.price.decimal],
    ['PROBABILITY', (o) => o.price.probability],
    ['EVENT_START_TIME', (o) => Date.parse(o.eventStartTime)],
    ['LAST_SEEN_AT', (o) => Date.parse(o.lastSeenAt)],
    ['SPORTSBOOK', (o) => o.sportsbookId],
    ['LEAGUE', (o) => o.league],
    ['SPORT', (o) => o.sport],
  ];

  test.each(SORTS)('are sorted by %s in both directions', async (field, sortedBy) => {
    const eventIds = [...new Set(odds.map(({ eventId }) => eventId))];
    const query = `query ($eventIds: [ID!], $field: OddsSortField!) {
      up: odds(first: 200, filter: { eventIds: $eventIds }, sort: { field: $field }) { ...Page }
      down: odds(first: 200, filter: { eventIds: $eventIds }, sort: { field: $field, direction: DESC }) { ...Page }
    } fragment Page on OddsConnection { nodes { eventStartTime ${ODDS} } }`;
    const { data, errors } = await graph.ask<Record<'up' | 'down', { nodes: Odds[] }>>(query, {
      variables: { eventIds, field },
    });
    expect(errors).toEqual([]);
    const values = odds.map(sortedBy).sort(ascending);
    expect(data.up.nodes.map(sortedBy)).toEqual(values.slice(0, 200));
    expect(data.down.nodes.map(sortedBy)).toEqual(values.reverse().slice(0, 200));
  });
});

describe.each([
  ['the batch', ODDS],
  ['the list', `id ${ODDS}`],
])('Event.odds over %s', (route, fields) => {
  const CASES: typeof PRICE_CASES = [
    ...PRICE_CASES,
    ['one selection type', { selectionTypes: ['over'] }, (o) => o.selectionType === 'over'],
    [
      'selection types',
      { selectionTypes: ['home', 'away'] },
      (o) => /^(home|away)$/.test(o.selectionType),
    ],
    [
      'a line, which is null without one',
      { markets: ['moneyline'] },
      (o) => o.marketType === 'moneyline' && o.line === null,
    ],
    ['empty lists', { sportsbooks: [], markets: [], selectionTypes: [] }, () => true],
    ['nulls', { sportsbooks: null, markets: null, minAmerican: null }, () => true],
  ];

  test.each(CASES)(
    'the filter by %s returns exactly the matching prices',
    async (name, filter, matches) => {
      const ids = [...new Set(odds.map(({ eventId }) => eventId))];
      const fieldOf = (id: string, i: number) => `e${i}: event(id: "${id}") { ...Prices }`;
      const query = `query ($filter: EventOddsFilter) { ${ids.map(fieldOf).join(' ')} }
        fragment Prices on Event { odds(filter: $filter) { ${fields} } }`;
      const { data, errors } = await graph.ask<Record<string, { odds: Odds[] }>>(query, {
        variables: { filter },
      });
      expect(errors).toEqual([]);
      const asked = graph.proxy.counts;
      expect(Object.keys(asked)).toContain(
        route === 'the batch' ? 'POST /odds/batch' : 'GET /odds',
      );
      const got = Object.values(data).flatMap((event) => event.odds);
      const all = /empty|nulls/.test(name) ? odds : properPart(odds, matches);
      expect(got.map(withoutRoute).sort(byKey)).toEqual(all.map(withoutRoute).sort(byKey));
    },
  );
});

/** Fields that both routes carry. A batch has no probability: it is computed from the decimal odds. */
function withoutRoute({ key, price, line, lastSeenAt, isLive }: Odds) {
  return { key, american: price.american, decimal: price.decimal, line, lastSeenAt, isLive };
}

function byKey(a: { key: string }, b: { key: string }): number {
  return ascending(a.key, b.key);
}

function ascending(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

describe('sportsbooks', () => {
  const CASES: readonly [string, Record<string, unknown>, RegExp][] = [
    ['isSharp: true', { isSharp: true }, /"isSharp":true/],
    ['isSharp: false', { isSharp: false }, /"isSharp":false/],
    ['regions', { regions: ['UK', 'AU'] }, /"(UK|AU)"/],
    ['both', { regions: ['US'], isSharp: true }, /"isSharp":true.*"US"/],
  ];

  test.each(CASES)(
    'the filter %s returns exactly the matching sportsbooks',
    async (_, filter, pattern) => {
      const query = `query ($filter: SportsbookFilter) {
      all: sportsbooks { id isSharp regions } some: sportsbooks(filter: $filter) { id isSharp regions } }`;
      const { data } = await graph.ask<Record<'all' | 'some', unknown[]>>(query, {
        variables: { filter },
      });
      expect(data.some).toEqual(properPart(data.all, (book) => pattern.test(JSON.stringify(book))));
    },
  );

  test('the filter by status separates active sportsbooks from the others', async () => {
    const query = `{ active: sportsbooks(filter: { status: ACTIVE }) { status }
      inactive: sportsbooks(filter: { status: INACTIVE }) { status } sportsbooks { status } }`;
    const { data } = await graph.ask<Record<string, { status: string }[]>>(query);
    const { active = [], inactive = [], sportsbooks = [] } = data;
    expect(active).toEqual(sportsbooks.filter(({ status }) => status === 'ACTIVE'));
    expect(inactive).toEqual(sportsbooks.filter(({ status }) => status === 'INACTIVE'));
    expect(active.length).toBeGreaterThan(0);
  });
});

describe('comparison', () => {
  test('with markets and sportsbooks only compares these', async () => {
    const eventsOf = (book: string) =>
      odds
        .filter((o) => o.marketType === 'moneyline' && !o.isLive && o.sportsbookId === book)
        .map(({ eventId }) => eventId);
    const ofFanduel = new Set(eventsOf('fanduel'));
    const id = eventsOf('pinnacle').find((eventId) => ofFanduel.has(eventId));
    const query = `query ($id: ID!) { event(id: $id) {
      all: comparison { markets { marketType holdBySportsbook { sportsbookId } } }
      some: comparison(markets: ["moneyline"], sportsbooks: ["pinnacle", "fanduel"]) {
        markets { marketType selections { prices { sportsbookId } } } } } }`;
    interface Compared {
      markets: { marketType: string; selections: { prices: { sportsbookId: string }[] }[] }[];
    }
    const { data } = await graph.ask<{ event: Record<'all' | 'some', Compared> }>(query, {
      variables: { id },
    });
    expect(data.event.all.markets.length).toBeGreaterThan(1);
    expect(data.event.some.markets.map(({ marketType }) => marketType)).toEqual(['moneyline']);
    const books = data.event.some.markets.flatMap(({ selections }) =>
      selections.flatMap(({ prices }) => prices.map(({ sportsbookId }) => sportsbookId)),
    );
    expect(new Set(books)).toEqual(new Set(['fanduel', 'pinnacle']));
  });

  test('is null for an event without prices in the requested markets', async () => {
    const query = `query ($id: ID!) { event(id: $id) { comparison(markets: ["no_such_market"]) { markets { marketType } } } }`;
    const { data, errors } = await graph.ask(query, { variables: { id: odds[0]?.eventId } });
    expect(errors).toEqual([]);
    expect(data.event).toEqual({ comparison: null });
  });
});
