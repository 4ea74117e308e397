import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf } from '../../contract/odds-filter.ts';

/**
 * What a subscriber wants of a stream: no list, or an empty one, wants everything. Sports by their own
 * names, markets by aliases too.
 */
export interface LiveFilter {
  readonly sports?: readonly string[] | null;
  readonly leagues?: readonly string[] | null;
  readonly eventIds?: readonly string[] | null;
  readonly sportsbooks?: readonly string[] | null;
  readonly markets?: readonly string[] | null;
}

/** What a filter looks at in a price or an opportunity. */
export interface Filterable {
  readonly eventId: string;
  readonly league: string;
  readonly sport: string;
  readonly marketType: string;
  /** For each bet that it takes, the books where it can be placed. */
  readonly books: readonly (readonly string[])[];
}

/**
 * The filter as a test, as upstream filters: one of sportsbooks lets through what can be bet at those
 * alone. It looks only at what never changes while a thing is on the board.
 */
export function liveMatcher(filter: LiveFilter): (thing: Filterable) => boolean {
  const event = anyIdOf(filter.eventIds);
  const league = anyOf(filter.leagues);
  const sport = anyOf(filter.sports);
  const namesBooks = (filter.sportsbooks ?? []).length > 0;
  const book = anyOf(filter.sportsbooks);
  const market = marketMatcher(filter.markets ?? []);
  return (thing) =>
    event(thing.eventId) &&
    league(thing.league) &&
    sport(thing.sport) &&
    (!namesBooks || thing.books.every((places) => places.some(book))) &&
    market(thing.marketType);
}
