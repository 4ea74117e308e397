/**
 * Divides a capacity between accounts. An account may take one more while it holds less than a
 * quarter of what is free. So a single account gets a fifth of the capacity, the next a fifth of the
 * rest, and so on: more than a dozen busy accounts are needed to leave nothing for the next.
 */
export class FairQuota {
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor(capacity: number) {
    this.#free = capacity;
  }

  /** Takes one unit for an account. False if the account has its share already. */
  take(account: string): boolean {
    const taken = this.#taken.get(account) ?? 0;
    if (taken * 4 >= this.#free) return false;
    this.#taken.set(account, taken + 1);
    this.#free -= 1;
    return true;
  }

  /** Returns a unit that the account took. */
  release(account: string): void {
    const taken = this.#taken.get(account) ?? 0;
    if (taken > 1) this.#taken.set(account, taken - 1);
    else this.#taken.delete(account);
    this.#free += 1;
  }
}
