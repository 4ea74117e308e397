import { marketMatcher } from '../../contract/markets.ts';
import type { EventOddsFilter } from '../../generated/schema-types.ts';
import type { Resolution } from '../../history/history-store.ts';
import { type ClosedSeries, stoodAtClose } from '../../history/questions/fair-closing.ts';
import {
  firstToMove,
  type MainLineMovement,
  type MovingSeries,
  mainLineMovements,
} from '../../history/questions/line-movement.ts';
import { type PriceAt, wirePrice } from '../../history/questions/wire-price.ts';
import type { IntervalPoint, Point, Series, SeriesId } from '../../history/series.ts';
import { INTERVAL_MS } from '../../history/store/intervals.ts';
import { eventOddsMatcher } from '../event-odds.ts';
import { keyedBatchLoader } from '../keyed-batch.ts';
import type { LoaderScope } from '../loaders.ts';
import {
  boundedSeries,
  PAST_LIMITS,
  refuseTooMuch,
  storeFilter,
  type VisibleBooks,
} from './past.ts';
import { pointsIn } from './points.ts';

/** Without players: only the names of an event's teams tell teams from players, and loaders don't have them. */
type BoardFilter = Omit<EventOddsFilter, 'players'>;

interface ListedPrice {
  readonly series: Series;
  readonly point: Point;
}

/** What was listed of events at a time that is over, and matches a filter; null if the board was not watched then. */
export function pastBoardLoader(scope: LoaderScope, at: number, filter: BoardFilter) {
  return keyedBatchLoader<ListedPrice[] | null>({
    load: async (eventIds) => {
      const { history, books } = await historyFor(scope, eventIds, filter);
      const { gaps } = await history.coverage({ from: at, to: at + 1 });
      if (gaps.length > 0) return new Map();
      const asked = { ...storeFilter(filter), eventIds };
      const standing = await boundedSeries((limit) => history.standingAt(asked, at, limit));
      const matches = historicMatcher(filter, books);
      const visible = standing.flatMap(({ series, point }) =>
        point !== null && matches(series, point) ? [{ series, point }] : [],
      );
      const byEvent = Map.groupBy(visible, ({ series }) => series.eventId);
      return new Map(eventIds.map((id) => [id, byEvent.get(id) ?? []]));
    },
    missing: null,
  });
}

/** The closings of events that match a filter, provisional ones too: of what was listed when play began. */
export function closingBoardLoader(scope: LoaderScope, filter: BoardFilter) {
  return keyedBatchLoader<ClosedSeries[]>({
    load: async (eventIds) => {
      const { history, books, clock } = await historyFor(scope, eventIds, filter);
      const asked = { ...storeFilter(filter), eventIds };
      const series = await boundedSeries((limit) => history.closings(asked, clock.now(), limit));
      const matches = historicMatcher(filter, books);
      const closed = series.filter(stoodAtClose).filter((one) => matches(one, one.closing));
      return Map.groupBy(closed, ({ eventId }) => eventId);
    },
    missing: [],
  });
}

/** Tests past prices against the filter of present ones. */
function historicMatcher(filter: BoardFilter, books: VisibleBooks) {
  const matches = eventOddsMatcher(filter);
  return (series: Series, price: PriceAt): boolean =>
    books.has(series.sportsbook) && matches(wirePrice(series, price));
}

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

/**
 * The history, once it holds all that the board has shown, and the sportsbooks that the caller sees. Throws
 * `TIER_RESTRICTED` if the argument names others.
 */
async function historyFor(
  scope: LoaderScope,
  eventIds: readonly string[],
  { sportsbooks }: { readonly sportsbooks?: readonly string[] | null },
  argument = 'filter.sportsbooks',
) {
  refuseTooMuch('historyEvents', eventIds.length);
  const { history, clock, books: recorded } = scope.past();
  const books = await recorded.visibleTo(await scope.tier());
  books.refuseAbove(sportsbooks, argument);
  await history.settled();
  return { history, clock, books };
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
