import type { Odds } from '../contract/odds.ts';

const NONE: ReadonlySet<Odds> = new Set();

/** Finds the prices of a board by event, and tells which sportsbooks it has prices of. */
export class OddsIndex {
  readonly #byEvent = new Map<string, Set<Odds>>();
  readonly #perSportsbook = new Map<string, number>();

  add(row: Odds): void {
    const rows = this.#byEvent.get(row.event_id);
    if (rows === undefined) this.#byEvent.set(row.event_id, new Set([row]));
    else rows.add(row);
    this.#count(row.sportsbook, 1);
  }

  remove(row: Odds): void {
    const rows = this.#byEvent.get(row.event_id);
    if (rows?.delete(row) !== true) return;
    if (rows.size === 0) this.#byEvent.delete(row.event_id);
    this.#count(row.sportsbook, -1);
  }

  /** The prices of an event, in the order in which they came onto the board. */
  ofEvent(eventId: string): ReadonlySet<Odds> {
    return this.#byEvent.get(eventId) ?? NONE;
  }

  has(sportsbook: string): boolean {
    return this.#perSportsbook.has(sportsbook);
  }

  #count(sportsbook: string, change: number): void {
    const count = (this.#perSportsbook.get(sportsbook) ?? 0) + change;
    if (count === 0) this.#perSportsbook.delete(sportsbook);
    else this.#perSportsbook.set(sportsbook, count);
  }
}
