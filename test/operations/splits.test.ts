import type { Static } from 'typebox';
import { expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import type { Splits, SplitsHistory, SplitsPage } from '../../src/contract/routes/splits.ts';
import { simulationOfManyGames } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

type Page = Static<typeof SplitsPage>;
type History = Static<typeof SplitsHistory>;

const MARKETS = `
  spread { awayLine homeLine handleShare { away home } betShare { away home } }
  total { line handleShare { over under } betShare { over under } }
  moneyline { awayAmerican homeAmerican handleShare { away home } betShare { away home } }`;
const SPLITS = `{ eventId sport league sportsbookId homeTeam awayTeam fetchedAt ${MARKETS} }`;
const HISTORY = `{ entries { sportsbookId recordedAt ${MARKETS} } oldest newest sportsbookIds totalCount }`;

const graph = await sharedGraph({ feed: simulationOfManyGames });

graph.originClock.advance(11 * 60_000); // Three collections.
const { data: listed } = await graph.rest<Page>('/splits?limit=200');
const { data: events } = await graph.rest<{ data: Event[] }>('/events?limit=200');
/** An event with splits of both sources in every collection. */
let eventId = '';
for (const { event_id: id } of listed) {
  const { data } = await graph.rest<History>(`/splits/history?event_id=${id}`);
  eventId = id;
  if (data.length === 6) break;
}

test('splits returns a page with every field, including event and source', async () => {
  const query = `{ splits(first: 3) { totalCount pageInfo { hasNextPage }
      nodes { eventId sport league sportsbookId homeTeam awayTeam fetchedAt ${MARKETS}
              event { id startTime } sportsbook { id } } } }`;
  const data = await graph.dataOf(query);
  expect(data.splits).toEqual({
    totalCount: listed.length,
    pageInfo: { hasNextPage: true },
    nodes: listed.slice(0, 3).map((wire) => ({
      ...expectedSplits(wire),
      event: { id: wire.event_id, startTime: eventOf(wire).start_time },
      sportsbook: { id: wire.sportsbook },
    })),
  });
});

test('splits may lack the names of teams', async () => {
  graph.proxy.rewriteRows('GET /splits', (row) => ({ ...row, home_team: null, away_team: null }));
  const { splits } = await graph.dataOf('{ splits(first: 1) { nodes { homeTeam awayTeam } } }');
  expect(splits?.nodes).toEqual([{ homeTeam: null, awayTeam: null }]);
});

test('events have their splits, which take one request per hundred events', async () => {
  const query = `{ events(first: 200) { nodes { id splits ${SPLITS} } } }`;
  const data = await graph.dataOf(query);
  expect(data.events?.nodes).toEqual(
    events.map(({ id }) => ({ id, splits: splitsOf(id).map(expectedSplits) })),
  );
  expect(listed.length).toBeGreaterThan(100);
  expect(data.events?.nodes.some(({ splits }) => splits?.length === 0)).toBe(true);
  expect(graph.proxy.costs).toEqual({
    'GET /events': 1,
    'GET /splits': Math.ceil(events.length / 100),
  });
});

test('an event returns the splits of the selected sources, and equal arguments share a request', async () => {
  const rest = await graph.rest<Page>(`/splits?event_id=${eventId}`);
  const data = await graph.dataOf<Record<string, { id: string }[]>>(
    `query ($id: ID!) { event(id: $id) {
       a: splits(sportsbooks: ["circa"]) { sportsbookId }
       b: splits(sportsbooks: ["circa"]) { eventId }
       all: splits(sportsbooks: []) { sportsbookId } } }`,
    { variables: { id: eventId } },
  );
  expect(data['event']).toEqual({
    a: [{ sportsbookId: 'circa' }],
    b: [{ eventId }],
    all: rest.data.map(({ sportsbook }) => ({ sportsbookId: sportsbook })),
  });
  expect(rest.data).toHaveLength(2);
  expect(graph.proxy.costs['GET /splits']).toBe(2);
});

test('splitsHistory returns every entry of an event with every field, oldest first', async () => {
  const id = eventId;
  const rest = await graph.rest<History>(`/splits/history?event_id=${id}`);
  const data = await graph.dataOf(
    `query ($id: ID!) { event(id: $id) { splitsHistory ${HISTORY} } }`,
    { variables: { id } },
  );
  expect(data.event?.splitsHistory).toEqual(expectedHistory(rest));
  expect(rest.data).toHaveLength(6);
});

test('splitsHistory can be narrowed by source, time and number of entries', async () => {
  const id = eventId;
  const rest = await graph.rest<History>(`/splits/history?event_id=${id}&sportsbook=circa`);
  const [first, second] = rest.data.map(({ ts }) => ts);
  const data = await graph.dataOf(
    `query ($id: ID!, $from: DateTime, $to: DateTime) { event(id: $id) {
       splitsHistory(sportsbooks: ["circa"], from: $from, to: $to, first: 1) {
         entries { recordedAt sportsbookId } totalCount } } }`,
    { variables: { id, from: second, to: rest.meta.newest } },
  );
  expect(first).not.toBe(second);
  expect(data.event?.splitsHistory).toEqual({
    entries: [{ recordedAt: second, sportsbookId: 'circa' }],
    totalCount: 2,
  });
});

test('a time without seconds reaches upstream as RFC 3339 has it', async () => {
  const query = '{ event(id: "x") { splitsHistory(from: "2026-07-14t19:00z") { totalCount } } }';
  await graph.ask(query.replace('x', eventId));
  const sent = graph.proxy.seen.find(({ route }) => route === '/splits/history');
  expect(sent?.query.get('start_time')).toBe('2026-07-14T19:00:00Z');
});

test('splitsHistory takes one request per event, shared by equal arguments', async () => {
  const query = `{ events(first: 7) { nodes { a: splitsHistory { totalCount }
    b: splitsHistory(sportsbooks: []) { oldest } } } }`;
  const { errors } = await graph.ask(query);
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'GET /splits/history': 7 });
});

