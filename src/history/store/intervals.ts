import type { PointsQuery, Resolution } from '../history-store.ts';
import type { IntervalPoint, Point } from '../series.ts';
import { isOpen } from './flags.ts';
import { type PackedPoints, POINT_FIELDS } from './packed-pages.ts';

/** The length of an interval, in milliseconds. The times of a series' points differ, so each is one of its own at `TICK`. */
export const INTERVAL_MS: Readonly<Record<Resolution, number>> = {
  TICK: 1,
  MINUTE: 60_000,
  FIVE_MINUTES: 300_000,
  HOUR: 3_600_000,
};

/** The most points that one read may sum up, of all its series together. */
export const TICKS_MAX = 1_000_000;

/** How many points of each series a read may look at: the last interval may go on after them, so it is left out. */
export function ticksMax({ resolution, limit, seriesIds }: PointsQuery): number {
  return resolution === 'TICK' ? limit + 1 : Math.floor(TICKS_MAX / seriesIds.length);
}

/** The columns of a point, in this order. */
export type PointColumns = readonly [
  at: number,
  american: number,
  line: number | null,
  flags: number,
];

/** The first page of what `ticks` sum up to: the points of one series in the order of time, at most `ticksMax` of them. */
export function packPage(ticks: Iterable<PointColumns>, query: PointsQuery): PackedPoints {
  const { limit, resolution } = query;
  const length = INTERVAL_MS[resolution];
  const numbers: number[] = [];
  let [read, points, interval] = [0, 0, Number.NaN];
  for (const [at, american, line, flags] of ticks) {
    read += 1;
    let [lowest, highest] = isOpen(flags) ? [american, american] : NO_PRICE;
    const current = Math.floor(at / length);
    if (current === interval) {
      const last = numbers.length - POINT_FIELDS; // The interval's last point, whose place this one takes.
      lowest = Math.min(lowest, numbers[last + 4] ?? lowest);
      highest = Math.max(highest, numbers[last + 5] ?? highest);
      numbers.length = last;
    } else if (points === limit) return { numbers: Float64Array.from(numbers), hasMore: true };
    else points += 1;
    interval = current;
    numbers.push(at, american, line ?? Number.NaN, flags, lowest, highest);
  }
  // The last interval may go on after the last point that was read.
  const hasMore = read >= ticksMax(query);
  if (hasMore) numbers.splice(-POINT_FIELDS);
  return { numbers: Float64Array.from(numbers), hasMore };
}

/** The lowest and the highest of no prices at all. */
const NO_PRICE = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

/** A point alone in its interval. */
export function intervalOfOne(point: Point): IntervalPoint {
  const price = point.status === 'open' ? point.american : null;
  return { ...point, lowest: price, highest: price };
}
