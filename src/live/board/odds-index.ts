import type { Odds } from '../../contract/odds/odds.ts';
import { slugOf } from '../../contract/slugs.ts';

const FIELDS = ['event_id', 'sportsbook', 'sport', 'league', 'market_type'] as const;
export type IndexedField = (typeof FIELDS)[number];

const NONE: ReadonlySet<Odds> = new Set();

/** Finds the prices of a board by the fields that filters select on. Slugs match in any case. */
export class OddsIndex {
  readonly #all = new Set<Odds>();
  readonly #parts: Readonly<Record<IndexedField, Map<string, Set<Odds>>>> = {
    event_id: new Map(),
    sportsbook: new Map(),
    sport: new Map(),
    league: new Map(),
    market_type: new Map(),
  };

  add(row: Odds): void {
    this.#all.add(row);
    for (const field of FIELDS) {
      const parts = this.#parts[field];
      const key = keyOf(field, row[field]);
      const rows = parts.get(key);
      if (rows === undefined) parts.set(key, new Set([row]));
      else rows.add(row);
    }
  }

  remove(row: Odds): void {
    this.#all.delete(row);
    for (const field of FIELDS) {
      const parts = this.#parts[field];
      const key = keyOf(field, row[field]);
      const rows = parts.get(key);
      rows?.delete(row);
      if (rows?.size === 0) parts.delete(key);
    }
  }

  /** The prices with this value, in the order in which they were added. */
  rows(field: IndexedField, value: string): ReadonlySet<Odds> {
    return this.#parts[field].get(keyOf(field, value)) ?? NONE;
  }

  /**
   * The prices with one of these values, one set for each; all prices if the list is missing or
   * empty.
   */
  parts(field: IndexedField, values: readonly string[] | null | undefined): ReadonlySet<Odds>[] {
    if (!values || values.length === 0) return [this.#all];
    const keys = new Set(values.map((value) => keyOf(field, value)));
    return Array.from(keys, (key) => this.rows(field, key));
  }

  /** All values of a field; slugs in lower case. */
  values(field: IndexedField): MapIterator<string> {
    return this.#parts[field].keys();
  }
}

/** The index key of a value. Only ids are case-sensitive. */
function keyOf(field: IndexedField, value: string): string {
  return field === 'event_id' ? value : slugOf(value);
}
