import { describe, expect, test } from 'vitest';
import type {
  Event,
  Odds,
  OddsComparison,
  OddsConnection,
  OddsFilter,
  OddsSortField,
} from '../../src/generated/schema-types.ts';
import { nodesOf } from '../harness/clients/pages.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

const EVENT =
  'id sport league homeTeam awayTeam name startTime isLive gameState { homeScore } sportsbookIds';
const ODDS =
  'key eventId sport league sportsbookId marketType selection selectionType price { american decimal probability } line lastSeenAt isLive';

graph.originClock.advance(5_000);
const all = await graph.ask(`{ events(first: 200) { nodes { ${EVENT} } } }`);
const events = all.data.events?.nodes ?? [];
const inPlay = events.filter(({ isLive }) => isLive).slice(0, 2);
const toCome = ['nba', 'nhl'].flatMap((id) =>
  events.filter(({ isLive, league }) => !isLive && league === id).slice(0, 1),
);
const eventIds = [...inPlay, ...toCome].map(({ id }) => id);
const odds = await oddsOf({ eventIds });

/** Every price under a filter, page after page. */
async function oddsOf(filter: OddsFilter): Promise<Odds[]> {
  const query = `query ($filter: OddsFilter, $after: String) {
    odds(filter: $filter, first: 200, after: $after) {
      totalCount nodes { id ${ODDS} eventStartTime } pageInfo { hasNextPage endCursor } } }`;
  return nodesOf(async (after) => {
    const data = await graph.dataOf<{ odds: OddsConnection }>(query, {
      variables: { filter, after },
    });
    return data.odds;
  });
}

/** Some of the items, but neither none nor all: else the filter would prove nothing. */
function properPart<T>(items: readonly T[], test: (item: T) => boolean): T[] {
  const part = items.filter(test);
  expect(part.length).toBeGreaterThan(0);
  expect(part.length).toBeLessThan(items.length);
  return part;
}

describe('events', () => {
  /** The last word of a team's name. */
  const club =
    events
      .find(({ league }) => league === 'nba')
      ?.homeTeam?.split(' ')
      .at(-1) ?? '';
  const CASES: readonly [object, (event: Event) => boolean][] = [
    [{ sportsbooks: ['underdog'] }, (e) => e.sportsbookIds.includes('underdog')],
    [{ hasScore: true }, (e) => (e.gameState ?? null) !== null],
    [{ hasScore: false }, (e) => (e.gameState ?? null) === null],
    [{ date: '2026-11-21' }, (e) => e.startTime.startsWith('2026-11-21')],
    [{ team: club.toUpperCase() }, (e) => `${e.homeTeam}|${e.awayTeam}`.includes(club)],
    [{ search: club.toLowerCase() }, (e) => `${e.name}`.includes(club)],
    [{ sports: ['basketball'], live: true }, (e) => e.sport === 'basketball' && e.isLive],
  ];

  test.each(CASES)('under the filter %j are exactly those that match', async (filter, matches) => {
    const query = `query ($filter: EventFilter) {
      events(filter: $filter, first: 200) { totalCount nodes { ${EVENT} } } }`;
    const data = await graph.dataOf(query, { variables: { filter } });
    const expected = properPart(events, matches);
    expect(data.events).toEqual({ totalCount: expected.length, nodes: expected });
  });
});

const MAIN = ['moneyline', 'point_spread', 'total_points'];

const every = () => true;

/** Those of `odds` reach upstream as they are, which `test/conformance/connections.test.ts` checks. */
const PRICE_CASES: readonly [object, (odds: Odds) => boolean][] = [
  [{ sportsbooks: ['circa'] }, (o) => o.sportsbookId === 'circa'],
  [{ sportsbooks: ['circa', 'fanduel'] }, (o) => /^(circa|fanduel)$/.test(o.sportsbookId)],
  [{ markets: ['team_total'] }, (o) => o.marketType === 'team_total'],
  [{ markets: ['moneyline', 'puck_line'] }, (o) => /^(moneyline|puck_line)$/.test(o.marketType)],
  [{ markets: ['main'] }, (o) => MAIN.includes(o.marketType)],
  [{ markets: ['props', 'moneyline'] }, (o) => /^(player_|moneyline$)/.test(o.marketType)],
  [{ minAmerican: 150 }, (o) => o.price.american >= 150],
  [{ maxAmerican: -120.5 }, (o) => o.price.american <= -120.5],
  [{ minAmerican: -110, maxAmerican: 110 }, (o) => Math.abs(o.price.american) <= 110],
  [
    { sportsbooks: ['circa'], markets: ['main'], minAmerican: 0 },
    (o) => o.sportsbookId === 'circa' && MAIN.includes(o.marketType) && o.price.american >= 0,
  ],
  [{ selectionTypes: ['over'] }, (o) => o.selectionType === 'over'],
  [{ selectionTypes: ['home', 'away'] }, (o) => /^(home|away)$/.test(o.selectionType)],
  [{ markets: ['moneyline'] }, (o) => o.marketType === 'moneyline' && o.line === null],
  [{ sportsbooks: [], markets: [], selectionTypes: [] }, every],
  [{ sportsbooks: null, markets: null, minAmerican: null }, every],
];

