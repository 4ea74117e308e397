import { afterEach, beforeEach, expect, test } from 'vitest';
import { OddsMirror } from '../../../harness/clients/odds-mirror.ts';
import type { SseReader } from '../../../harness/clients/sse-reader.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';
import { openStream } from './open-stream.ts';

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

/** Opens a stream and reads its snapshot. */
async function ready(path: string): Promise<SseReader> {
  const stream = await openStream(origin, path);
  await stream.until('snapshot:complete');
  return stream;
}

/** The kinds of the events before the next heartbeat. */
async function kindsUntilHeartbeat(stream: SseReader): Promise<string[]> {
  clock.advance(30_000);
  const kinds: string[] = [];
  for (let { kind } = await stream.next(); kind !== 'heartbeat'; { kind } = await stream.next()) {
    kinds.push(kind);
  }
  return kinds;
}

test('sends nothing for a price that is only seen again', async () => {
  const [row] = feed.offer([price()]);
  const stream = await ready('/stream/odds');
  if (row !== undefined) {
    feed.change(row, { last_seen_at: '2026-11-21T18:00:05Z', public_bet_pct: 0.3, max_bet: 5 });
  }
  expect(await kindsUntilHeartbeat(stream)).toEqual([]);
});

test.each([
  ['price', { odds_american: 105, odds_decimal: 2.05 }],
  ['line', { line: 2.5 }],
  ['live flag', { is_live: true }],
])('sends a delta when only the %s of a price changes', async (_, change) => {
  const [row] = feed.offer([price()]);
  const stream = await ready('/stream/odds');
  if (row !== undefined) feed.change(row, change);
  expect((await stream.take('odds:update')).odds).toMatchObject([{ id: '1', ...change }]);
});

test('groups simultaneous changes by book', async () => {
  const rows = feed.offer([
    price({ id: '1' }),
    price({ id: '2', sportsbook: 'fanduel' }),
    price({ id: '3' }),
  ]);
  const stream = await ready('/stream/odds');
  feed.put(rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, odds_decimal: 3 } })));
  const updates = [await stream.take('odds:update'), await stream.take('odds:update')];
  expect(updates.map(({ book, odds }) => [book, odds.map(({ id }) => id)])).toEqual([
    ['draftkings', ['1', '3']],
    ['fanduel', ['2']],
  ]);
});

test('splits many changes of one book into chunks, all but the last marked as partial', async () => {
  const rows = feed.offer(Array.from({ length: 2500 }, (_, id) => price({ id: `${id}` })));
  const stream = await ready('/stream/odds');
  feed.put(rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, odds_decimal: 3 } })));
  const parts = [
    await stream.take('odds:update'),
    await stream.take('odds:update'),
    await stream.take('odds:update'),
  ];
  expect(parts.map(({ count, partial }) => [count, partial])).toEqual([
    [1000, true],
    [1000, true],
    [500, false],
  ]);
  expect(parts.flatMap(({ odds }) => odds)).toHaveLength(2500);
});

test('sends the prices of an ended event as removed', async () => {
  feed.offer([price()]);
  const stream = await ready('/stream/odds');
  feed.end(['game']);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['1'] });
});

test('sends a price that is removed twice only once', async () => {
  const rows = feed.offer([price()]);
  const stream = await ready('/stream/odds');
  feed.withdraw(rows);
  feed.withdraw(rows);
  expect(await kindsUntilHeartbeat(stream)).toEqual(['odds:removed']);
});

test('sends a new price in full, as a chunk of the snapshot after the earlier ones', async () => {
  feed.offer([price({ id: '1' }), price({ id: '2' })]);
  const stream = await ready('/stream/odds');
  feed.offer([price({ id: '3', selection: 'Everton' })]);
  expect(await stream.take('snapshot')).toMatchObject({
    odds: [{ id: '3', selection: 'Everton', deep_link: 'https://sportsbook.draftkings.com/' }],
    count: 1,
    total: 3,
    offset: 2,
    has_more: false,
  });
});

test('later snapshot chunks take account of prices removed in between', async () => {
  const rows = feed.offer([price({ id: '1' }), price({ id: '2' })]);
  const stream = await ready('/stream/odds');
  feed.withdraw(rows.slice(0, 1));
  feed.offer([price({ id: '3' })]);
  expect(await stream.until('snapshot')).toMatchObject({ total: 2, offset: 1 });
});

test('sends a removed price in full when it reappears', async () => {
  const rows = feed.offer([price()]);
  const stream = await ready('/stream/odds');
  feed.withdraw(rows);
  feed.put(rows);
  expect(await kindsUntilHeartbeat(stream)).toEqual(['odds:removed', 'snapshot']);
});

