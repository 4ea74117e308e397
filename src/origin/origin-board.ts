import type { EventGameState } from '../contract/events.ts';
import type { Odds } from '../contract/odds/odds.ts';
import { slugOf } from '../contract/slugs.ts';

/** An event without its prices. */
export interface EventInfo {
  readonly id: string;
  /** The ids that sportsbooks themselves use for the event, by sportsbook. */
  readonly external_ids: Readonly<Record<string, string>>;
  readonly sport: string;
  readonly league: string;
  /** Empty if the source does not name the team. The same goes for `away_team`. */
  readonly home_team: string;
  readonly away_team: string;
  readonly start_time: string;
  readonly is_live: boolean;
  /** The live score; null unless the event is live and has one. */
  readonly game_state: EventGameState | null;
}

/**
 * A price on the board. `ref` identifies it: `odds.id` does not, because the real odds service gives
 * several prices one id. A price that comes back has its old `ref`: unless a query sorts them, routes list prices in that
 * order. Rows are immutable: a change replaces the row by a new one with the same `ref` and event.
 */
export interface BoardRow {
  readonly ref: number;
  readonly odds: Odds;
}

/** Changes at one time. They are applied in the order events, upserts, removals, ended events. */
interface BoardChange {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly events: readonly EventInfo[];
  readonly upserts: readonly BoardRow[];
  readonly removals: readonly BoardRow[];
  readonly endedEventIds: readonly string[];
}

/** A change with its effect on the board. */
export interface AppliedChange extends BoardChange {
  /** The rows that `upserts` replaced, in the same order; undefined for a new row. */
  readonly replaced: readonly (BoardRow | undefined)[];
  /** The rows that left the board, including those of ended events. */
  readonly removed: readonly BoardRow[];
}

type BoardListener = (change: AppliedChange) => void;

/** The current state of every event and price, from a simulation or a recording. */
export class Board {
  readonly #events = new Map<string, EventInfo>();
  readonly #rows = new Map<number, BoardRow>();
  readonly #rowsByEvent = new Map<string, Map<number, BoardRow>>();
  readonly #sportsbooks = new Set<string>();
  readonly #listeners = new Set<BoardListener>();
  #updatedAt: number;

  constructor(startedAt: number) {
    this.#updatedAt = startedAt;
  }

  /** The time of the last change, which may have been an empty one, in milliseconds since the Unix epoch. */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  events(): MapIterator<EventInfo> {
    return this.#events.values();
  }

  event(id: string): EventInfo | undefined {
    return this.#events.get(id);
  }

  /** All prices, in the order in which they came onto the board. */
  rows(): MapIterator<BoardRow> {
    return this.#rows.values();
  }

  /** The prices of one event, in the order in which they came onto the board. */
  rowsOf(eventId: string): MapIterator<BoardRow> {
    return (this.#rowsByEvent.get(eventId) ?? new Map<number, BoardRow>()).values();
  }

  /** The ids of the sportsbooks that have, or had, a price. */
  sportsbooks(): ReadonlySet<string> {
    return this.#sportsbooks;
  }

  /** Whether a sportsbook has, or had, prices. The case of its id does not matter. */
  hasSportsbook(id: string): boolean {
    const slug = slugOf(id);
    return this.#sportsbooks.values().some((own) => slugOf(own) === slug);
  }

  /** Applies a change, then calls every listener. */
  apply(change: BoardChange): void {
    this.#updatedAt = change.at;
    for (const event of change.events) this.#events.set(event.id, event);
    const replaced = change.upserts.map((row) => this.#put(row));
    const removed = [
      ...change.removals.flatMap((row) => this.#remove(row) ?? []),
      ...change.endedEventIds.flatMap((id) => this.#end(id)),
    ];
    const applied = { ...change, replaced, removed };
    for (const listener of this.#listeners) listener(applied);
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: BoardListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(row: BoardRow): BoardRow | undefined {
    const before = this.#rows.get(row.ref);
    this.#rows.set(row.ref, row);
    this.#sportsbooks.add(row.odds.sportsbook);
    const eventId = row.odds.event_id;
    const ofEvent = this.#rowsByEvent.get(eventId) ?? new Map<number, BoardRow>();
    this.#rowsByEvent.set(eventId, ofEvent.set(row.ref, row));
    return before;
  }

  #remove({ ref }: BoardRow): BoardRow | undefined {
    const row = this.#rows.get(ref);
    if (row === undefined) return undefined;
    this.#rows.delete(ref);
    const ofEvent = this.#rowsByEvent.get(row.odds.event_id);
    ofEvent?.delete(ref);
    if (ofEvent?.size === 0) this.#rowsByEvent.delete(row.odds.event_id);
    return row;
  }

  #end(eventId: string): BoardRow[] {
    const rows = [...this.rowsOf(eventId)];
    for (const row of rows) this.#remove(row);
    this.#events.delete(eventId);
    return rows;
  }
}
