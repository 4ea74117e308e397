import { expect, test } from 'vitest';
import { pastOf } from '../../../src/board/page/event/past-points.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** A whole hour. */
const NOON = Date.UTC(2026, 10, 21, 12);

const iso = (at: number) => new Date(at).toISOString();

type Odds = Parameters<typeof pastOf>[0];

function odds(early: readonly [number, number | null][], recent: typeof early): Odds {
  const pointsOf = (points: typeof early) => ({
    points: points.map(([at, decimal]) => ({
      at: iso(at),
      price: (decimal && { decimal }) || null,
    })),
  });
  const opening = { at: iso(NOON - 30 * HOUR), line: null, isFirstSeen: false };
  return {
    key: 'price',
    opening: { ...opening, price: { american: 100, decimal: 2 } },
    early: pointsOf(early),
    recent: pointsOf(recent),
  };
}

const pairs = (past: ReturnType<typeof pastOf>) =>
  past.points.map(({ at, decimal }) => [(at - NOON) / HOUR, decimal]);

test('a past begins at the opening, and has the points of intervals at their ends', () => {
  const past = odds([[NOON - 28.5 * HOUR, 2.1]], [[NOON - 2 * HOUR - MINUTE, 2.2]]);
  expect(pairs(pastOf(past, [], NOON))).toEqual([
    [-30, 2],
    [-28, 2.1],
    [-2, 2.2],
  ]);
});

test('a gap has no price, and after it stands what stood before or was recorded meanwhile', () => {
  const gap = { from: iso(NOON - 10 * HOUR), to: iso(NOON - 9 * HOUR) };
  expect(pairs(pastOf(odds([], []), [gap], NOON))).toEqual([
    [-30, 2],
    [-10, null],
    [-9, 2],
  ]);
  const recorded = odds([], [[NOON - 9.5 * HOUR, 2.4]]);
  expect(pairs(pastOf(recorded, [gap], NOON))).toEqual([
    [-30, 2],
    [-10, null],
    [-9, 2.4],
  ]);
});

test('a price before a gap in its interval stands from its own time on', () => {
  const gap = { from: iso(NOON - 118 * MINUTE), to: iso(NOON - 60 * MINUTE) };
  const closed = { from: iso(NOON - 28 * MINUTE), to: iso(NOON - 10 * MINUTE) };
  const recent: Parameters<typeof odds>[1] = [
    [NOON - 119 * MINUTE, 2.4],
    [NOON - 29 * MINUTE, null],
  ];
  expect(pairs(pastOf(odds([], recent), [gap, closed], NOON))).toEqual([
    [-30, 2],
    [-119 / 60, 2.4],
    [-118 / 60, null],
    [-1, 2.4],
    [-29 / 60, null],
  ]);
  const short = { from: iso(NOON - 50 * MINUTE), to: iso(NOON - 49 * MINUTE) };
  expect(pairs(pastOf(odds([[NOON - 55 * MINUTE, 2.4]], []), [short], NOON))).toEqual([
    [-30, 2],
    [-55 / 60, 2.4],
    [-50 / 60, null],
    [-49 / 60, 2.4],
  ]);
});

test('a price after a gap is drawn at the end of its interval, as all are', () => {
  const gap = { from: iso(NOON - 10 * HOUR), to: iso(NOON - 9 * HOUR) };
  const past = pastOf(odds([], [[NOON - 2 * HOUR - MINUTE, 2.2]]), [gap], NOON);
  expect(pairs(past).at(-1)).toEqual([-2, 2.2]);
});

test('a past whose first price was recorded within a gap begins when the gap is over', () => {
  const gap = { from: iso(NOON - 31 * HOUR), to: iso(NOON - 29 * HOUR) };
  expect(pairs(pastOf(odds([], []), [gap], NOON))).toEqual([[-29, 2]]);
});

test('gaps before the opening, and of a price that could not be bet, add nothing', () => {
  const before = { from: iso(NOON - 40 * HOUR), to: iso(NOON - 35 * HOUR) };
  const later = { from: iso(NOON - 10 * HOUR), to: iso(NOON - 9 * HOUR) };
  expect(pairs(pastOf(odds([[NOON - 20 * HOUR, null]], []), [before, later], NOON))).toEqual([
    [-30, 2],
    [-20, null],
  ]);
});
