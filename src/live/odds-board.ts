import type { Odds } from '../contract/odds.ts';
import type { DeltaOdds } from '../contract/stream.ts';
import type { StreamFrame } from '../upstream/feed.ts';
import type { LiveBoard } from './live-session.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';

type Listener = (entry: Entry<Odds>) => void;

/** Texts that many rows share, and that are kept once. */
const SHARED_TEXTS = [
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

/**
 * The prices of one account's stream, merged as its frames come. A snapshot after a reconnect is
 * collected aside and then compared: readers see what really changed, and never an empty board.
 */
export class OddsBoard implements LiveBoard<Odds> {
  readonly versions = new VersionedBoard<Odds>();
  readonly #onChange: Listener;
  /** The snapshot being collected; null between snapshots. */
  #incoming: Map<string, Odds> | null = null;
  #texts = new Map<string, string>();
  #isReady = false;

  constructor(onChange: Listener) {
    this.#onChange = onChange;
  }

  /** Whether a whole snapshot has come. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** A stream was opened: a whole snapshot follows. */
  startSnapshot(): void {
    this.#incoming = new Map();
  }

  take(frame: StreamFrame): void {
    if (frame.kind === 'snapshot') this.#addSnapshot(frame.data.odds);
    else if (frame.kind === 'odds:update') this.#update(frame.data.odds);
    else if (frame.kind === 'odds:removed') this.#removeAll(frame.data.ids);
  }

  /** A part of a snapshot; between snapshots, prices that are new on the board. */
  #addSnapshot(rows: readonly Odds[]): void {
    for (const row of rows) {
      this.#share(row);
      if (this.#incoming !== null) this.#incoming.set(row.id, row);
      else this.#putIfChanged(row);
    }
  }

  /** The snapshot is whole: the board becomes what it says. */
  completeSnapshot(): void {
    const incoming = this.#incoming;
    if (incoming === null) return;
    this.#incoming = null;
    this.#texts = new Map();
    for (const row of incoming.values()) {
      this.#share(row);
      this.#putIfChanged(row);
    }
    for (const id of [...this.versions.ids()]) if (!incoming.has(id)) this.#remove(id);
    this.#isReady = true;
  }

  /** Merges changes into the rows of the same ids. A change of an unknown row is dropped. */
  #update(deltas: readonly DeltaOdds[]): void {
    for (const delta of deltas) {
      const row = this.versions.get(delta.id);
      const incoming = this.#incoming?.get(delta.id);
      if (incoming !== undefined) Object.assign(incoming, delta);
      if (row === undefined || !differs(row, delta)) continue;
      // A new row: frames that were made of the old one go on to show that.
      this.#onChange(this.versions.put(delta.id, { ...row, ...delta }));
    }
  }

  #removeAll(ids: readonly string[]): void {
    for (const id of ids) {
      this.#incoming?.delete(id);
      this.#remove(id);
    }
  }

  #remove(id: string): void {
    const removed = this.versions.remove(id);
    if (removed !== undefined) this.#onChange(removed);
  }

  #putIfChanged(row: Odds): void {
    const held = this.versions.get(row.id);
    const isNew = held === undefined || differs(held, row) || differs(row, held);
    if (isNew) this.#onChange(this.versions.put(row.id, row));
  }

  #share(row: Odds): void {
    for (const field of SHARED_TEXTS) {
      const text = row[field];
      if (typeof text !== 'string') continue;
      const known = this.#texts.get(text);
      if (known === undefined) this.#texts.set(text, text);
      else row[field] = known;
    }
  }
}

function differs(row: Odds, other: Partial<Odds>): boolean {
  for (const field of Object.keys(other) as (keyof Odds)[]) {
    if (row[field] !== other[field]) return true;
  }
  return false;
}
