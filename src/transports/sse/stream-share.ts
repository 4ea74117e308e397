import { getHeapStatistics } from 'node:v8';
import type { OperationBudget } from './streamed-operations.ts';

/** Shares of the heap that operations on streams may hold: of one account, and of all. */
const ONE_SHARE = 1 / 64;
const ALL_SHARE = 1 / 16;

/** The streams of an account, and the bytes that their operations hold: a part of those of all accounts. */
export class StreamShare implements OperationBudget {
  readonly #whole: StreamShare | null;
  readonly #bytesMax: number;
  #bytes = 0;
  streams = 0;

  /** Without a whole it is one, of all accounts. */
  constructor(whole: StreamShare | null = null) {
    this.#whole = whole;
    const share = whole === null ? ALL_SHARE : ONE_SHARE;
    this.#bytesMax = getHeapStatistics().heap_size_limit * share;
  }

  get bytes(): number {
    return this.#bytes;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#bytesMax && (this.#whole?.hasRoomFor(bytes) ?? true);
  }

  hold(bytes: number): void {
    this.#bytes += bytes;
    this.#whole?.hold(bytes);
  }
}
