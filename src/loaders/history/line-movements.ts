import { marketMatcher } from '../../contract/markets.ts';
import type { Resolution } from '../../history/history-store.ts';
import {
  firstToMove,
  type MainLineMovement,
  type MovingSeries,
  mainLineMovements,
} from '../../history/questions/line-movement.ts';
import type { IntervalPoint, Series, SeriesId } from '../../history/series.ts';
import { INTERVAL_MS } from '../../history/store/intervals.ts';
import { keyedBatchLoader } from '../keyed-batch.ts';
import type { LoaderScope } from '../loaders.ts';
import { historyFor } from './boards.ts';
import { boundedSeries, PAST_LIMITS, refuseTooMuch, storeFilter } from './past.ts';
import { pointsIn } from './points.ts';

interface MovementQuery {
  readonly market: string;
  readonly sportsbooks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly resolution: Resolution;
}

/** How one market of a sportsbook moved. */
interface MarketMovement extends MainLineMovement {
  readonly marketType: string;
  readonly isFirst: boolean;
}

/** The movement of the main lines of events: a few reads, whatever their number. */
export function lineMovementLoader(scope: LoaderScope, query: MovementQuery) {
  const filter = { markets: [query.market], sportsbooks: query.sportsbooks };
  const isMarket = marketMatcher(filter.markets);
  return keyedBatchLoader<MarketMovement[]>({
    load: async (eventIds) => {
      const { history, books } = await historyFor(scope, eventIds, query, 'sportsbooks');
      const asked = { ...storeFilter(filter), eventIds };
      const all = await boundedSeries((limit) => history.seriesOf(asked, limit));
      const series = all.filter(
        ({ marketType, sportsbook }) => isMarket(marketType) && books.has(sportsbook),
      );
      const points = await pointsOf(scope, series, query);
      const moving = series.map((one) => ({ series: one, points: points.get(one.id) ?? [] }));
      const events = Map.groupBy(moving, (one) => one.series.eventId);
      const { turn } = scope.past();
      const movements = new Map<string, MarketMovement[]>();
      for (const [id, some] of events) {
        await turn(); // An event may have thousands of points, of which each is compared; a board has one of each price.
        movements.set(id, movementsIn(some, query));
      }
      return movements;
    },
    missing: [],
  });
}

/** The points of series in a range, beginning with what stood before. Throws `QUERY_TOO_COMPLEX` if there are too many. */
async function pointsOf(
  scope: LoaderScope,
  series: readonly Series[],
  { from, to, resolution }: MovementQuery,
): Promise<ReadonlyMap<SeriesId, readonly IntervalPoint[]>> {
  const points = new Map<SeriesId, readonly IntervalPoint[]>();
  let read = 0;
  let seriesIds = series.map(({ id }) => id);
  while (seriesIds.length > 0) {
    // Each series has the same share. Those that have more points are read again with what the others have left.
    const limit = Math.floor((PAST_LIMITS.historyPoints - read) / seriesIds.length);
    const query = { seriesIds, from, to, resolution, limit, after: null };
    const pages = await scope.past().history.points(query);
    const more = pages.filter(({ hasMore }) => hasMore);
    for (const page of pages) {
      if (page.hasMore) continue;
      points.set(page.seriesId, pointsIn(page));
      read += page.points.length;
    }
    const known = more.reduce((sum, page) => sum + page.points.length + 1, read);
    refuseTooMuch('historyPoints', known);
    // No series left anything, and there are not too many points: so it is the changes that they sum up.
    if (more.length === pages.length) refuseTooMuch('historyTicks', PAST_LIMITS.historyTicks + 1);
    seriesIds = more.map(({ seriesId }) => seriesId);
  }
  return points;
}

function movementsIn(
  moving: readonly MovingSeries[],
  { resolution, from }: MovementQuery,
): MarketMovement[] {
  const markets = Map.groupBy(moving, ({ series }) => series.marketType);
  return [...markets].flatMap(([marketType, some]) => {
    const movements = mainLineMovements(some, INTERVAL_MS[resolution], from);
    const first = firstToMove(movements);
    return movements
      .map((one) => ({ ...one, marketType, isFirst: first.has(one) }))
      .sort((one, other) => one.movedAt - other.movedAt || 0); // NaN if neither has moved.
  });
}
