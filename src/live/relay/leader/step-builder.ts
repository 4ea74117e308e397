import type { Entry, VersionedBoard } from '../../board/versioned-board.ts';
import { encodePut, encodeRemoval } from '../step.ts';
import { STEP_ROWS_MAX, type StoredRow } from '../store/relay-store.ts';

/** The rows of a step. */
export interface StepRows {
  readonly from: number;
  readonly to: number;
  readonly forgotten: number;
  readonly size: number;
  readonly rows: readonly StoredRow[];
  readonly forgottenIds: readonly string[];
}

interface Difference {
  readonly id: string;
  readonly version: number;
  /** Undefined if the item was removed. */
  readonly value?: unknown;
}

/**
 * Builds steps from the changes of a leader's board since the last step. There is no queue: while a
 * step is in flight the board changes further, and the next step has each item once, in its newest
 * state.
 */
export class StepBuilder {
  readonly #board: VersionedBoard<unknown>;
  /** What Redis holds: ids on the board, and versions of remembered removals. */
  readonly #published: Set<string>;
  readonly #removals = new Map<string, number>();
  #version: number;
  #forgotten: number;

  /** `board` must have the state that Redis has. */
  constructor(board: VersionedBoard<unknown>) {
    this.#board = board;
    this.#published = new Set(board.ids());
    const { removed } = board.changesSince(-1, () => true);
    for (const { id, version } of removed) this.#removals.set(id, version);
    this.#version = board.version;
    this.#forgotten = board.forgottenVersion;
  }

  /** The version up to which steps were built. */
  get version(): number {
    return this.#version;
  }

  /** Whether the board has changed since the last step. */
  get isBehind(): boolean {
    return this.#version < this.#board.version;
  }

  /** The rows of the next step, in order of versions. Rows beyond its maximum follow later. */
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
   * Removals that the board has forgotten already. Each gets a version that no other change has.
   * There are enough, because every removal had one.
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

  /** Removals that Redis need not remember any longer. */
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
