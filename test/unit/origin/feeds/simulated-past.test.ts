import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { simulatedPast } from '../../../../src/origin/feeds/simulation/simulated-past.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const HOUR = 3_600_000;
const STEP = 300_000;
const SMALL = { games: 16, sportsbooks: ['draftkings', 'bet365', 'pinnacle', 'novig'] };

function start(seed: number, pastHours: number) {
  const clock = new ManualClock();
  clock.advance(STEP / 2);
  const feed = startSimulation({ ...SMALL, clock, seed, pastHours });
  const odds = Array.from(feed.board.rows(), (row) => row.odds);
  return { clock, feed, odds, present: new Map(odds.map((one) => [one.id, one])) };
}

const { clock, feed, odds, present } = start(1, 24);
const now = clock.now();
clock.advance(60_000); // The board moves on before the past is read.
const records = [...(feed.past ?? [])];
const prices = records.flatMap((record) => ('series' in record ? [record] : []));
feed.stop();

test('ends at the price that every main market has when the simulation starts', () => {
  const listed = prices.filter(({ series }) => present.has(series.upstreamId));
  expect(listed.length).toBeGreaterThan(100);
  for (const { series, points } of listed) {
    const {
      odds_american: american,
      line = null,
      is_live: isLive,
    } = present.get(series.upstreamId) ?? {};
    expect(points.at(-1)).toMatchObject({ american, line, isLive, status: 'open' });
  }
  const told = new Set(listed.map(({ event }) => event.id));
  const moneylines = odds.filter(({ market_type }) => market_type === 'moneyline');
  expect(moneylines.filter(({ event_id: id }) => !told.has(id))).toEqual([]);
});

test('begins hours before the present for a game that starts in days, and has no lines that cannot be', () => {
  const isTotal = (one: Odds) => /over|under/.test(one.selection_type);
  const later = { event_start_time: new Date(now + 96 * HOUR).toISOString() };
  const low = odds.map((one) => ({ ...one, ...later, ...(isTotal(one) && { line: 0.5 }) }));
  const past = simulatedPast({
    seed: 1,
    at: now,
    hours: 24,
    present: low,
    books: [],
    eventCount: 0,
  });
  const told = [...past].flatMap((record) => ('series' in record ? [record] : []));
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter(({ points }) => (points[0]?.at ?? now) > now - HOUR)).toEqual([]);
  for (const { series, points } of told) {
    const lines = points.map(({ line }) => line ?? 0);
    if (/over|under/.test(series.selectionType)) expect(Math.min(...lines)).toBe(0.5);
    const isFixed = /set_handicap|puck_line|run_line/.test(series.marketType);
    if (isFixed) expect(new Set(lines).size, series.marketType).toBe(1);
  }
});

test('has only changes, at five minutes, within its hours, and its prices moved', () => {
  const wrong = prices.flatMap(({ points }) =>
    points.filter(({ at, ...its }, index) => {
      const { at: before, ...last } = points[index - 1] ?? { at: 0 };
      const isOnTime = at % STEP === 0 && at >= now - 24 * HOUR && at <= now && at > before;
      return !isOnTime || JSON.stringify(its) === JSON.stringify(last) || its.american ** 2 < 1e4;
    }),
  );
  expect(wrong).toEqual([]);
  const changes = prices.reduce((sum, { points }) => sum + points.length - 1, 0);
  expect(changes).toBeGreaterThan(3 * prices.length);
  const from = Math.ceil((now - 24 * HOUR) / STEP) * STEP; // What moved since then can be told, as all prices have a point.
  expect(records.at(-1)).toEqual({ coverage: { from, to: now } });
  expect(Math.min(...prices.map(({ points }) => points[0]?.at ?? now))).toBe(from);
});

test('has games that are over, with prices before and in play', () => {
  const over = prices.filter(({ series }) => !present.has(series.upstreamId));
  expect(new Set(over.map(({ event }) => event.id)).size).toBeGreaterThan(5);
  const listed = new Set(odds.map(({ event_id }) => event_id));
  for (const { event, points } of over) {
    expect(event.startedAt).toBe(event.startsAt);
    expect(points.some(({ at, isLive }) => at < event.startsAt && !isLive)).toBe(true);
    expect(points.at(-1)).toMatchObject({ status: 'removed', isLive: true });
    expect(listed.has(event.id)).toBe(false);
  }
});

test('is the same for the same seed and clock, and leaves the board as it is without a past', () => {
  expect([...(start(1, 24).feed.past ?? [])]).toEqual(records);
  expect([...(start(2, 24).feed.past ?? [])]).not.toEqual(records);
  const without = start(1, 0);
  expect([without.odds, without.feed.past]).toEqual([odds, undefined]);
});
