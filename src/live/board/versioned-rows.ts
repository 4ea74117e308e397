import { randomUUID } from 'node:crypto';
import { Counts } from '../../caching/counts.ts';
import { type Changes, type Entry, EntryList, Node } from './entry-list.ts';
import { CompactMap } from './memory/compact-collections.ts';

/** A change of a board that another copy of it made, to be applied to this copy. */
export type ReplicatedChange<T> = Pick<Entry<T>, 'id' | 'version'> &
  (
    | { readonly isRemoved: false; readonly value: T }
    /** `value`: the row's last state; null if it is not known. */
    | { readonly isRemoved: true; readonly value: T | null }
  );

/** Where a board stands. */
type BoardVersion = Pick<VersionedRows<never>, 'epoch' | 'version' | 'forgottenVersion'>;

/**
 * How many removals are remembered for subscribers that have not received them yet: about ten minutes' worth
 * on a busy board.
 */
export const REMOVALS_MAX = 10_000;

/** What the board has to know about its rows. */
interface RowTraits<T> {
  /** The id of the event that a row belongs to. */
  eventOf(value: T): string;
  /** Whether two values with the same id are states of the same row: ids can be used again for another row. */
  isSameRow(one: T, other: T): boolean;
}

/**
 * The rows of a board by id. Each change increments the board's version, and each row has the version of its
 * last change, so the changes since any earlier version are known. Only removals are forgotten, the oldest
 * first: a subscriber whose cursor is older than a forgotten removal gets a new snapshot.
 */
export class VersionedRows<T> {
  /** When the frame arrived that causes the next changes, in milliseconds of the monotonic clock. */
  arrivedAt: number | null = null;
  #epoch: string = randomUUID().slice(0, 8);
  readonly #nodes = new CompactMap<string, Node<T>>();
  /** The rows and the remembered removals, in the order of their versions. */
  readonly #list = new EntryList<T>();
  readonly #removals = new CompactMap<string, Node<T>>();
  readonly #removalsMax: number;
  readonly #traits: RowTraits<T>;
  /** How many rows each event has. */
  readonly #eventSizes = new Counts<string>();
  #version = 0;
  #rebuilds = 0;
  #nextOrder = 0;
  /** Removals up to this version may have been forgotten. */
  #forgottenVersion = 0;

  constructor(removalsMax: number = REMOVALS_MAX, traits: Partial<RowTraits<T>> = {}) {
    this.#removalsMax = removalsMax;
    this.#traits = { eventOf: () => '', isSameRow: () => true, ...traits };
  }

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

  /** How often all rows were made anew: entries from before are not the board's any more. */
  get rebuilds(): number {
    return this.#rebuilds;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** The number of rows and remembered removals. A removal takes nearly as much memory as a row. */
  get sizeWithRemovals(): number {
    return this.#nodes.size + this.#removals.size;
  }

  hasEvent(id: string): boolean {
    return this.#eventSizes.has(id);
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id)?.value;
  }

  /** The last state of a removed row; undefined if the removal is not remembered. */
  removed(id: string): T | undefined {
    return this.#removals.get(id)?.value;
  }

  /**
   * A row's position in the order of first arrival; on a copy, of the last changes before the copy. A removed row that
   * returns gets its old position back while the removal is remembered.
   */
  orderOf(id: string): number {
    return this.#nodes.get(id)?.order ?? this.#nextOrder;
  }

  ids(): MapIterator<string> {
    return this.#nodes.keys();
  }

  /** All rows, in no particular order. */
  entries(): MapIterator<Entry<T>> {
    return this.#nodes.values();
  }

