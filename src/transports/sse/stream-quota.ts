import { getHeapStatistics } from 'node:v8';

/** Limits in bytes, as shares of the largest size of the heap. */
interface Shares {
  /** The requests of operations that have not ended. */
  readonly requests: number;
  /** The results of queries and mutations that have not been sent. */
  readonly results: number;
}

const ACCOUNT: Shares = { requests: 1 / 64, results: 1 / 32 };
const TOTAL: Shares = { requests: 1 / 16, results: 1 / 8 };

/**
 * What one account's single-connection event streams use: their number, and the bytes that their operations
 * and unsent results take in memory. The bytes also count towards the total of all accounts.
 */
export class StreamQuota {
  readonly #total: StreamQuota | null;
  readonly #requestBytesMax: number;
  readonly #resultBytesMax: number;
  #requestBytes = 0;
  #resultBytes = 0;
  /** How many streams the account has, reserved or open. */
  streams = 0;

  /** Without `total`, this quota is itself the total of all accounts. */
  constructor(total: StreamQuota | null = null) {
    this.#total = total;
    const shares = total === null ? TOTAL : ACCOUNT;
    const { heap_size_limit: heap } = getHeapStatistics();
    this.#requestBytesMax = heap * shares.requests;
    this.#resultBytesMax = heap * shares.results;
  }

  /** The bytes of operations and results. */
  get bytes(): number {
    return this.#requestBytes + this.#resultBytes;
  }

  /** Whether an operation whose request takes this many bytes is within the limits. */
  hasRoomFor(bytes: number): boolean {
    return (
      this.#requestBytes + bytes <= this.#requestBytesMax &&
      (this.#total?.hasRoomFor(bytes) ?? true)
    );
  }

  /** Counts bytes of requests that are held from now on, or that were released if negative. */
  add(bytes: number): void {
    this.#requestBytes += bytes;
    this.#total?.add(bytes);
  }

  /**
   * Whether a result may be kept until it is sent. It may exceed a limit if no other result counts towards that
   * limit.
   */
  hasRoomForResult(bytes: number): boolean {
    const held = this.#resultBytes;
    const fits = held === 0 || held + bytes <= this.#resultBytesMax;
    return fits && (this.#total?.hasRoomForResult(bytes) ?? true);
  }

  /** The same as `add`, for results. */
  addResult(bytes: number): void {
    this.#resultBytes += bytes;
    this.#total?.addResult(bytes);
  }
}