describe('odds', () => {
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
    const query = `query ($eventIds: [ID!], $field: OddsSortField!) {
      up: odds(first: 200, filter: { eventIds: $eventIds }, sort: { field: $field }) { ...Page }
      down: odds(first: 200, filter: { eventIds: $eventIds }, sort: { field: $field, direction: DESC }) { ...Page }
    } fragment Page on OddsConnection { nodes { eventStartTime ${ODDS} } }`;
    const data = await graph.dataOf<Record<'up' | 'down', { nodes: Odds[] }>>(query, {
      variables: { eventIds, field },
    });
    const values = odds.map(sortedBy).sort(ascending);
    expect(data.up.nodes.map(sortedBy)).toEqual(values.slice(0, 200));
    expect(data.down.nodes.map(sortedBy)).toEqual(values.reverse().slice(0, 200));
  });
});

describe.each([
  ['POST /odds/batch', ODDS],
  ['GET /odds', `id ${ODDS}`],
])('Event.odds by %s', (route, fields) => {
  test.each(PRICE_CASES)('under the filter %j are those that match', async (filter, matches) => {
    const fieldOf = (id: string, i: number) => `e${i}: event(id: "${id}") { ...Prices }`;
    const query = `query ($filter: EventOddsFilter) { ${eventIds.map(fieldOf).join(' ')} }
      fragment Prices on Event { odds(filter: $filter) { ${fields} } }`;
    const variables = { filter };
    const data = await graph.dataOf<Record<string, { odds: Odds[] }>>(query, {
      variables,
    });
    expect(graph.proxy.counts).toHaveProperty(route);
    const got = Object.values(data).flatMap((event) => event.odds);
    const all = matches === every ? odds : properPart(odds, matches);
    expect(got.map(withoutRoute).sort(byKey)).toEqual(all.map(withoutRoute).sort(byKey));
  });
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
  test.each([
    [{ isSharp: true }, /"isSharp":true/],
    [{ isSharp: false }, /"isSharp":false/],
    [{ regions: ['UK', 'AU'] }, /"(UK|AU)"/],
    [{ regions: ['US'], isSharp: true }, /"isSharp":true.*"US"/],
    [{ status: 'ACTIVE' }, /"status":"ACTIVE"/],
  ])('under the filter %j are those that match', async (filter, pattern) => {
    const query = `query ($filter: SportsbookFilter) {
      all: sportsbooks { ...Book } some: sportsbooks(filter: $filter) { ...Book } }
      fragment Book on Sportsbook { id isSharp regions status }`;
    const { data } = await graph.ask<Record<'all' | 'some', unknown[]>>(query, {
      variables: { filter },
    });
    const matching = properPart(data.all, (book) => pattern.test(JSON.stringify(book)));
    expect(data.some).toEqual(matching);
  });
});

test('a comparison with markets and sportsbooks only compares these, and is null without any', async () => {
  const ofBook = (book: string) =>
    odds.filter((o) => o.marketType === 'moneyline' && !o.isLive && o.sportsbookId === book);
  const ofFanduel = new Set(ofBook('fanduel').map(({ eventId }) => eventId));
  const id = ofBook('pinnacle').find(({ eventId }) => ofFanduel.has(eventId))?.eventId;
  const query = `query ($id: ID!) { event(id: $id) {
    some: comparison(markets: ["moneyline"], sportsbooks: ["pinnacle", "fanduel"]) {
      markets { marketType selections { prices { sportsbookId } } } }
    none: comparison(markets: ["no_such_market"]) { markets { marketType } } } }`;
  const { data } = await graph.ask<{ event: Record<string, OddsComparison | null> }>(query, {
    variables: { id },
  });
  const { some, none } = data.event;
  expect(none).toBeNull();
  expect(some?.markets.map(({ marketType }) => marketType)).toEqual(['moneyline']);
  const books = some?.markets.flatMap(({ selections }) =>
    selections.flatMap(({ prices }) => prices.map(({ sportsbookId }) => sportsbookId)),
  );
  expect(new Set(books)).toEqual(new Set(['fanduel', 'pinnacle']));
});
