import type { Odds } from '../../contract/odds/odds.ts';
import type { DeltaOdds, OddsSnapshot } from '../../contract/stream.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { MergeBoard } from './live-board.ts';
import { OddsIndex } from './odds-index.ts';
import {
  applyDelta,
  clearMissing,
  isNoOlderThan,
  isSamePrice,
  isSameState,
  merge,
} from './odds-rows.ts';
import { SnapshotProgress } from './snapshot-progress.ts';
import { StringPool } from './string-pool.ts';
import { type Entry, VersionedBoard } from './versioned-board.ts';

/** Maximum number of ambiguous prices to track (beyond it the board counts as incomplete). */
const AMBIGUOUS_MAX = 1_000;

/**
 * The prices of one account's stream, merged from its frames. Subscribers see upstream's first snapshot
 * only when it is complete. A snapshot after a reconnect is merged part by part into the current prices, so
 * subscribers see only real changes, and never an empty board.
 */
export class OddsBoard implements MergeBoard<Odds> {
  /** The prices by id, each with the version of its last change. */
  readonly versions = new VersionedBoard<Odds>();
  readonly index = new OddsIndex();
  #listener: (entry: Entry<Odds>) => void = () => {};
  /** Null between snapshots. */
  #snapshot: SnapshotProgress | null = null;
  #strings = new StringPool();
  #ambiguous: Odds[] = [];
  #isReady = false;
  #hasGaps = false;
  /** Number of rows in upstream's last snapshot that repeat an earlier row's id. */
  #repeatedRows = 0;

  onChange(listener: (entry: Entry<Odds>) => void): void {
    this.#listener = listener;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether upstream may have prices that are not on the board. */
  get hasGaps(): boolean {
    return this.#hasGaps;
  }

  /**
   * Prices that may differ from upstream's. Until upstream's next snapshot, a price is ambiguous if
   * - upstream sent two rows with its id: the board holds one of them, and a change may refer
   *   to either;
   * - it was removed while upstream sent a snapshot and a later part still listed it: the part
   *   may be older than the removal, or the price may be back.
   */
  get ambiguous(): readonly Odds[] {
    return this.#ambiguous;
  }

  /** The number of rows that `GET /odds` should list upstream. It may list several rows under one id. */
  get expectedTotal(): number {
    return this.versions.size + this.#repeatedRows;
  }

  /** Whether the board agrees with a row of upstream's `GET /odds`, or has newer information. */
  agreesWith(row: Odds): boolean {
    const held = this.versions.get(row.id);
    if (held === undefined) return this.versions.wasRemoved(row.id);
    if (isSameState(held, row) || this.#ambiguous.some(({ id }) => id === row.id)) return true;
    // The board's price changed after upstream last saw this row.
    return Date.parse(held.odds_changed_at ?? '') > Date.parse(row.last_seen_at);
  }

  /** Marks the board as incomplete: upstream has prices that its stream does not send. */
  markMissingPrices(): void {
    this.#hasGaps = true;
  }

  /** Prepares for the snapshot of a newly opened stream. Drops strings that no current price uses. */
  startSnapshot(): void {
    this.#snapshot = new SnapshotProgress();
    this.#strings = new StringPool();
    this.#ambiguous = [];
    this.#hasGaps = false;
    this.#repeatedRows = 0;
  }

  restore(source: VersionedBoard<Odds>, isReady: boolean): void {
    this.versions.copyFrom(source, (row) => ({ ...row }));
    for (const { value } of this.versions.entries()) this.index.add(value);
    this.#isReady = isReady;
  }

  take(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'snapshot':
        this.#takeRows(frame.data);
        break;
      case 'odds:update':
        for (const delta of frame.data.odds) this.#applyUpdate(delta);
        break;
      case 'odds:removed':
        for (const id of frame.data.ids) this.#applyRemoval(id);
        break;
      case 'error':
        this.#hasGaps = true; // The error does not say which prices are affected.
    }
  }

  /** Completes the snapshot: removes the prices that it did not list. */
  completeSnapshot(): void {
    const snapshot = this.#snapshot;
    if (snapshot === null) return;
    this.#snapshot = null;
    if (!snapshot.isComplete) this.#hasGaps = true;
    for (const id of this.versions.ids()) if (!snapshot.hasListed(id)) this.#remove(id);
    this.#isReady = true; // After the removals, so those of the first snapshot are not published.
  }

  #takeRows({ odds, total }: OddsSnapshot): void {
    const snapshot = this.#snapshot;
    if (snapshot === null) {
      for (const row of odds) this.#mergeNewRow(row);
      return;
    }
    snapshot.addPart(odds.length, total);
    for (const row of odds) this.#mergeSnapshotRow(snapshot, row);
  }

