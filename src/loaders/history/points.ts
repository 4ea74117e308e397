import DataLoader from 'dataloader';
import type { Coverage, PointPage, PointsQuery, Span } from '../../history/history-store.ts';
import type { SeriesId } from '../../history/series.ts';
import type { LoaderScope } from '../loaders.ts';
import { refuseTooMuch } from './past.ts';

/** The points of series in a range: one read for all series of which an operation asks for the same. */
export function pastPointsLoader(scope: LoaderScope, query: Omit<PointsQuery, 'seriesIds'>) {
  return new DataLoader((seriesIds: readonly SeriesId[]): Promise<PointPage[]> => {
    refuseTooMuch('historyPoints', seriesIds.length * query.limit);
    return scope.past().history.points({ ...query, seriesIds });
  });
}

/** When the board was watched: one read for each range of an operation. */
export function coverageLoader(scope: LoaderScope) {
  return new DataLoader<Span, Coverage, string>(
    (ranges) => Promise.all(ranges.map((range) => scope.past().history.coverage(range))),
    { cacheKeyFn: ({ from, to }) => `${from}-${to}` },
  );
}
