import { getHeapStatistics } from 'node:v8';

/**
 * Shares of the heap that operations on streams may hold: those of one account, and all of them.
 */
const ACCOUNT_SHARE = 1 / 64;
const TOTAL_SHARE = 1 / 16;

/**
 * An account's use of streams: their number, and the bytes that their operations hold, which also count
 * against the total of all accounts.
 */
export class StreamQuota {
  readonly #total: StreamQuota | null;
  readonly #bytesMax: number;
  #bytes = 0;
  streams = 0;

  /** Without `total`, this quota is itself the total of all accounts. */
  constructor(total: StreamQuota | null = null) {
    this.#total = total;
    const share = total === null ? TOTAL_SHARE : ACCOUNT_SHARE;
    this.#bytesMax = getHeapStatistics().heap_size_limit * share;
  }

  get bytes(): number {
    return this.#bytes;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#bytesMax && (this.#total?.hasRoomFor(bytes) ?? true);
  }

  /** Counts bytes that are held from now on, or that were released if negative. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#total?.add(bytes);
  }
}