  /** Merges a row of a snapshot that is in progress. */
  #mergeSnapshotRow(snapshot: SnapshotProgress, row: Odds): void {
    const held = this.versions.get(row.id);
    if (held !== undefined && snapshot.hasListed(row.id)) {
      this.#repeatedRows += 1;
      this.#markAmbiguous(held, row);
      // If several prices share an id, keep the first, so that a reconnect does not look like a change.
      if (!isSamePrice(held, row)) return;
    }
    snapshot.recordListed(row.id);
    this.#applyEarlierChange(snapshot, row);
    this.#put(held, row);
  }

  /** Applies a change that arrived before the part of the snapshot with this row. */
  #applyEarlierChange(snapshot: SnapshotProgress, row: Odds): void {
    const change = snapshot.changeOf(row.id);
    if (change === 'removed') this.#markAmbiguous(row);
    else if (change !== undefined && isNoOlderThan(change, row)) applyDelta(row, change);
  }

  /**
   * Merges a row that arrived between snapshots: a new price, or one that the board already holds.
   */
  #mergeNewRow(row: Odds): void {
    const held = this.versions.get(row.id);
    if (held !== undefined && !isSamePrice(held, row)) this.#markAmbiguous(held, row);
    this.#put(held, row);
  }

  /**
   * Applies a change. During a snapshot it is recorded as well, because a later part may show the price as
   * it was before. Between snapshots, a change to an unknown price marks the board incomplete.
   */
  #applyUpdate(delta: DeltaOdds): void {
    const row = this.versions.get(delta.id);
    if (this.#snapshot !== null) this.#snapshot.recordUpdate(delta);
    else if (row === undefined) this.#hasGaps = true;
    if (row !== undefined && applyDelta(row, delta)) this.#publish(this.versions.put(row.id, row));
  }

  #applyRemoval(id: string): void {
    this.#snapshot?.recordRemoval(id);
    this.#remove(id);
  }

  #markAmbiguous(...rows: Odds[]): void {
    if (this.#ambiguous.length < AMBIGUOUS_MAX) this.#ambiguous.push(...rows);
    else this.#hasGaps = true;
  }

  /** Puts a row on the board. `held` is the price that has its id now. */
  #put(held: Odds | undefined, row: Odds): void {
    if (held !== undefined && isSamePrice(held, row)) {
      this.#refresh(held, row);
      return;
    }
    if (held !== undefined) this.#remove(row.id);
    this.#add(row);
  }

  #add(row: Odds): void {
    const removed = this.versions.removed(row.id);
    // Another price had this id. The new one takes the place of its removal, so readers that have not
    // seen the removal need a new snapshot.
    if (removed !== undefined && !isSamePrice(removed, row)) this.versions.forgetRemovals();
    this.#strings.shareStrings(row);
    this.index.add(row);
    this.#publish(this.versions.put(row.id, row));
  }

  /** Merges a newer row into the same price. */
  #refresh(held: Odds, row: Odds): void {
    held.last_seen_at = row.last_seen_at; // A new `last_seen_at` alone is not worth an update.
    // Both change `held`, so both must run.
    const hasMerged = merge(held, row);
    const hasCleared = clearMissing(held, row);
    if (hasMerged || hasCleared) this.#publish(this.versions.put(held.id, held));
  }

  #remove(id: string): void {
    const removed = this.versions.remove(id);
    if (removed === undefined) return;
    this.index.remove(removed.value);
    this.#publish(removed);
  }

  /** Notifies the listener; not during the first snapshot, when nobody reads the board yet. */
  #publish(entry: Entry<Odds>): void {
    if (this.#isReady) this.#listener(entry);
  }
}
