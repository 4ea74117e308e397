import type { EventOddsFilter } from '../../generated/schema-types.ts';
import type { StandingPrice } from '../../history/history-store.ts';
import { type ClosedSeries, stoodAtClose } from '../../history/questions/fair-closing.ts';
import { type PriceAt, wirePrice } from '../../history/questions/wire-price.ts';
import type { Point, Series } from '../../history/series.ts';
import { eventOddsMatcher } from '../event-odds.ts';
import { keyedBatchLoader } from '../keyed-batch.ts';
import type { LoaderScope } from '../loaders.ts';
import { boundedSeries, refuseTooMuch, storeFilter, type VisibleBooks } from './past.ts';

/** Without players: only the names of an event's teams tell teams from players, and loaders don't have them. */
type BoardFilter = Omit<EventOddsFilter, 'players'>;

type ListedPrice = StandingPrice & { readonly point: Point };

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

/**
 * The history, once it holds all that the board has shown, and the sportsbooks that the caller sees. Throws
 * `TIER_RESTRICTED` if the argument names others.
 */
export async function historyFor(
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
