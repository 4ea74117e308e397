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

/** With more strings than this the pool is emptied: most are of prices that are gone. Rows keep the strings that they have. */
const STRINGS_MAX = 100_000;

/** Saves memory: `JSON.parse` makes every string anew; equal ones in the prices of boards become one here. */
export class StringPool {
  readonly #strings = new Map<string, string>();

  /** Replaces strings of a row by equal ones of the pool, to which those that it lacks are added. Returns the row. */
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
