import { randomUUID } from 'node:crypto';

/** A thing on a board, with the board's sequence number at its last change. */
export interface Entry<T> {
  readonly id: string;
  readonly value: T;
  readonly version: number;
  /** Whether it was taken off the board: then `value` is its last state. */
  readonly isRemoved: boolean;
}

/** What changed after a sequence number, oldest change first: each thing once, in its newest state. */
export interface Changes<T> {
  readonly changed: readonly Entry<T>[];
  readonly removed: readonly Entry<T>[];
}

/** An entry as it comes from another copy of the board. */
export interface Change<T> {
  readonly id: string;
  /** Null for a removal that does not repeat what was removed. */
  readonly value: T | null;
  readonly version: number;
  readonly isRemoved: boolean;
}

interface Node<T> {
  id: string;
  value: T;
  readonly place: number;
  version: number;
  isRemoved: boolean;
  older: Node<T> | null;
  newer: Node<T> | null;
}

/** Removals that are remembered for subscribers who have not seen them. */
const REMOVALS_MAX = 50_000;

/**
 * State by id with a sequence number for each thing. All things are chained in the order of their
 * last change, so what changed since N is read off the end of the chain, however long ago N was.
 * Only removals are forgotten, the oldest first: who asks for what was before that starts anew.
 */
export class VersionedBoard<T> {
  #epoch: string = randomUUID().slice(0, 8);
  readonly #nodes = new Map<string, Node<T>>();
  readonly #removals = new Map<string, Node<T>>();
  readonly #removalsMax: number;
  #newest: Node<T> | null = null;
  #version = 0;
  #places = 0;
  #forgottenVersion = 0;

  constructor(removalsMax: number = REMOVALS_MAX) {
    this.#removalsMax = removalsMax;
  }

  /** Names this board: versions of another one mean nothing here. */
  get epoch(): string {
    return this.#epoch;
  }

  /** The number of the last change; 0 before the first. */
  get version(): number {
    return this.#version;
  }

  /** What was removed up to this version is not remembered. */
  get forgottenVersion(): number {
    return this.#forgottenVersion;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id)?.value;
  }

  /** Whether a thing was taken off the board, as far as that is remembered. */
  wasRemoved(id: string): boolean {
    return this.#removals.has(id);
  }

  /** The last state of a thing that was taken off the board, as far as that is remembered. */
  removed(id: string): T | undefined {
    return this.#removals.get(id)?.value;
  }

  /** An entry's position in the order of arrival. One that comes back keeps its old position. */
  orderOf(id: string): number {
    return this.#nodes.get(id)?.place ?? this.#places;
  }

  ids(): MapIterator<string> {
    return this.#nodes.keys();
  }

  /** Everything on the board, in no particular order. */
  entries(): MapIterator<Entry<T>> {
    return this.#nodes.values();
  }

  /** Puts a thing on the board or changes it; it is the newest change now. */
  put(id: string, value: T): Entry<T> {
    const removed = this.#removals.get(id);
    if (removed !== undefined) {
      this.#removals.delete(id);
      this.#unlink(removed);
    }
    let node = this.#nodes.get(id);
    if (node === undefined) {
      const place = removed?.place ?? this.#places++;
      node = { id, value, place, version: 0, isRemoved: false, older: null, newer: null };
      this.#nodes.set(id, node);
    } else {
      this.#unlink(node);
      node.value = value;
    }
    return this.#append(node);
  }

  /** Takes a thing off the board; undefined where it is not there. */
  remove(id: string): Entry<T> | undefined {
    const node = this.#nodes.get(id);
    if (node === undefined) return undefined;
    this.#nodes.delete(id);
    this.#unlink(node);
    node.isRemoved = true;
    this.#removals.set(id, node);
    this.#append(node);
    if (this.#removals.size > this.#removalsMax) this.#forgetOldestRemoval();
    return node;
  }

  /** Forgets what was removed up to a version: readers with an older cursor get a new snapshot. */
  forgetRemovals(upTo: number = this.#version): void {
    this.#forgottenVersion = Math.max(this.#forgottenVersion, upTo);
  }

  /** Skips versions: the next change is the one after `version`. Throws where that would go back. */
  advanceTo(version: number): void {
    if (version < this.#version) {
      throw new RangeError(`Version ${this.#version} cannot go back to ${version}.`);
    }
    this.#version = version;
  }

  /**
   * Empties the board and gives it another name. `version` has to be above all of the board so far,
   * so that every subscriber finds its own version forgotten and gets a new snapshot.
   */
  startEpoch(epoch: string, version: number): void {
    this.advanceTo(version);
    this.#epoch = epoch;
    this.#forgottenVersion = version;
    this.#nodes.clear();
    this.#removals.clear();
    this.#newest = null;
  }

  /**
   * Makes a change with the version that it has on another copy of this board, in ascending order of
   * versions. Undefined if the change removes a thing that is not here, and says no value for it.
   */
  replicate({ id, value, version, isRemoved }: Change<T>): Entry<T> | undefined {
    this.advanceTo(version - 1);
    if (!isRemoved) return value === null ? undefined : this.put(id, value);
    if (!this.#nodes.has(id)) {
      if (value === null) return undefined;
      this.put(id, value);
      this.#version = version - 1;
    }
    return this.remove(id);
  }

  /**
   * Becomes a copy of another board: the same epoch, versions and remembered removals. `copy` makes
   * a value that changes on the other board do not reach.
   */
  copyFrom(source: VersionedBoard<T>, copy: (value: T) => T): void {
    this.#version = 0;
    this.startEpoch(source.epoch, 0);
    const { changed, removed } = source.changesSince(-1, () => true);
    const inOrder = [...changed, ...removed].sort((one, other) => one.version - other.version);
    for (const entry of inOrder) this.replicate({ ...entry, value: copy(entry.value) });
    this.#version = source.version;
    this.#forgottenVersion = source.forgottenVersion;
  }

  /** Whether everything that changed after `version` is still known. */
  remembers(version: number): boolean {
    return version >= this.#forgottenVersion && version <= this.#version;
  }

  /** What changed after `version`; only where the board `remembers` it. */
  changesSince(version: number, matches: (value: T) => boolean): Changes<T> {
    const changed: Entry<T>[] = [];
    const removed: Entry<T>[] = [];
    for (let node = this.#newest; node !== null && node.version > version; node = node.older) {
      if (matches(node.value)) (node.isRemoved ? removed : changed).push(node);
    }
    return { changed: changed.reverse(), removed: removed.reverse() };
  }

  #append(node: Node<T>): Entry<T> {
    this.#version += 1;
    node.version = this.#version;
    node.older = this.#newest;
    node.newer = null;
    if (this.#newest !== null) this.#newest.newer = node;
    this.#newest = node;
    return node;
  }

  #unlink(node: Node<T>): void {
    if (node.older !== null) node.older.newer = node.newer;
    if (node.newer !== null) node.newer.older = node.older;
    if (this.#newest === node) this.#newest = node.older;
  }

  #forgetOldestRemoval(): void {
    for (const [id, node] of this.#removals) {
      this.#removals.delete(id);
      this.#unlink(node);
      this.#forgottenVersion = node.version;
      return;
    }
  }
}
