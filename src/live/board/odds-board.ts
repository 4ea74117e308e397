import type { Odds } from '../../contract/odds/odds.ts';
import type { DeltaOdds, OddsSnapshot } from '../../contract/stream.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import { MergeBoard } from './live-board.ts';
import { StringPool } from './memory/string-pool.ts';
import { OddsIndex } from './odds-index.ts';
import {
  applyDelta,
  clearUnserved,
  formerLines,
  type Gone,
  hasSameOdds,
  isNoOlderThan,
  isSameSelection,
  merge,
  noteFormerLine,
  sharesKeyWith,
} from './odds-rows.ts';
import { SnapshotProgress } from './snapshot-progress.ts';
import { REMOVALS_MAX, VersionedRows } from './versioned-rows.ts';

/** Maximum number of ambiguous prices (see `OddsBoard.ambiguous`) to track; with more, `hasGaps` is true. */
const AMBIGUOUS_MAX = 1_000;

/**
 * A board of odds, built from the frames of an upstream stream. Subscribers see upstream's first snapshot only
 * when it is complete. The snapshot after a reconnect is merged part by part into the current prices, so
 * subscribers see only real changes, never an empty board.
 */
export class OddsBoard extends MergeBoard<Odds> {
  readonly index = new OddsIndex();
  /** The snapshot that the stream is sending now; null between snapshots. */
  #snapshot: SnapshotProgress | null = null;
  readonly #strings = new StringPool();
  #ambiguous: Odds[] = [];
  #hasGaps = false;
  /** Prices as they were before the frame that is being applied removed them or moved their lines. */
  #gone: Gone[] = [];
  /** Ids that several selections of upstream's last snapshot share, until upstream removes them, and how many do. */
  readonly #repeats = new Map<string, number>();

  constructor() {
    super(new VersionedRows(REMOVALS_MAX, { eventOf: ({ event_id }) => event_id }));
  }

  /** Whether upstream may have prices that are not on the board. */
  get hasGaps(): boolean {
    return this.#hasGaps;
  }

  /**
   * Prices that may differ from upstream's. Until upstream's next snapshot, a price is ambiguous if
   * - a snapshot listed two selections with its id: the board has the first of them, until an update of the id, then none;
   * - a snapshot listed one selection twice, or another selection came with its id between snapshots: the board has
   *   the later row;
   * - upstream removed it during a snapshot, but a later part of the snapshot still listed it: either
   *   that part is older than the removal, or the price is back.
   */
  get ambiguous(): readonly Odds[] {
    return this.#ambiguous;
  }

  /** How many rows upstream's `GET /odds` should list. It may list several rows with the same id. */
  get expectedTotal(): number {
    let total = this.rows.size;
    for (const [id, count] of this.#repeats) total += this.rows.get(id) ? count - 1 : count;
    return total;
  }

  /** Whether the board has the same odds as a row of upstream's `GET /odds`, or newer ones. */
  agreesWith(row: Odds): boolean {
    const existing = this.rows.get(row.id);
    if (this.#repeats.has(row.id)) return true;
    if (existing === undefined) return this.rows.removed(row.id) !== undefined;
    if (hasSameOdds(existing, row) || this.#ambiguous.some(({ id }) => id === row.id)) return true;
    // The board's price changed after upstream last saw this row.
    return Date.parse(existing.odds_changed_at ?? '') > Date.parse(row.last_seen_at);
  }

  /** Marks the board as incomplete: upstream has prices that its stream does not send. */
  markMissingPrices(): void {
    this.#hasGaps = true;
  }

  restore(source: VersionedRows<Odds>, hasSnapshot: boolean): void {
    this.rows.copyFrom(source, (row) => ({ ...row }));
    for (const { value } of this.rows.entries()) this.index.add(value);
    if (hasSnapshot) this.show();
  }

  applyFrame(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'connected':
        this.#snapshot = new SnapshotProgress();
        this.#ambiguous = [];
        this.#hasGaps = false;
        break;
      case 'snapshot:complete':
        this.#completeSnapshot();
        break;
      case 'snapshot':
        this.#mergeRows(frame.data);
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
    if (this.#gone.length > 0) this.#repeatSameKeys(this.#gone.splice(0));
  }

  /** Completes the snapshot: removes the prices that it did not list, unless it was cut short. */
  #completeSnapshot(): void {
    const snapshot = this.#snapshot;
    if (snapshot === null) return;
    this.#snapshot = null;
    if (!snapshot.isComplete) this.#hasGaps = true;
    if (!snapshot.isCutShort) {
      for (const id of this.rows.ids()) if (!snapshot.hasListed(id)) this.#remove(id);
      for (const id of this.#repeats.keys()) if (!snapshot.hasListed(id)) this.#repeats.delete(id);
    }
    this.show(); // After the removals, so those of the first snapshot are not published.
  }

  #mergeRows(part: OddsSnapshot): void {
    const snapshot = this.#snapshot;
    snapshot?.addPart(part);
    for (const row of part.odds) {
      if (snapshot === null) this.#mergeNewRow(row);
      else this.#mergeSnapshotRow(snapshot, row);
    }
  }

  /** Merges a row of a snapshot that is in progress. */
  #mergeSnapshotRow(snapshot: SnapshotProgress, row: Odds): void {
    const existing = this.rows.get(row.id);
    if (!snapshot.hasListed(row.id)) {
      this.#repeats.delete(row.id); // They are counted anew in each snapshot.
    } else {
      this.#markAmbiguous(...(existing ? [existing] : []), row);
      // None exists if the id is a known repeat, and a change has removed its price.
      if (existing === undefined || !isSameSelection(existing, row)) {
        // The board keeps the first selection, so that a reconnect does not look like a change. If the id has changed since
        // the snapshot began, the change may have been of either selection: then the board keeps none.
        this.#repeats.set(row.id, (this.#repeats.get(row.id) ?? 1) + 1);
        if (snapshot.changeOf(row.id) !== undefined) this.#remove(row.id);
        return;
      }
    }
    snapshot.recordListed(row.id);
    this.#reconcileWithEarlierChange(snapshot, row);
    this.#put(existing, row);
  }

  /**
   * Takes account of a change that arrived before the part of the snapshot with this row: an update is applied unless
   * the row is newer; after a removal the row stays, but is ambiguous.
   */
  #reconcileWithEarlierChange(snapshot: SnapshotProgress, row: Odds): void {
    const change = snapshot.changeOf(row.id);
    if (change === 'removed') this.#markAmbiguous(row);
    else if (change !== undefined && isNoOlderThan(change, row)) applyDelta(row, change);
  }

  /** Merges a row that arrived between snapshots: a new price, or one that the board already has. */
  #mergeNewRow(row: Odds): void {
    const existing = this.rows.get(row.id);
    if (existing !== undefined && !isSameSelection(existing, row))
      this.#markAmbiguous(existing, row);
    this.#put(existing, row);
  }

