/** A Map or Set is not rebuilt before this many deletions. */
const DELETED_MIN = 1_000;

/** Whether enough entries have been deleted since the last rebuild to make another worthwhile. */
function isSparse(deleted: number, size: number): boolean {
  return deleted > DELETED_MIN && deleted > size / 4;
}

/**
 * A Map that avoids growing because of deleted entries. V8 keeps these in the Map's hash table until that is
 * full, and then doubles it: a Map whose entries come and go would take twice the memory. This one usually
 * rebuilds the table before that. Iterators in use during a rebuild begin again at the first entry.
 */
export class CompactMap<K, V> extends Map<K, V> {
  #deleted = 0;

  override delete(key: K): boolean {
    if (!super.delete(key)) return false;
    this.#deleted += 1;
    if (isSparse(this.#deleted, this.size)) this.#rebuild();
    return true;
  }

  #rebuild(): void {
    const keys = [...this.keys()];
    const values = [...this.values()];
    this.clear();
    this.#deleted = 0;
    for (const [i, key] of keys.entries()) this.set(key, values[i] as V);
  }
}

/** A Set that is rebuilt in the same way as `CompactMap`. */
export class CompactSet<T> extends Set<T> {
  #deleted = 0;

  override delete(value: T): boolean {
    if (!super.delete(value)) return false;
    this.#deleted += 1;
    if (isSparse(this.#deleted, this.size)) this.#rebuild();
    return true;
  }

  #rebuild(): void {
    const values = [...this];
    this.clear();
    this.#deleted = 0;
    for (const value of values) this.add(value);
  }
}
