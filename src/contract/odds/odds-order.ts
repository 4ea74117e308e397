import { impliedProbability } from './implied-probability.ts';
import type { Odds, OddsSort, OddsSortField } from './odds.ts';

/** The value that a row is sorted by; null where rows keep their order. */
export type SortValue = number | string | null;

/** Returns a function that reads the sort value of a row. */
export function sortValue(sort: OddsSort | null | undefined): (odds: Odds) => SortValue {
  const field = sort?.replace('-', '') as OddsSortField | undefined;
  switch (field) {
    case undefined:
      return () => null;
    case 'odds_probability':
      return ({ odds_probability: probability, odds_american, odds_decimal }) =>
        probability ?? impliedProbability(odds_american, odds_decimal);
    case 'event_start_time':
    case 'last_seen_at': {
      const time = timeReader();
      return (odds) => time(odds[field]);
    }
    default:
      return (odds) => odds[field];
  }
}

/** Returns a function that compares two sort values in the direction of `sort`. */
export function sortComparer(
  sort: OddsSort | null | undefined,
): (a: SortValue, b: SortValue) => number {
  const direction = sort?.startsWith('-') ? -1 : 1;
  return (a, b) => {
    if (a === b || a === null || b === null) return 0;
    return a < b ? -direction : direction;
  };
}

/**
 * Reads ISO 8601 times as milliseconds, and caches them, since many rows have the same few times. An
 * invalid time counts as the epoch.
 */
export function timeReader(): (iso: string) => number {
  const known = new Map<string, number>();
  return (iso) => {
    let time = known.get(iso);
    if (time === undefined) {
      time = Date.parse(iso) || 0;
      known.set(iso, time);
    }
    return time;
  };
}