test('sends every row of a shared id', async () => {
  const rows = feed.offer([price({ id: '5' }), price({ id: '5', selection: 'Everton' })]);
  const stream = await ready('/stream/odds');
  expect(stream.all('snapshot')[0]?.odds.map(({ selection }) => selection)).toEqual([
    'Arsenal',
    'Everton',
  ]);
  feed.withdraw(rows);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['5', '5'], count: 2 });
});

const OTHER = {
  sport: ['sport=tennis', { sport: 'tennis' }],
  'a sport by its alias': ['sport=ice_hockey', { sport: 'hockey' }],
  league: ['league=nba', { league: 'nba' }],
  sportsbook: ['sportsbook=fanduel', { sportsbook: 'fanduel' }],
  event: ['event=final', { event_id: 'final' }],
  market: ['market=point_spread', { market_type: 'point_spread' }],
  'a market by its alias': ['market=props', { market_type: 'player_points' }],
} as const;

test.each(Object.entries(OTHER))('a filter of %s holds for every kind', async (_, [query, its]) => {
  const rows = feed.offer([price({ id: 'no' }), price({ id: 'yes', ...its })]);
  const stream = await ready(`/stream/odds?${query}`);
  expect(stream.all('snapshot')).toMatchObject([{ total: 1, odds: [{ id: 'yes' }] }]);
  feed.put(rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, odds_decimal: 3 } })));
  expect(await stream.take('odds:update')).toMatchObject({ count: 1, odds: [{ id: 'yes' }] });
  feed.offer([price({ id: 'no 2' }), price({ id: 'yes 2', ...its })]);
  expect(await stream.take('snapshot')).toMatchObject({ total: 2, odds: [{ id: 'yes 2' }] });
  feed.withdraw(rows);
  expect(await stream.take('odds:removed')).toMatchObject({ ids: ['yes'] });
  expect(await kindsUntilHeartbeat(stream)).toEqual([]);
});

test('never sends prices of books above the tier', async () => {
  const rows = feed.offer([price({ id: '1', sportsbook: 'pinnacle' }), price({ id: '2' })]);
  const stream = await openStream(origin, '/stream?channel=all', 'pro');
  const complete = await stream.until('snapshot:complete');
  expect(complete).toMatchObject({ books: ['draftkings'], total_odds: 1 });
  feed.put(rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, odds_decimal: 3 } })));
  feed.withdraw(rows);
  await kindsUntilHeartbeat(stream);
  expect(JSON.stringify(stream.events)).not.toContain('pinnacle');
  expect(stream.all('odds:update')).toHaveLength(1);
});

test('a client that applies all frames has the board', async () => {
  const mirror = new OddsMirror();
  const rows = feed.offer(Array.from({ length: 50 }, (_, id) => price({ id: `${id}` })));
  const stream = await ready('/stream/odds');
  feed.put(rows.slice(0, 30).map((row, n) => ({ ...row, odds: { ...row.odds, odds_decimal: n } })));
  feed.withdraw(rows.slice(20, 40));
  feed.offer([price({ id: 'new' })]);
  feed.put(rows.slice(35, 45).map((row) => ({ ...row, odds: { ...row.odds, line: 1.5 } })));
  await kindsUntilHeartbeat(stream);
  for (const event of stream.events) mirror.apply(event);
  const held = [...mirror.odds.values()].map(({ id, odds_decimal, line }) => [
    id,
    odds_decimal,
    line,
  ]);
  const board = [...feed.board.rows()].map(({ odds }) => [odds.id, odds.odds_decimal, odds.line]);
  expect(held.sort()).toEqual(board.sort());
});

test('sends changes during a snapshot after it', async () => {
  const [first] = feed.offer(
    Array.from({ length: 10_000 }, (_, index) => price({ id: `${index + 1}` })),
  );
  const stream = await openStream(origin, '/stream/odds');
  if (first !== undefined) feed.change(first, { odds_american: 120, odds_decimal: 2.2 });
  await stream.until('snapshot:complete');
  expect(stream.all('snapshot').flatMap(({ odds }) => odds)).toHaveLength(10_000);
  expect(await stream.take('odds:update')).toMatchObject({
    odds: [{ id: '1', odds_american: 120 }],
  });
});

test('streams an event that comes onto the board later', async () => {
  const stream = await openStream(origin, '/stream/events/late-game?channel=opportunities');
  expect(await stream.take('connected')).toMatchObject({
    channel: 'odds',
    filters: { event: ['late-game'] },
  });
  await stream.until('snapshot:complete');
  feed.offer([price({ id: 'other' })]);
  feed.offer([price({ id: '7', event_id: 'late-game' })], [event({ id: 'late-game' })]);
  expect(await stream.take('snapshot')).toMatchObject({ odds: [{ id: '7' }] });
});
