/**
 * Divides a capacity between accounts: one takes more only while it holds less than a quarter of
 * what is left free. By itself an account gets a fifth of the capacity, the next a fifth of the
 * rest, and so on: it takes more than a dozen accounts that want much to leave nothing to the next.
 */
export class Shares {
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor(capacity: number) {
    this.#free = capacity;
  }

  /** Takes one for an account; whether there was one for it. */
  take(account: string): boolean {
    const taken = this.#taken.get(account) ?? 0;
    if (taken * 4 >= this.#free) return false;
    this.#taken.set(account, taken + 1);
    this.#free -= 1;
    return true;
  }

  /** Gives back one that an account took. */
  release(account: string): void {
    const taken = this.#taken.get(account) ?? 0;
    if (taken > 1) this.#taken.set(account, taken - 1);
    else this.#taken.delete(account);
    this.#free += 1;
  }
}
