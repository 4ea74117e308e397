import type { Odds, OddsSort, OddsSortField } from './odds.ts';

/** What a row is sorted by; null in the board's own order. */
export type SortValue = number | string | null;

/** Reads what `sort` sorts by. */
export function sortValue(sort: OddsSort | null | undefined): (odds: Odds) => SortValue {
  const field = sort?.replace('-', '') as OddsSortField | undefined;
  switch (field) {
    case undefined:
      return () => null;
    case 'odds_probability':
      return (odds) => odds.odds_probability ?? 1 / odds.odds_decimal;
    case 'event_start_time':
    case 'last_seen_at': {
      const time = timeReader();
      return (odds) => time(odds[field]);
    }
    default:
      return (odds) => odds[field];
  }
}

/** Compares what `sort` sorts by, in its direction. */
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
 * Reads ISO 8601 times as milliseconds, remembering what it has read: boards repeat few times often.
 * What is no time counts as the epoch.
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
