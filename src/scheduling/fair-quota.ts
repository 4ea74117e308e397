/**
 * Divides a capacity between accounts. An account may take another unit while it holds less than a part of the
 * units that are free. If that part is a quarter, a single account gets a fifth of the capacity, the next a
 * fifth of the rest, and so on: more than a dozen busy accounts are needed to leave nothing for the next.
 */
export class FairQuota {
  readonly #taken = new Map<string, number>();
  readonly #part: number;
  #free: number;

  /** `part`: what an account may hold, as a share of what is free. */
  constructor(capacity: number, part: number) {
    this.#free = capacity;
    this.#part = part;
  }

  /** Takes one unit for an account. False if the account has its share already. */
  take(account: string): boolean {
    const taken = this.#taken.get(account) ?? 0;
    if (taken >= this.#free * this.#part) return false;
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
