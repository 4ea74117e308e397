/** A row of a board, with the version that the board got by the row's last change. */
export interface Entry<T> {
  readonly id: string;
  readonly value: T;
  readonly version: number;
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

/** A node of the linked list: one row. */
export interface Node<T> {
  id: string;
  value: T;
  /** The row's position in the order in which rows were first added to the board. */
  readonly order: number;
  version: number;
  isRemoved: boolean;
  older: Node<T> | null;
  newer: Node<T> | null;
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
