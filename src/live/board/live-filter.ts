import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf } from '../../contract/odds/odds-filter.ts';

/**
 * A subscription's filter: the rows that a subscriber wants from a stream. A missing or empty list selects
 * everything. Sports must be given by their slugs (such as `basketball`); markets may also be given by an
 * alias (such as `props`).
 */
export interface LiveFilter {
  readonly sports?: readonly string[] | null;
  readonly leagues?: readonly string[] | null;
  readonly eventIds?: readonly string[] | null;
  readonly sportsbooks?: readonly string[] | null;
  readonly markets?: readonly string[] | null;
}

/** The properties of a price or an opportunity that filters test. */
export interface Filterable {
  readonly eventId: string;
  readonly league: string;
  readonly sport: string;
  readonly marketType: string;
  /** The sportsbooks where each leg can be bet. A price has one leg, an opportunity one or more. */
  readonly booksPerLeg: readonly (readonly string[])[];
}

/**
 * Returns a predicate that filters as upstream does: a list of sportsbooks selects a row if each of its legs
 * can be placed at one or more of them, not necessarily all at the same one. The predicate tests only
 * properties that never change while a row is on the board.
 */
export function liveMatcher(filter: LiveFilter): (row: Filterable) => boolean {
  const matchesEvent = anyIdOf(filter.eventIds);
  const matchesLeague = anyOf(filter.leagues);
  const matchesSport = anyOf(filter.sports);
  // An empty list of sportsbooks also selects a row with a leg that no sportsbook offers.
  const hasBookFilter = (filter.sportsbooks ?? []).length > 0;
  const matchesBook = anyOf(filter.sportsbooks);
  const matchesMarket = marketMatcher(filter.markets ?? []);
  return (row) =>
    matchesEvent(row.eventId) &&
    matchesLeague(row.league) &&
    matchesSport(row.sport) &&
    (!hasBookFilter || row.booksPerLeg.every((sportsbooks) => sportsbooks.some(matchesBook))) &&
    matchesMarket(row.marketType);
}
