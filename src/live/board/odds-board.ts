import type { Odds } from '../../contract/odds.ts';
import type { DeltaOdds, OddsSnapshot } from '../../contract/stream.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { MergeBoard } from './live-board.ts';
import { OddsIndex } from './odds-index.ts';
import { dropMissing, isLater, isSamePrice, isSameState, merge, move } from './odds-rows.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';

type Listener = (entry: Entry<Odds>) => void;

/** Texts that many rows share, and that are kept only once. */
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

/** Changes that are remembered while a snapshot is under way. */
const MEANWHILE_MAX = 50_000;

/** Prices that are remembered as ambiguous. */
const AMBIGUOUS_MAX = 1_000;

/** A snapshot that is being sent. */
interface Snapshot {
  /** The ids that it has named so far. */
  readonly seen: Set<string>;
  /** What changed or went (null) since it began: the parts still to come may have been made before that. */
  readonly meanwhile: Map<string, DeltaOdds | null>;
  /** Rows that have come, and how many upstream has announced. */
  rows: number;
  announced: number;
}

/**
 * The prices of one account's stream, merged as its frames come. A first board is shown once it is
 * whole. A snapshot after a reconnect is compared part by part with what is held: subscribers see what
 * really changed, and never an empty board.
 */
export class OddsBoard implements MergeBoard<Odds> {
  readonly versions = new VersionedBoard<Odds>();
  readonly index = new OddsIndex();
  readonly #onChange: Listener;
  /** Null between snapshots. */
  #snapshot: Snapshot | null = null;
  #texts = new Map<string, string>();
  #ambiguous: Odds[] = [];
  #isReady = false;
  #missesPrices = false;
  /** Rows of the last snapshot beyond one for each id. */
  #repeated = 0;

  constructor(onChange: Listener) {
    this.#onChange = onChange;
  }

  /** Whether a whole snapshot has come. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether upstream may have prices that it has not told of in full: it says so, or one has moved. */
  get missesPrices(): boolean {
    return this.#missesPrices;
  }

  /**
   * Prices that may not be as upstream has them: two under one id, of which one alone is held and a
   * change may mean either, and one that came in a part of the snapshot after it was said to be gone.
   */
  get ambiguous(): readonly Odds[] {
    return this.#ambiguous;
  }

  /** How many prices upstream lists where the board is right: it may list several under one id. */
  get listed(): number {
    return this.versions.size + this.#repeated;
  }