  /**
   * Applies a change. During a snapshot it is recorded as well, because a later part may show the price as it was before.
   * Between snapshots, a change to an unknown price marks the board incomplete. If several prices have the id, nothing tells
   * which of them has changed, so the board keeps none.
   */
  #applyUpdate(delta: DeltaOdds): void {
    const row = this.rows.get(delta.id);
    this.#snapshot?.recordUpdate(delta);
    if (this.#repeats.has(delta.id)) this.#remove(delta.id);
    else if (row === undefined) this.#hasGaps ||= this.#snapshot === null;
    else {
      const earlier = row.line === delta.line ? null : { ...row };
      if (applyDelta(row, delta)) this.#putChanged(row, earlier);
    }
  }

  #applyRemoval(id: string): void {
    this.#snapshot?.recordRemoval(id);
    this.#repeats.delete(id);
    this.#remove(id);
  }

  #markAmbiguous(...rows: Odds[]): void {
    if (this.#ambiguous.length < AMBIGUOUS_MAX) this.#ambiguous.push(...rows);
    else this.#hasGaps = true;
  }

  /** Puts a row on the board. `existing` is the price that has its id now. */
  #put(existing: Odds | undefined, row: Odds): void {
    clearUnserved(row);
    if (existing !== undefined && isSameSelection(existing, row)) this.#refresh(existing, row);
    else {
      if (existing !== undefined) this.#remove(row.id); // Another selection had the id.
      this.#add(row);
    }
  }

  #add(row: Odds): void {
    const removed = this.rows.removed(row.id);
    const isSame = removed !== undefined && isSameSelection(removed, row);
    // Another selection had this id. `put` overwrites the record of its removal, so subscribers that
    // have not received that removal need a new snapshot.
    if (removed !== undefined && !isSame) this.rows.forgetRemovals();
    this.#strings.shareStrings(row);
    this.index.add(row);
    this.#putChanged(row, isSame ? removed : null);
  }

  /** Merges a newer row of the same price into the existing one. If only `last_seen_at` differs, subscribers get no update. */
  #refresh(existing: Odds, row: Odds): void {
    existing.last_seen_at = row.last_seen_at;
    const earlier = existing.line === row.line ? null : { ...existing };
    if (merge(existing, row)) this.#putChanged(existing, earlier);
  }

  /** Puts a new or changed row. `earlier`: the price as it was, if its line may have been another; otherwise null. */
  #putChanged(row: Odds, earlier: Odds | null): void {
    if (earlier !== null) {
      const droppedUpTo = noteFormerLine(row, earlier, this.rows.version + 1);
      // Subscribers below that version need a new snapshot: the row does not note all keys that the price has left since.
      this.rows.forgetRemovals(droppedUpTo);
    }
    this.publish(this.rows.put(row.id, row));
    if (earlier !== null && (earlier.line ?? null) !== (row.line ?? null)) this.#noteGone(earlier);
  }

  #remove(id: string): void {
    const removed = this.rows.remove(id);
    if (removed === undefined) return;
    this.index.remove(removed.value);
    this.publish(removed);
    // Subscribers that lack its last moves are also told to drop its keys with former lines, so all of these are noted.
    this.#noteGone(removed.value, formerLines(removed.value, 0));
  }

  #noteGone(row: Odds, former: readonly (number | null)[] = []): void {
    if (this.hasSnapshot) this.#gone.push({ row, lines: [row.line ?? null, ...former] });
  }

  /** Publishes prices again that have the key of one that is gone: clients that keep prices by key have dropped them with it. */
  #repeatSameKeys(gone: readonly Gone[]): void {
    const sharesKey = sharesKeyWith(gone);
    for (const event of new Set(gone.map(({ row }) => row.event_id))) {
      for (const row of this.index.rows('event_id', event)) {
        if (sharesKey(row)) this.publish(this.rows.put(row.id, row));
      }
    }
  }
}
