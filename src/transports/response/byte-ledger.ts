import { getHeapStatistics } from 'node:v8';

export interface LedgerLimits {
  /** Bytes of all accounts together. */
  readonly bytes: number;
  readonly accountBytes: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: LedgerLimits = { bytes: HEAP_BYTES / 8, accountBytes: HEAP_BYTES / 32 };

/** What several may hold: the results of a subscription, or an event that contains them. */
type Shared = Buffer | readonly Buffer[];

/** Counts the bytes that are held for clients that have not read them, by account. */
export class ByteLedger {
  readonly #limits: LedgerLimits;
  readonly #held = new Map<string, number>();
  /** How many of each account hold what several may hold. */
  readonly #holders = new WeakMap<Shared, Map<string, number>>();
  /** Of all accounts. */
  bytes = 0;

  constructor(limits: LedgerLimits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Which limit these bytes would exceed, the account's or that of all; null if neither. Bytes that nothing else is held
   * beside may exceed a limit.
   */
  exceededBy(account: string, bytes: number): 'account' | 'all' | null {
    const own = this.#held.get(account) ?? 0;
    if (own > 0 && own + bytes > this.#limits.accountBytes) return 'account';
    return this.bytes > 0 && this.bytes + bytes > this.#limits.bytes ? 'all' : null;
  }

  /** Counts bytes that are held from now on, or that were released if negative. */
  add(account: string, bytes: number): void {
    const held = (this.#held.get(account) ?? 0) + bytes;
    if (held === 0) this.#held.delete(account);
    else this.#held.set(account, held);
    this.bytes += bytes;
  }

  /**
   * Counts what others may hold too: once for each account, and once for all. False if it would exceed a limit, and then
   * it is not counted.
   */
  hold(account: string, shared: Shared): boolean {
    const holders = this.#holders.get(shared) ?? new Map<string, number>();
    const count = holders.get(account) ?? 0;
    if (count === 0) {
      const bytes = bytesOf(shared);
      const exceeded = this.exceededBy(account, bytes);
      if (exceeded === 'account' || (exceeded === 'all' && holders.size === 0)) return false;
      this.add(account, bytes);
      if (holders.size > 0) this.bytes -= bytes;
    }
    this.#holders.set(shared, holders.set(account, count + 1));
    return true;
  }

  /** One of this account no longer holds it. */
  release(account: string, shared: Shared): void {
    const holders = this.#holders.get(shared);
    const count = holders?.get(account);
    if (holders === undefined || count === undefined) return;
    if (count > 1) {
      holders.set(account, count - 1);
      return;
    }
    holders.delete(account);
    const bytes = bytesOf(shared);
    this.add(account, -bytes);
    if (holders.size > 0) this.bytes += bytes;
  }
}

function bytesOf(shared: Shared): number {
  return [shared].flat().reduce((sum, { length }) => sum + length, 0);
}
