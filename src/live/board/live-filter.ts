import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf } from '../../contract/odds/odds-filter.ts';

/**
 * Selects a part of a stream. A missing or empty list selects everything. Sports are given by their
 * own slugs, markets also by aliases.
 */
export interface LiveFilter {
  readonly sports?: readonly string[] | null;
  readonly leagues?: readonly string[] | null;
  readonly eventIds?: readonly string[] | null;
  readonly sportsbooks?: readonly string[] | null;
  readonly markets?: readonly string[] | null;
}

/** The properties of a price or an opportunity that filters look at. */
export interface Filterable {
  readonly eventId: string;
  readonly league: string;
  readonly sport: string;
  readonly marketType: string;
  /** For each of its bets, the sportsbooks where the bet can be placed. */
  readonly books: readonly (readonly string[])[];
}

/**
 * A predicate that filters as upstream does: a list of sportsbooks selects items whose every bet can be
 * placed at one of them. It depends only on properties that never change while an item is on the board.
 */
export function liveMatcher(filter: LiveFilter): (item: Filterable) => boolean {
  const event = anyIdOf(filter.eventIds);
  const league = anyOf(filter.leagues);
  const sport = anyOf(filter.sports);
  const namesBooks = (filter.sportsbooks ?? []).length > 0;
  const book = anyOf(filter.sportsbooks);
  const market = marketMatcher(filter.markets ?? []);
  return (item) =>
    event(item.eventId) &&
    league(item.league) &&
    sport(item.sport) &&
    (!namesBooks || item.books.every((sportsbooks) => sportsbooks.some(book))) &&
    market(item.marketType);
}
