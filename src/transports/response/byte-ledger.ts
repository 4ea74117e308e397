import { getHeapStatistics } from 'node:v8';

export interface LedgerLimits {
  /** Bytes of all accounts together. */
  readonly bytes: number;
  readonly accountBytes: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: LedgerLimits = { bytes: HEAP_BYTES / 8, accountBytes: HEAP_BYTES / 32 };

/** Counts the bytes that are held for clients that have not read them, by account. */
export class ByteLedger {
  readonly #limits: LedgerLimits;
  readonly #held = new Map<string, number>();
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
}
