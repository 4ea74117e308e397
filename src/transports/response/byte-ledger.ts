import { getHeapStatistics } from 'node:v8';
import { Counts } from '../../caching/counts.ts';

export interface LedgerLimits {
  /** Bytes of all accounts together. */
  readonly bytes: number;
  readonly accountBytes: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: LedgerLimits = { bytes: HEAP_BYTES / 8, accountBytes: HEAP_BYTES / 32 };

/** Bytes that several clients may wait for: results of a subscription, or an event that contains them. */
type Shared = Buffer | readonly Buffer[];

/** Counts the bytes in memory for clients that have not read them, by account. */
export class ByteLedger {
  readonly #limits: LedgerLimits;
  readonly #held = new Counts<string>();
  /** How many clients of each account hold the same bytes. */
  readonly #holders = new WeakMap<Shared, Counts<string>>();
  /** Of all accounts. */
  bytes = 0;

  constructor(limits: LedgerLimits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Which limit these bytes would exceed, the account's or that of all; null if neither. Where nothing is held yet, any
   * number of bytes is within the limit.
   */
  exceededBy(account: string, bytes: number): 'account' | 'all' | null {
    const own = this.#held.of(account);
    if (own > 0 && own + bytes > this.#limits.accountBytes) return 'account';
    return this.bytes > 0 && this.bytes + bytes > this.#limits.bytes ? 'all' : null;
  }

  /** Counts bytes that are held from now on, or that were released if negative. */
  add(account: string, bytes: number): void {
    this.#held.add(account, bytes);
    this.bytes += bytes;
  }

  /**
   * Counts bytes that others may hold as well: once for each account, and once for all accounts together. If they would
   * exceed a limit, counts nothing and returns false.
   */
  hold(account: string, shared: Shared): boolean {
    const holders = this.#holders.get(shared) ?? new Counts<string>();
    if (holders.of(account) === 0) {
      const bytes = bytesOf(shared);
      const exceeded = this.exceededBy(account, bytes);
      if (exceeded === 'account' || (exceeded === 'all' && holders.size === 0)) return false;
      this.add(account, bytes);
      if (holders.size > 0) this.bytes -= bytes;
    }
    holders.add(account, 1);
    this.#holders.set(shared, holders);
    return true;
  }

  /** One client of this account no longer holds these bytes. */
  release(account: string, shared: Shared): void {
    const holders = this.#holders.get(shared);
    if (!holders?.has(account) || holders.add(account, -1) > 0) return;
    const bytes = bytesOf(shared);
    this.add(account, -bytes);
    if (holders.size > 0) this.bytes += bytes;
  }
}

function bytesOf(shared: Shared): number {
  return [shared].flat().reduce((sum, { length }) => sum + length, 0);
}
