import { marketMatcher } from '../contract/markets.ts';

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
  const events = setOf(filter.eventIds);
  const leagues = setOf(filter.leagues);
  const sports = setOf(filter.sports);
  const books = setOf(filter.sportsbooks);
  const marketMatches = marketMatcher(filter.markets ?? []);
  return (thing) =>
    (events === null || events.has(thing.eventId)) &&
    (leagues === null || leagues.has(thing.league)) &&
    (sports === null || sports.has(thing.sport)) &&
    (books === null || thing.books.every((places) => places.some((id) => books.has(id)))) &&
    marketMatches(thing.marketType);
}

function setOf(values: readonly string[] | null | undefined): ReadonlySet<string> | null {
  return values && values.length > 0 ? new Set(values) : null;
}
