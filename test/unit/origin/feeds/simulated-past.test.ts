import { describe, expect, test } from 'vitest';
import type { PastRecord } from '../../../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const HOUR = 3_600_000;
const STEP = 300_000;

const SMALL = { games: 16, sportsbooks: ['draftkings', 'bet365', 'pinnacle', 'novig'] };

function start(seed = 1) {
  const clock = new ManualClock();
  const feed = startSimulation({ ...SMALL, clock, seed, pastHours: 24 });
  const present = new Map([...feed.board.rows()].map(({ odds }) => [odds.id, odds]));
  return { clock, feed, present };
}

function pricesIn(records: readonly PastRecord[]) {
  return records.flatMap((record) => ('series' in record ? [record] : []));
}

describe('the past of the simulation', () => {
  const { clock, feed, present } = start();
  const now = clock.now();
  clock.advance(600_000); // The board moves on before the past is read.
  const records = [...(feed.past ?? [])];
  const prices = pricesIn(records);
  feed.stop();

  test('ends at the price that every main market has when the simulation starts', () => {
    const listed = prices.filter(({ series }) => present.has(series.upstreamId));
    expect(listed.length).toBeGreaterThan(100);
    for (const { series, points } of listed) {
      const odds = present.get(series.upstreamId);
      const last = points.at(-1);
      expect([last?.american, last?.line, last?.status]).toEqual([
        odds?.odds_american,
        odds?.line ?? null,
        'open',
      ]);
      expect(last?.isLive).toBe(odds?.is_live);
    }
    const games = new Set(
      [...present.values()]
        .filter(({ market_type }) => market_type === 'moneyline')
        .map(({ event_id }) => event_id),
    );
    const told = new Set(listed.map(({ event }) => event.id));
    expect(games.difference(told)).toEqual(new Set());
  });

  test('has only changes, at five minutes, within its hours, and its prices moved', () => {
    let changes = 0;
    const wrong = prices.flatMap(({ points }) => {
      changes += points.length - 1;
      return points.filter(({ at, american, line, isLive, status }, index) => {
        const before = points[index - 1];
        const isOnTime = at % STEP === 0 && at >= now - 24 * HOUR && at <= now;
        const isChange =
          before === undefined ||
          (at > before.at &&
            (american !== before.american ||
              line !== before.line ||
              isLive !== before.isLive ||
              status !== before.status));
        return !isOnTime || !isChange || Math.abs(american) < 100;
      });
    });
    expect(wrong).toEqual([]);
    expect(changes).toBeGreaterThan(3 * prices.length);
    expect(records.at(-1)).toEqual({ coverage: { from: now - 24 * HOUR, to: now } });
  });

  test('has games that are over, with prices before and in play', () => {
    const over = prices.filter(({ series }) => !present.has(series.upstreamId));
    expect(new Set(over.map(({ event }) => event.id)).size).toBeGreaterThan(5);
    const listed = new Set([...present.values()].map(({ event_id }) => event_id));
    for (const { event, points } of over) {
      expect(event.startedAt).toBe(event.startsAt);
      expect(points.some(({ at, isLive }) => at < event.startsAt && !isLive)).toBe(true);
      expect(points.at(-1)).toMatchObject({ status: 'removed', isLive: true });
      expect(listed.has(event.id)).toBe(false);
    }
  });

  test('is the same for the same seed and clock, and leaves the board as it is without a past', () => {
    const again = start();
    expect([...(again.feed.past ?? [])]).toEqual(records);
    const other = start(2);
    expect([...(other.feed.past ?? [])]).not.toEqual(records);
    const without = startSimulation({ ...SMALL, clock: new ManualClock(), seed: 1 });
    expect([...without.board.rows()].map(({ odds }) => odds)).toEqual([...again.present.values()]);
    expect(without.past).toBeUndefined();
    for (const { feed: one } of [again, other]) one.stop();
    without.stop();
  });
});
