import type { PointPage } from '../history-store.ts';
import type { IntervalPoint } from '../series.ts';
import { flagsOf, fromFlags } from '../store/flags.ts';

/** Pages whose points are numbers in a row, which threads pass on in a fraction of the time that objects take. */
export interface PackedPages {
  readonly pages: readonly (Omit<PointPage, 'points'> & { readonly count: number })[];
  /** `FIELDS` numbers a point. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** Time, price, line, flags, lowest, highest. */
const FIELDS = 6;

export function packPages(pages: readonly PointPage[]): PackedPages {
  const total = pages.reduce((sum, { points }) => sum + points.length, 0);
  const numbers = new Float64Array(total * FIELDS);
  let next = 0;
  for (const { points } of pages) {
    for (const point of points) {
      numbers[next++] = point.at;
      numbers[next++] = point.american;
      numbers[next++] = point.line ?? Number.NaN;
      numbers[next++] = flagsOf(point);
      numbers[next++] = point.lowest ?? Number.NaN;
      numbers[next++] = point.highest ?? Number.NaN;
    }
  }
  const rest = pages.map(({ points, ...page }) => ({ ...page, count: points.length }));
  return { pages: rest, numbers };
}

export function unpackPages({ pages, numbers }: PackedPages): PointPage[] {
  let next = 0;
  return pages.map(({ count, ...page }) => {
    const points = Array.from({ length: count }, (_, index) => pointAt(numbers, next + index));
    next += count;
    return { ...page, points };
  });
}

function pointAt(numbers: Float64Array, index: number): IntervalPoint {
  const first = index * FIELDS;
  const numberAt = (field: number) => numbers[first + field] ?? Number.NaN;
  return {
    at: numberAt(0),
    american: numberAt(1),
    line: orNull(numberAt(2)),
    ...fromFlags(numberAt(3)),
    lowest: orNull(numberAt(4)),
    highest: orNull(numberAt(5)),
  };
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
