import type { Entry } from '../../board/entry-list.ts';
import type { VersionedRows } from '../../board/versioned-rows.ts';
import { encodePut, encodeRemoval, type StepHeader, type StoredRow } from '../step.ts';
import { STEP_ROWS_MAX } from '../store/relay-store.ts';

/** The changes of a step. */
export interface StepRows extends Pick<StepHeader, 'from' | 'to' | 'forgotten' | 'size'> {
  /** Changed rows, and removals, which Redis stores like rows. */
  readonly rows: readonly StoredRow[];
  /** The ids of remembered removals to delete from Redis. */
  readonly forgottenIds: readonly string[];
}

/** A row whose newest state Redis lacks, or a removal that Redis lacks. */
interface Difference {
  readonly id: string;
  readonly version: number;
  /** Undefined if the row was removed. */
  readonly value?: unknown;
}

/**
 * Builds steps from the changes of a leader's board since the last step. There is no queue of changes: the
 * board keeps changing while a step is in flight, and the next step has each changed row once, in its newest
 * state.
 */
export class StepBuilder {
  readonly #board: VersionedRows<unknown>;
  /** The ids of the rows in Redis. */
  readonly #published: Set<string>;
  /** The removals in Redis: versions by id, in ascending order. */
  readonly #removals = new Map<string, number>();
  #version: number;
  /** The `forgotten` version of the last step. */
  #forgotten: number;

  /** `board` must have the same state as the board in Redis. */
  constructor(board: VersionedRows<unknown>) {
    this.#board = board;
    this.#published = new Set(board.ids());
    const { removed } = board.changesSince(-1, () => true);
    for (const { id, version } of removed) this.#removals.set(id, version);
    this.#version = board.version;
    this.#forgotten = board.forgottenVersion;
  }

  /** Whether the board has changed since the last step. */
  get hasChanges(): boolean {
    return this.#version < this.#board.version;
  }

  /** The next step: at most `STEP_ROWS_MAX` rows, in order of versions. Others follow in later steps. */
  next(): StepRows {
    const from = this.#version;
    const all = this.#differences();
    const differences = all.slice(0, STEP_ROWS_MAX);
    const isAll = differences.length === all.length;
    const to = isAll ? this.#board.version : (differences.at(-1)?.version ?? from);
    const forgotten = Math.max(this.#forgotten, Math.min(this.#board.forgottenVersion, to));
    const forgottenIds = this.#forget(forgotten);
    const rows = differences.map((difference) => this.#publish(difference));
    this.#version = to;
    this.#forgotten = forgotten;
    return { from, to, forgotten, size: this.#published.size, rows, forgottenIds };
  }

  #differences(): Difference[] {
    const from = this.#version;
    const { changed, removed } = this.#board.changesSince(from, () => true);
    const gone = removed.filter(({ id }) => this.#published.has(id)).map(removalOf);
    const differences = [...changed, ...gone, ...this.#forgottenRemovals(changed, gone)];
    return differences.sort((one, other) => one.version - other.version);
  }

  /**
   * Removals that the board has already forgotten, though no step had them. Each gets an unused version since
   * the last step. There are enough of those, because every removal had its own version.
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
      removals.push({ id, version });
    }
    return removals;
  }

  #publish({ id, version, value }: Difference): StoredRow {
    if (value !== undefined) {
      this.#published.add(id);
      this.#removals.delete(id);
      return { id, value: encodePut(version, value) };
    }
    this.#published.delete(id);
    this.#removals.set(id, version);
    return { id, value: encodeRemoval(version) };
  }

  /** Forgets removals up to a version. Returns the ids to delete from Redis. */
  #forget(forgotten: number): string[] {
    const ids: string[] = [];
    for (const [id, version] of this.#removals) {
      if (version > forgotten || ids.length === STEP_ROWS_MAX) break;
      ids.push(id);
      this.#removals.delete(id);
    }
    return ids;
  }
}

function removalOf({ id, version }: Entry<unknown>): Difference {
  return { id, version };
}
