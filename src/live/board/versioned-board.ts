import { randomUUID } from 'node:crypto';
import { Arrivals } from './arrivals.ts';

/** An item of a board, with the board's version at its last change. */
export interface Entry<T> {
  readonly id: string;
  readonly value: T;
  readonly version: number;
  /** Whether it was removed; `value` is its last state then. */
  readonly isRemoved: boolean;
}

/** The items that changed after a version, each once in its newest state, oldest change first. */
export interface Changes<T> {
  readonly changed: readonly Entry<T>[];
  readonly removed: readonly Entry<T>[];
}

/** A change that was made on another copy of the board. */
export interface Change<T> {
  readonly id: string;
  /** Null for a removal without the removed item's last state. */
  readonly value: T | null;
  readonly version: number;
  readonly isRemoved: boolean;
}

interface Node<T> {
  id: string;
  value: T;
  /** Its rank in the order of arrival. */
  readonly order: number;
  version: number;
  isRemoved: boolean;
  older: Node<T> | null;
  newer: Node<T> | null;
}

/** Removals that are remembered for readers that have not seen them. */
export const REMOVALS_MAX = 50_000;

/**
 * Items by id, each with the board's version at its last change. A linked list keeps them in the
 * order of their last changes, so all changes since a version are at its end, however old that
 * version is. Only removals are forgotten, the oldest first; readers with an older cursor get a new
 * snapshot.
 */
export class VersionedBoard<T> {
  /** When the frames came that its changes are from. */
  readonly arrivals = new Arrivals();
  #epoch: string = randomUUID().slice(0, 8);
  readonly #nodes = new Map<string, Node<T>>();
  readonly #removals = new Map<string, Node<T>>();
  readonly #removalsMax: number;
  #newest: Node<T> | null = null;
  #version = 0;
  #nextOrder = 0;
  /** Removals up to this version may have been forgotten. */
  #forgottenVersion = 0;

  constructor(removalsMax: number = REMOVALS_MAX) {
    this.#removalsMax = removalsMax;
  }

  /**
   * Names the run of versions that this board and its copies share. Versions of another epoch mean nothing
   * here.
   */
  get epoch(): string {
    return this.#epoch;
  }

  /** The number of the last change; 0 before the first one. */
  get version(): number {
    return this.#version;
  }

  /** Removals up to this version may have been forgotten. */
  get forgottenVersion(): number {
    return this.#forgottenVersion;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id)?.value;
  }

  /** Whether an item was removed (old removals are forgotten). */
  wasRemoved(id: string): boolean {
    return this.#removals.has(id);
  }

  /** The last state of an item that was removed, as far as that is remembered. */
  removed(id: string): T | undefined {
    return this.#removals.get(id)?.value;
  }

  /** An item's rank in the order of arrival. A removed item that returns keeps its earlier rank. */
  orderOf(id: string): number {
    return this.#nodes.get(id)?.order ?? this.#nextOrder;
  }

  ids(): MapIterator<string> {
    return this.#nodes.keys();
  }

  /** All items, in no particular order. */
  entries(): MapIterator<Entry<T>> {
    return this.#nodes.values();
  }

  /** Adds or changes an item, as the newest change. */
  put(id: string, value: T): Entry<T> {
    const removed = this.#removals.get(id);
    if (removed !== undefined) {
      this.#removals.delete(id);
      this.#unlink(removed);
    }
    let node = this.#nodes.get(id);
    if (node === undefined) {
      const order = removed?.order ?? this.#nextOrder++;
      node = { id, value, order, version: 0, isRemoved: false, older: null, newer: null };
      this.#nodes.set(id, node);
    } else {
      this.#unlink(node);
      node.value = value;
    }
    return this.#append(node);
  }

  /** Removes an item; undefined if it is not on the board. */
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

  /**
   * Treats all removals up to a version as forgotten: readers that have not seen them all get a new
   * snapshot. The removed items themselves are kept.
   */
  forgetRemovals(upTo: number = this.#version): void {
    this.#forgottenVersion = Math.max(this.#forgottenVersion, upTo);
  }

  /**
   * Skips versions: the next change gets the one after `version`, which must not be below the current one.
   */
  advanceTo(version: number): void {
    if (version < this.#version) {
      throw new RangeError(`Version ${this.#version} cannot go back to ${version}.`);
    }
    this.#version = version;
  }

  /**
   * Empties the board and gives it a new epoch. `version` must be higher than all versions that subscribers
   * have seen, so that each gets a new snapshot.
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
   * Applies a change of another copy of this board, with the version it has there. Changes come in
   * ascending order of versions. Undefined for the removal of an unknown item without its value.
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
   * Becomes a copy of another board, with its epoch, versions and remembered removals. `copy` copies
   * a value, so that later changes of the other board don't affect it.
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

  /** Whether all changes after `version` are still known. */
  remembers(version: number): boolean {
    return version >= this.#forgottenVersion && version <= this.#version;
  }

  /** The matching items that changed after `version`, without removals that are forgotten. */
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
      this.forgetRemovals(node.version);
      return;
    }
  }
}
