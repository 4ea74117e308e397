import type { Odds } from '../../../contract/odds/odds.ts';

/** Fields that have the same value in many prices. */
const SHARED_FIELDS = [
  'sportsbook',
  'event_id',
  'sport',
  'league',
  'home_team',
  'away_team',
  'market_type',
  'selection',
  'selection_type',
  'event_start_time',
  'player_name',
  'stat_category',
] as const;

/** Beyond this many strings the pool begins anew: most of them belong to prices that are gone. */
const STRINGS_MAX = 100_000;

/** Interns strings to save memory: equal values in the prices of boards share one string. */
export class StringPool {
  readonly #strings = new Map<string, string>();

  /** Replaces the row's strings by the equal ones in the pool, or adds them to it. Returns the same row. */
  shareStrings(row: Odds): Odds {
    if (this.#strings.size > STRINGS_MAX) this.#strings.clear();
    for (const field of SHARED_FIELDS) {
      const value = row[field];
      if (typeof value !== 'string') continue;
      const shared = this.#strings.get(value);
      if (shared === undefined) this.#strings.set(value, value);
      else row[field] = shared;
    }
    return row;
  }
}
