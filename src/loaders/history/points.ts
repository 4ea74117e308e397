import DataLoader from 'dataloader';
import type { Coverage, PointPage, PointsQuery, Span } from '../../history/history-store.ts';
import type { IntervalPoint, SeriesId } from '../../history/series.ts';
import { intervalOfOne } from '../../history/store/intervals.ts';
import type { LoaderScope } from '../loaders.ts';
import { PAST_LIMITS, refuseTooMuch } from './past.ts';

/** The points of series in a range: one read for all series of which an operation asks for the same. */
export function pastPointsLoader(scope: LoaderScope, query: Omit<PointsQuery, 'seriesIds'>) {
  return new DataLoader(async (seriesIds: readonly SeriesId[]): Promise<PointPage[]> => {
    refuseTooMuch('historyPoints', seriesIds.length * query.limit);
    const pages = await scope.past().history.points({ ...query, seriesIds });
    // Not even one interval of a page was summed up: there would be no end to the pages.
    if (pages.some(({ points, hasMore }) => hasMore && points.length === 0)) {
      refuseTooMuch('historyTicks', PAST_LIMITS.historyTicks + 1);
    }
    return pages;
  });
}

/** The points of a page, beginning with the one that stood before the range. */
export function pointsIn({ standing, points }: PointPage): readonly IntervalPoint[] {
  return standing === null ? points : [intervalOfOne(standing), ...points];
}

/** When the board was watched: one read for each range of an operation. */
export function coverageLoader(scope: LoaderScope) {
  return new DataLoader<Span, Coverage, string>(
    (ranges) => Promise.all(ranges.map((range) => scope.past().history.coverage(range))),
    { cacheKeyFn: ({ from, to }) => `${from}-${to}` },
  );
}
