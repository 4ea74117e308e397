import type { Odds } from '../../contract/odds/odds.ts';

/** Fields whose strings many prices have in common. */
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

/** Saves memory: equal strings of the prices on a board are one string. */
export class StringPool {
  readonly #strings = new Map<string, string>();

  shareStrings(row: Odds): void {
    for (const field of SHARED_FIELDS) {
      const value = row[field];
      if (typeof value !== 'string') continue;
      const shared = this.#strings.get(value);
      if (shared === undefined) this.#strings.set(value, value);
      else row[field] = shared;
    }
  }
}
