import { marketMatcher, marketTypes, PROPS_ALIAS } from '../../contract/markets.ts';
import { anyOf } from '../../contract/odds/odds-filter.ts';
import type { Resolution, StandingPrice } from '../../history/history-store.ts';
import {
  firstToMove,
  type MainLineMovement,
  type MovingSeries,
  mainLineMovements,
} from '../../history/questions/line-movement.ts';
import type { IntervalPoint, Series } from '../../history/series.ts';
import { alone } from '../../history/store/intervals.ts';
import { keyedBatchLoader } from '../keyed-batch.ts';
import type { LoaderScope } from '../loaders.ts';
import { PAST_LIMITS, refuseTooMuch } from './past.ts';

/** What was listed of events at a time that is over; null if the board was not watched then. */
export function pastBoardLoader(scope: LoaderScope, at: number) {
  return keyedBatchLoader<StandingPrice[] | null>({
    load: async (eventIds) => {
      const { history, books } = await readable(scope, eventIds);
      const { gaps } = await history.coverage({ from: at, to: at + 1 });
      if (gaps.length > 0) return new Map();
      const standing = await history.standingAt({ eventIds }, at);
      const visible = standing.filter(({ series }) => books.has(series.sportsbook));
      const known = new Map<string, StandingPrice[] | null>(eventIds.map((id) => [id, []]));
      for (const [id, prices] of Map.groupBy(visible, ({ series }) => series.eventId)) {
        known.set(id, prices);
      }
      return known;
    },
    missing: null,
  });
}

/** The closings of events, provisional ones too. */
export function closingBoardLoader(scope: LoaderScope) {
  return keyedBatchLoader<Series[]>({
    load: async (eventIds) => {
      const { history, books } = await readable(scope, eventIds);
      const series = await history.closings({ eventIds });
      const closed = series.filter((one) => one.closing !== null && books.has(one.sportsbook));
      return Map.groupBy(closed, ({ eventId }) => eventId);
    },
    missing: [],
  });
}

export interface MovementQuery {
  readonly market: string;
  readonly sportsbooks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly resolution: Resolution;
}

/** How one market of a sportsbook moved. */
export interface MarketMovement extends MainLineMovement {
  readonly marketType: string;
  readonly isFirst: boolean;
}

/** The movement of the main lines of events: two reads, whatever their number. */
export function lineMovementLoader(scope: LoaderScope, query: MovementQuery) {
  const isBook = anyOf(query.sportsbooks);
  const types = marketTypes([query.market]);
  const isProps = types.includes(PROPS_ALIAS);
  const isMarket = marketMatcher([query.market]);
  return keyedBatchLoader<MarketMovement[]>({
    load: async (eventIds) => {
      const { history, books } = await readable(scope, eventIds);
      const named = isProps ? {} : { marketTypes: types };
      const all = await history.seriesOf({ eventIds, ...named });
      const series = all.filter(
        ({ marketType, sportsbook }) =>
          isMarket(marketType) && isBook(sportsbook) && books.has(sportsbook),
      );
      const points = await pointsOf(scope, series, query);
      const moving = series.map((one, index) => ({ series: one, points: points[index] ?? [] }));
      const events = Map.groupBy(moving, (one) => one.series.eventId);
      return new Map([...events].map(([id, some]) => [id, movementsIn(some, query.resolution)]));
    },
    missing: [],
  });
}

/** The history, once it holds all that the board has shown, and the sportsbooks that the caller sees. */
async function readable(scope: LoaderScope, eventIds: readonly string[]) {
  refuseTooMuch('historyEvents', eventIds.length);
  const past = scope.past();
  const [books] = await Promise.all([past.booksFor(await scope.tier()), past.history.settled()]);
  return { history: past.history, books };
}

/** The points of series in a range, beginning with what stood before. Throws `QUERY_TOO_COMPLEX` if there are too many. */
async function pointsOf(
  scope: LoaderScope,
  series: readonly Series[],
  { from, to, resolution }: MovementQuery,
): Promise<IntervalPoint[][]> {
  if (series.length === 0) return [];
  refuseTooMuch('historySeries', series.length);
  const limit = Math.floor(PAST_LIMITS.historyPoints / series.length);
  const seriesIds = series.map(({ id }) => id);
  const query = { seriesIds, from, to, resolution, limit, after: null };
  const pages = await scope.past().history.points(query);
  if (pages.some(({ hasMore }) => hasMore)) {
    refuseTooMuch('historyPoints', PAST_LIMITS.historyPoints + 1);
  }
  return pages.map(({ standing, points }) =>
    standing === null ? [...points] : [alone(standing), ...points],
  );
}

function movementsIn(moving: readonly MovingSeries[], resolution: Resolution): MarketMovement[] {
  const markets = Map.groupBy(moving, ({ series }) => series.marketType);
  return [...markets].flatMap(([marketType, some]) => {
    const movements = mainLineMovements(some, INTERVAL_MS[resolution]);
    const first = firstToMove(movements);
    return movements
      .map((one) => ({ ...one, marketType, isFirst: first.has(one) }))
      .sort((one, other) => (one.movedAt < other.movedAt ? -1 : 1));
  });
}

/** The lengths of intervals; of points that are not summed up, that of the smallest difference in time. */
const INTERVAL_MS: Readonly<Record<Resolution, number>> = {
  TICK: 1,
  MINUTE: 60_000,
  FIVE_MINUTES: 300_000,
  HOUR: 3_600_000,
};