function splitsOf(eventId: string): Splits[] {
  return listed.filter((wire) => wire.event_id === eventId);
}

function eventOf(wire: Splits): Event {
  const event = events.find(({ id }) => id === wire.event_id);
  if (event === undefined) throw new Error(`${wire.event_id} is not listed.`);
  return event;
}

function expectedSplits(wire: Splits) {
  return {
    eventId: wire.event_id,
    sport: wire.sport,
    league: wire.league,
    sportsbookId: wire.sportsbook,
    homeTeam: wire.home_team,
    awayTeam: wire.away_team,
    fetchedAt: wire.fetched_at,
    spread: {
      awayLine: wire.spread.away_odds,
      homeLine: wire.spread.home_odds,
      handleShare: wire.spread.handle_pct,
      betShare: wire.spread.bets_pct,
    },
    ...expectedMarkets(wire),
  };
}

function expectedHistory({ data, meta }: History) {
  return {
    entries: data.map((wire) => ({
      sportsbookId: wire.book,
      recordedAt: wire.ts,
      spread: {
        awayLine: wire.spread.away_line,
        homeLine: wire.spread.home_line,
        handleShare: wire.spread.handle_pct,
        betShare: wire.spread.bets_pct,
      },
      ...expectedMarkets(wire),
    })),
    oldest: meta.oldest,
    newest: meta.newest,
    sportsbookIds: meta.books,
    totalCount: meta.total,
  };
}

function expectedMarkets({ total, moneyline }: Pick<Splits, 'total' | 'moneyline'>) {
  return {
    total: { line: total.line, handleShare: total.handle_pct, betShare: total.bets_pct },
    moneyline: {
      awayAmerican: moneyline.away_odds,
      homeAmerican: moneyline.home_odds,
      handleShare: moneyline.handle_pct,
      betShare: moneyline.bets_pct,
    },
  };
}
