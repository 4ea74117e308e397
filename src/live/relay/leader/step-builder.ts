import type { Entry } from '../../board/entry-list.ts';
import { postponeFormerLines } from '../../board/odds-rows.ts';
import type { VersionedRows } from '../../board/versioned-rows.ts';
import { encodeRemoval, encodeRow, type StepHeader, type StoredRow } from '../step.ts';

/** The changes of a step. */
interface StepRows extends Pick<StepHeader, 'from' | 'to' | 'forgotten' | 'size'> {
  /** Changed rows, and removals, which Redis stores like rows. */
  readonly rows: readonly StoredRow[];
  /** The ids of remembered removals to delete from Redis. */
  readonly forgottenIds: readonly string[];
}

/** A row whose newest state Redis lacks, or a removal that Redis lacks. */
interface Difference extends Pick<Entry<unknown>, 'id' | 'version' | 'isRemoved'> {
  /** If the row was removed, its last state: undefined if that is forgotten. */
  readonly value?: unknown;
}

/**
 * Builds steps from the changes of a leader's board since the last step. There is no queue of changes: the
 * board keeps changing while a step is in flight, and the next step has each changed row once, in its newest
 * state.
 */
export class StepBuilder {
  readonly #board: VersionedRows<unknown>;
  readonly #rowsMax: number;
  /** The ids of the rows in Redis. */
  readonly #published: Set<string>;
  /** The removals in Redis: versions by id, in ascending order. */
  readonly #removals = new Map<string, number>();
  #version: number;
  /** The version of the last step that left nothing over. Copies that are above it lack what was left over. */
  #wholeVersion: number;
  /** The `forgotten` version of the last step. */
  #forgotten: number;

  /** `board` must have the same state as the board in Redis. A step has at most `rowsMax` rows. */
  constructor(board: VersionedRows<unknown>, rowsMax: number) {
    this.#board = board;
    this.#rowsMax = rowsMax;
    this.#published = new Set(board.ids());
    const { removed } = board.changesSince(-1, () => true);
    for (const { id, version } of removed) this.#removals.set(id, version);
    this.#version = board.version;
    this.#wholeVersion = board.version;
    this.#forgotten = board.forgottenVersion;
  }

  /** Whether the board has changed since the last step. */
  get hasChanges(): boolean {
    return this.#version < this.#board.version;
  }

  /** The next step: at most `rowsMax` rows, in order of versions. Others follow in later steps. */
  next(): StepRows {
    const from = this.#version;
    const all = this.#differences();
    const differences = all.slice(0, this.#rowsMax);
    const isAll = differences.length === all.length;
    const isRest = from > this.#wholeVersion; // The step before has left rows over.
    const to = isAll ? this.#board.version : (differences.at(-1)?.version ?? from);
    // Removals that the board has forgotten since `#wholeVersion` come with this step or a later one: whoever is below
    // `to` may lack them, and gets a snapshot.
    const { forgottenVersion } = this.#board;
    const hasForgotten = forgottenVersion > this.#wholeVersion;
    this.#forgotten = Math.max(this.#forgotten, hasForgotten ? to : forgottenVersion);
    const forgottenIds = this.#forget(this.#forgotten);
    if (isRest) postponeFormerLines(differences, this.#board.entries(), this.#wholeVersion, to);
    const rows = differences.map((difference) => this.#publish(difference));
    this.#version = to;
    if (isAll) {
      if (isRest && hasForgotten) this.#repeat();
      this.#wholeVersion = to;
    }
    const { size } = this.#published;
    return { from, to, forgotten: this.#forgotten, size, rows, forgottenIds };
  }

  /**
   * Puts all rows again that have changed since `#wholeVersion`. The board also forgets removals when it gives an id to
   * another row. A copy takes the earlier row off when it gets the later one, and caches by key then drop the rows with
   * the earlier one's key, although they may have got one of those first.
   */
  #repeat(): void {
    const { changed } = this.#board.changesSince(this.#wholeVersion, () => true);
    for (const { id, value } of changed) this.#board.put(id, value);
  }

  #differences(): Difference[] {
    const from = this.#version;
    const { changed, removed } = this.#board.changesSince(from, () => true);
    const gone = removed.filter(({ id }) => this.#published.has(id));
    const differences = [...changed, ...gone, ...this.#forgottenRemovals(changed, gone)];
    return differences.sort((one, other) => one.version - other.version);
  }

  /**
   * Removals that the board has already forgotten, though no step had them. Each gets a version since the last step that
   * no other row has. There are enough of those, because every removal had its own version.
   */
  #forgottenRemovals(changed: readonly Difference[], gone: readonly Difference[]): Difference[] {
    if (this.#board.remembers(this.#version)) return [];
    const known = new Set(gone.map(({ id }) => id));
    const used = new Set([...changed, ...gone].map(({ version }) => version));
    let version = this.#version;
    const removals: Difference[] = [];
    for (const id of this.#published) {
      if (known.has(id) || this.#board.get(id) !== undefined) continue;
      do version += 1;
      while (used.has(version));
      removals.push({ id, version, isRemoved: true });
    }
    return removals;
  }

  #publish({ id, version, value, isRemoved }: Difference): StoredRow {
    if (!isRemoved) {
      this.#published.add(id);
      this.#removals.delete(id);
      return { id, value: encodeRow(version, value) };
    }
    this.#published.delete(id);
    this.#removals.set(id, version);
    return { id, value: encodeRemoval(version) };
  }

  /** Forgets removals up to a version. Returns the ids to delete from Redis. */
  #forget(forgotten: number): string[] {
    const ids: string[] = [];
    for (const [id, version] of this.#removals) {
      if (version > forgotten || ids.length === this.#rowsMax) break;
      ids.push(id);
      this.#removals.delete(id);
    }
    return ids;
  }
}
