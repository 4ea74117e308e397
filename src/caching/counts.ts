/** How many there are of each key. A key with none is not kept. */
export class Counts<Key> extends Map<Key, number> {
  of(key: Key): number {
    return this.get(key) ?? 0;
  }

  /** Returns how many there are now. */
  add(key: Key, by: number): number {
    const count = this.of(key) + by;
    if (count > 0) this.set(key, count);
    else this.delete(key);
    return count;
  }
}