  /**
   * Whether the board is as right about a price as a row of upstream's list: it holds the same, or what
   * the stream has said since then.
   */
  holds(row: Odds): boolean {
    const held = this.versions.get(row.id);
    if (held === undefined) return this.versions.wasRemoved(row.id);
    if (isSameState(held, row) || this.#ambiguous.some(({ id }) => id === row.id)) return true;
    return Date.parse(held.odds_changed_at ?? '') > Date.parse(row.last_seen_at);
  }

  /** Upstream has prices that the stream does not tell of. */
  noteMissing(): void {
    this.#missesPrices = true;
  }

  /** A stream was opened: a whole snapshot follows. */
  startSnapshot(): void {
    this.#snapshot = { seen: new Set(), meanwhile: new Map(), rows: 0, announced: 0 };
    this.#texts = new Map();
    this.#ambiguous = [];
    this.#missesPrices = false;
    this.#repeated = 0;
  }

  restore(source: VersionedBoard<Odds>, isReady: boolean): void {
    this.versions.copyFrom(source, (row) => ({ ...row }));
    for (const { value } of this.versions.entries()) this.index.add(value);
    this.#isReady = isReady;
  }

  take(frame: StreamFrame): void {
    if (frame.kind === 'snapshot') this.#takePart(frame.data);
    else if (frame.kind === 'odds:update') for (const delta of frame.data.odds) this.#update(delta);
    else if (frame.kind === 'odds:removed') for (const id of frame.data.ids) this.#withdraw(id);
    else if (frame.kind === 'error') this.#missesPrices = true; // Nobody says which.
  }

  /** The snapshot is whole: what it did not name is gone. */
  completeSnapshot(): void {
    if (this.#snapshot === null) return;
    const { seen, meanwhile, rows, announced } = this.#snapshot;
    this.#snapshot = null;
    if (rows < announced) this.#missesPrices = true;
    for (const id of this.versions.ids()) if (!seen.has(id)) this.#remove(id);
    for (const [id, delta] of meanwhile) {
      if (delta !== null && !seen.has(id)) this.#missesPrices = true;
    }
    this.#isReady = true;
  }

  #takePart({ odds, total }: OddsSnapshot): void {
    if (this.#snapshot !== null) {
      this.#snapshot.rows += odds.length;
      this.#snapshot.announced = Math.max(this.#snapshot.announced, total);
    }
    for (const row of odds) this.#offer(row);
  }

  /** A row of a snapshot; between snapshots, a price that is new on the board. */
  #offer(row: Odds): void {
    const held = this.versions.get(row.id);
    const isSame = held !== undefined && isSamePrice(held, row);
    const isAnother = this.#snapshot === null ? !isSame : this.#snapshot.seen.has(row.id);
    if (held !== undefined && isAnother) this.#markAmbiguous(held, row);
    if (this.#snapshot !== null) {
      const { seen, meanwhile } = this.#snapshot;
      if (seen.has(row.id)) this.#repeated += 1;
      // The first one stays, and does after each reconnect.
      if (held !== undefined && isAnother && !isSame) return;
      seen.add(row.id);
      const delta = meanwhile.get(row.id);
      if (delta === null) this.#markAmbiguous(row);
      else if (delta !== undefined && isLater(delta, row)) move(row, delta);
    }
    if (isSame) this.#renew(held, row);
    else this.#place(held, row);
  }

  /** A change is merged into the row of the same id; one of an unknown row is dropped. */
  #update(delta: DeltaOdds): void {
    const row = this.versions.get(delta.id);
    if (this.#snapshot !== null) this.#remember(this.#snapshot, delta.id, delta);
    else if (row === undefined) this.#missesPrices = true;
    if (row !== undefined && move(row, delta)) this.#tell(this.versions.put(row.id, row));
  }

  #markAmbiguous(...rows: Odds[]): void {
    if (this.#ambiguous.length < AMBIGUOUS_MAX) this.#ambiguous.push(...rows);
    else this.#missesPrices = true;
  }

  #withdraw(id: string): void {
    this.#snapshot?.seen.delete(id);
    if (this.#snapshot !== null) this.#remember(this.#snapshot, id, null);
    this.#remove(id);
  }

  #remember({ meanwhile }: Snapshot, id: string, change: DeltaOdds | null): void {
    if (meanwhile.size < MEANWHILE_MAX) meanwhile.set(id, change);
    else this.#missesPrices = true;
  }

  #remove(id: string): void {
    const removed = this.versions.remove(id);
    if (removed === undefined) return;
    this.index.remove(removed.value);
    this.#tell(removed);
  }

  /** Takes over what upstream now says of a price that is held. */
  #renew(held: Odds, row: Odds): void {
    held.last_seen_at = row.last_seen_at; // To be seen again is no change.
    const [isChanged, isShorter] = [merge(held, row), dropMissing(held, row)];
    if (isChanged || isShorter) this.#tell(this.versions.put(held.id, held));
  }

  /** Puts a price on the board; under an id that was another price's, that one is gone. */
  #place(held: Odds | undefined, row: Odds): void {
    if (held !== undefined) this.#remove(row.id);
    const removed = this.versions.removed(row.id);
    // The removal of the other price would be overwritten.
    if (removed !== undefined && !isSamePrice(removed, row)) this.versions.forgetRemovals();
    this.#share(row);
    this.index.add(row);
    this.#tell(this.versions.put(row.id, row));
  }

  /** Until the first board is whole, nobody reads it. */
  #tell(entry: Entry<Odds>): void {
    if (this.#isReady) this.#onChange(entry);
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