  /** Adds or replaces a row. This is the newest change, so it gets the next version. */
  put(id: string, value: T): Entry<T> {
    const removed = this.#removals.get(id);
    if (removed !== undefined) {
      this.#removals.delete(id);
      this.#list.delete(removed);
    }
    let node = this.#nodes.get(id);
    if (node === undefined) {
      // A new one, since topics may still have the removal's as an entry to emit.
      node = new Node(id, value, removed?.order ?? this.#nextOrder++);
      this.#nodes.set(id, node);
      this.#countEvent(value, 1);
    } else {
      this.#list.delete(node);
      // The same object, changed in place, still has the same event.
      if (node.value !== value) {
        this.#countEvent(value, 1);
        this.#countEvent(node.value, -1);
      }
      node.value = value;
    }
    return this.#append(node);
  }

  /** Removes a row; undefined if it is not on the board. */
  remove(id: string): Entry<T> | undefined {
    const node = this.#nodes.get(id);
    if (node === undefined) return undefined;
    this.#takeOff(node);
    this.#removals.set(id, node);
    this.#append(node);
    const [oldest] = this.#removals.values();
    if (oldest && this.#removals.size > this.#removalsMax) this.dropRemovals(oldest.version);
    return node;
  }

  /**
   * Treats all removals up to a version as forgotten: subscribers that have not received them all get a new
   * snapshot. The records of the removals are kept.
   */
  forgetRemovals(upTo: number = this.#version): void {
    this.#forgottenVersion = Math.max(this.#forgottenVersion, upTo);
  }

  /** Forgets the removals on record up to a version, and frees their memory. */
  dropRemovals(upTo: number): void {
    for (const [id, node] of this.#removals) {
      if (node.version > upTo) return;
      this.#removals.delete(id);
      this.#list.delete(node);
      this.forgetRemovals(node.version);
    }
  }

  /**
   * Skips versions: the next change will get `version` + 1. `version` must not be below the current one.
   */
  advanceTo(version: number): void {
    if (version < this.#version) {
      throw new RangeError(`Version ${this.#version} cannot go back to ${version}.`);
    }
    this.#version = version;
  }

  /**
   * Applies a change from another copy of this board, with the same version. Must be called in ascending
   * order of versions. Returns what has changed: nothing if it removes an unknown row whose last state is not known
   * either; two entries if another row had the id.
   */
  replicate({ id, value, version, isRemoved }: ReplicatedChange<T>): Entry<T>[] {
    this.advanceTo(version - 1);
    if (isRemoved) {
      if (value !== null) {
        this.put(id, value); // Only to remove it below: the removal is remembered, with the row's last state.
        this.#version = version - 1;
      }
      const removed = this.remove(id);
      return removed === undefined ? [] : [removed];
    }
    const node = this.#nodes.get(id);
    const isSame = node === undefined || this.#traits.isSameRow(node.value, value);
    return isSame ? [this.put(id, value)] : [this.#takeOff(node, version), this.put(id, value)];
  }

  /**
   * Becomes a copy of another board, with its epoch, versions and remembered removals. `copy` copies
   * a value, so that later changes of the other board don't affect it.
   */
  copyFrom(source: VersionedRows<T>, copy: (value: T) => T): void {
    const { changed, removed } = source.changesSince(0, () => true);
    const inOrder = [...changed, ...removed].sort((one, other) => one.version - other.version);
    const changes = inOrder.values().map((entry) => ({ ...entry, value: copy(entry.value) }));
    this.rebuild(source, changes);
  }

  /**
   * Becomes a copy of another board from all its rows and remembered removals, in the order of their versions. The caller
   * makes sure that subscribers do not continue from a version that meant another state before.
   */
  rebuild(of: BoardVersion, changes: Iterable<ReplicatedChange<T>>): void {
    this.#epoch = of.epoch;
    this.#version = 0;
    this.#forgottenVersion = 0;
    this.#rebuilds += 1;
    this.#nodes.clear();
    this.#eventSizes.clear();
    this.#removals.clear();
    this.#list.clear();
    for (const change of changes) this.replicate(change);
    this.advanceTo(of.version);
    this.forgetRemovals(of.forgottenVersion);
  }

  /** Whether all changes after `version`, removals included, are still known. */
  remembers(version: number): boolean {
    return version >= this.#forgottenVersion && version <= this.#version;
  }

  /** The matching rows that changed after `version`; complete only if the board remembers that version. */
  changesSince(version: number, matches: (value: T) => boolean): Changes<T> {
    return this.#list.changesSince(version, matches);
  }

  /** Takes a row off the board, by a change with this version, without remembering the removal. */
  #takeOff(node: Node<T>, version = node.version): Entry<T> {
    this.#nodes.delete(node.id);
    this.#list.delete(node);
    this.#countEvent(node.value, -1);
    node.isRemoved = true;
    node.version = version;
    node.arrivedAt = this.arrivedAt;
    return node;
  }

  #countEvent(value: T, by: 1 | -1): void {
    this.#eventSizes.add(this.#traits.eventOf(value), by);
  }

  #append(node: Node<T>): Entry<T> {
    this.#version += 1;
    node.version = this.#version;
    node.arrivedAt = this.arrivedAt;
    this.#list.append(node);
    return node;
  }
}
