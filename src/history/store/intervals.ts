import type { PointsQuery, Resolution } from '../history-store.ts';
import type { IntervalPoint, Point } from '../series.ts';
import type { Ticks } from './sql.ts';

/** The length of an interval, in milliseconds. The times of a series' points differ, so each is one of its own at `TICK`. */
export const INTERVAL_MS: Readonly<Record<Resolution, number>> = {
  TICK: 1,
  MINUTE: 60_000,
  FIVE_MINUTES: 300_000,
  HOUR: 3_600_000,
};

/** The most points that one read may sum up, of all its series together. */
export const TICKS_MAX = 1_000_000;

/** How many points of each series a read may look at. An interval that is not over by then is left out. */
export function ticksMax({ resolution, limit, seriesIds }: PointsQuery): number {
  return resolution === 'TICK' ? limit + 1 : Math.floor(TICKS_MAX / seriesIds.length);
}

/** A page of a series, made of its points from `ticks`: `ticksMax` of them at most, in the order of time. */
export function pageOf(
  ticks: Iterable<Point>,
  { limit, resolution }: PointsQuery,
  ticksMax: number,
): Ticks {
  const length = INTERVAL_MS[resolution];
  const points: IntervalPoint[] = [];
  let read = 0;
  for (const point of ticks) {
    read += 1;
    const last = points.at(-1);
    if (last && Math.floor(last.at / length) === Math.floor(point.at / length)) {
      points[points.length - 1] = joined(last, point);
    } else if (points.length === limit) return { points, hasMore: true };
    else points.push(alone(point));
  }
  // The last interval may go on after the last point that was read.
  return read < ticksMax
    ? { points, hasMore: false }
    : { points: points.slice(0, -1), hasMore: true };
}

/** A point alone in its interval. */
export function alone(point: Point): IntervalPoint {
  const price = point.status === 'open' ? point.american : null;
  return { ...point, lowest: price, highest: price };
}

/** The last point of an interval, with the extremes of both. */
function joined(earlier: IntervalPoint, later: Point): IntervalPoint {
  const { lowest, highest } = earlier;
  const { american, status } = later;
  if (status !== 'open') return { ...later, lowest, highest };
  return {
    ...later,
    lowest: Math.min(lowest ?? american, american),
    highest: Math.max(highest ?? american, american),
  };
}
