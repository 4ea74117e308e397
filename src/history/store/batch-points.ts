import type { Batch, BatchPoint } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { dayOf } from './days.ts';

/** A point with the number of its series. */
export interface NumberedPoint {
  readonly id: SeriesId;
  readonly point: BatchPoint;
}

/** A batch's points by their days, earliest first, and within a day as a database keeps them: by series and time. */
export function pointsByDay(
  { points }: Batch,
  seriesIds: readonly SeriesId[],
): (readonly [day: number, points: readonly NumberedPoint[]])[] {
  const numbered = points.map((point) => ({
    id: seriesIds[point.series] ?? unknownSeries(),
    point,
  }));
  const days = Map.groupBy(numbered, ({ point }) => dayOf(point.at));
  for (const ofDay of days.values()) {
    ofDay.sort((one, other) => one.id - other.id || one.point.at - other.point.at);
  }
  return [...days].sort(([one], [other]) => one - other);
}

/** The earliest point of each series that a batch gives by key, by the index of the series: perhaps its opening. */
export function earliestPoints({ series, points }: Batch): Map<number, BatchPoint> {
  const earliest = new Map<number, BatchPoint>();
  for (const point of points) {
    if (typeof series[point.series] === 'number' || point.status === 'removed') continue;
    const known = earliest.get(point.series);
    if (known === undefined || point.at < known.at) earliest.set(point.series, point);
  }
  return earliest;
}

function unknownSeries(): never {
  throw new RangeError('A point of a batch has no series.');
}
