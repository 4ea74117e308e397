import type { Resolution } from '../history-store.ts';
import type { IntervalPoint, Point } from '../series.ts';

/** The length of an interval, in milliseconds. `TICK` has none. */
export const INTERVAL_MS: Readonly<Record<Exclude<Resolution, 'TICK'>, number>> = {
  MINUTE: 60_000,
  FIVE_MINUTES: 300_000,
  HOUR: 3_600_000,
};

/** A point alone in its interval. */
export function alone(point: Point): IntervalPoint {
  const price = point.status === 'open' ? point.american : null;
  return { ...point, lowest: price, highest: price };
}

/** The last point of an interval, with the extremes of both. */
export function joined(earlier: IntervalPoint, later: Point): IntervalPoint {
  const { lowest, highest } = earlier;
  const { american, status } = later;
  if (status !== 'open') return { ...later, lowest, highest };
  return {
    ...later,
    lowest: Math.min(lowest ?? american, american),
    highest: Math.max(highest ?? american, american),
  };
}
