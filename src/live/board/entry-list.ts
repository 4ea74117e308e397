/** A row of a board, with the version that the board got by the row's last change. */
export interface Entry<T> {
  readonly id: string;
  readonly value: T;
  readonly version: number;
  /** When the frame arrived that caused this, in milliseconds of the monotonic clock; null if it is not known. */
  readonly arrivedAt?: number | null;
  /** Whether the row was removed; `value` is then its last state. */
  readonly isRemoved: boolean;
}

/** The rows that changed after a version: each once, with its newest state, oldest change first. */
export interface Changes<T> {
  readonly changed: readonly Entry<T>[];
  readonly removed: readonly Entry<T>[];
}

export function sizeOf({ changed, removed }: Changes<unknown>): number {
  return changed.length + removed.length;
}

/** When the oldest of the frames arrived that caused these changes; null if it is not known. */
export function arrivalOf({ changed, removed }: Changes<unknown>): number | null {
  let oldest = Number.POSITIVE_INFINITY;
  for (const changes of [changed, removed]) {
    for (const { arrivedAt } of changes) oldest = Math.min(oldest, arrivedAt ?? oldest);
  }
  return oldest === Number.POSITIVE_INFINITY ? null : oldest;
}

/** A node of the linked list: one row. */
export class Node<T> implements Entry<T> {
  readonly id: string;
  value: T;
  /** The row's position in the order in which rows were first added to the board. */
  readonly order: number;
  version = 0;
  arrivedAt: number | null = null;
  isRemoved = false;
  older: Node<T> | null = null;
  newer: Node<T> | null = null;

  constructor(id: string, value: T, order: number) {
    this.id = id;
    this.value = value;
    this.order = order;
  }
}

/** A linked list of rows in the order of their versions, so all changes since a version are at its end. */
export class EntryList<T> {
  #newest: Node<T> | null = null;

  clear(): void {
    this.#newest = null;
  }

  /** Adds a node, whose version must be higher than all others. */
  append(node: Node<T>): void {
    node.older = this.#newest;
    node.newer = null;
    if (this.#newest !== null) this.#newest.newer = node;
    this.#newest = node;
  }

  delete(node: Node<T>): void {
    if (node.older !== null) node.older.newer = node.newer;
    if (node.newer !== null) node.newer.older = node.older;
    if (this.#newest === node) this.#newest = node.older;
  }

  changesSince(version: number, matches: (value: T) => boolean): Changes<T> {
    const changed: Entry<T>[] = [];
    const removed: Entry<T>[] = [];
    for (let node = this.#newest; node !== null && node.version > version; node = node.older) {
      if (matches(node.value)) (node.isRemoved ? removed : changed).push(node);
    }
    return { changed: changed.reverse(), removed: removed.reverse() };
  }
}
