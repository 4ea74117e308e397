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
  /** Names this board: sequence numbers of another one mean nothing here. */
  readonly epoch: string = randomUUID().slice(0, 8);
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

  /** The number of the last change; 0 before the first. */
  get version(): number {
    return this.#version;
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

  /** Forgets what was removed so far: who has not been told of it starts anew. */
  forgetRemovals(): void {
    this.#forgottenVersion = this.#version;
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
