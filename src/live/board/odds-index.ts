import type { Odds } from '../../contract/odds/odds.ts';
import { slugOf } from '../../contract/slugs.ts';
import { CompactSet } from './memory/compact-collections.ts';

const FIELDS = ['event_id', 'sportsbook', 'sport', 'league', 'market_type'] as const;
export type IndexedField = (typeof FIELDS)[number];

const NONE: ReadonlySet<Odds> = new Set();

/** An index of a board's current prices by the fields that filters test. Event ids are case-sensitive. */
export class OddsIndex {
  /** For each field, the prices with each of its values. */
  readonly #buckets: Readonly<Record<IndexedField, Map<string, Set<Odds>>>> = {
    event_id: new Map(),
    sportsbook: new Map(),
    sport: new Map(),
    league: new Map(),
    market_type: new Map(),
  };

  add(row: Odds): void {
    for (const field of FIELDS) {
      const buckets = this.#buckets[field];
      const key = keyOf(field, row[field]);
      const rows = buckets.get(key) ?? new CompactSet();
      buckets.set(key, rows.add(row));
    }
  }

  remove(row: Odds): void {
    for (const field of FIELDS) {
      const buckets = this.#buckets[field];
      const key = keyOf(field, row[field]);
      const rows = buckets.get(key);
      rows?.delete(row);
      if (rows?.size === 0) buckets.delete(key);
    }
  }

  /** The prices with this value, in the order in which they were added. Empty if there are none. */
  rows(field: IndexedField, value: string): ReadonlySet<Odds> {
    return this.#buckets[field].get(keyOf(field, value)) ?? NONE;
  }

  /** One set of prices for each of these values, or for every value if the list is missing or empty. */
  buckets(field: IndexedField, values: readonly string[] | null | undefined): ReadonlySet<Odds>[] {
    if (!values || values.length === 0) return [...this.#buckets[field].values()];
    const keys = new Set(values.map((value) => keyOf(field, value)));
    return Array.from(keys, (key) => this.rows(field, key));
  }

  /** All values of a field on the board, in lower case except event ids. */
  values(field: IndexedField): MapIterator<string> {
    return this.#buckets[field].keys();
  }
}

/** The index key of a value: in lower case, except an event id. */
function keyOf(field: IndexedField, value: string): string {
  return field === 'event_id' ? value : slugOf(value);
}
