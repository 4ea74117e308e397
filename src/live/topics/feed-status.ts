import { type Chunk, chunkOf } from './batch.ts';

/** The state of an upstream stream, as data that every router passes on. */
export interface FeedStatusEvent {
  readonly __typename: 'FeedStatus';
  readonly state: 'CONNECTED' | 'READY' | 'STALE' | 'RECONNECTING' | 'NOTICE';
  readonly at: string;
  readonly code: string | null;
  readonly message: string | null;
}

const KEPT_MAX = 100;

/** The last statuses of a stream, numbered, so that each subscriber gets each one once. */
export class StatusLog {
  readonly #batchCache: FeedStatusEvent[] = [];
  readonly #chunks = new Map<number, Chunk<FeedStatusEvent>>();
  #count = 0;
  #standing: FeedStatusEvent | null = null;
  #version = 0;

  /** Takes a status that came after the board's change `version`. */
  add(status: FeedStatusEvent, version: number): void {
    this.#batchCache.push(status);
    this.#count += 1;
    this.#version = version;
    if (this.#batchCache.length > KEPT_MAX) this.#batchCache.shift();
    this.#chunks.clear();
    if (status.state !== 'NOTICE') this.#standing = status;
  }

  /** How many statuses there have been. */
  get count(): number {
    return this.#count;
  }

  /** The board's version when the last status came. */
  get version(): number {
    return this.#version;
  }

  /** The current state; a notice doesn't change it. Null before the first status. */
  get standing(): FeedStatusEvent | null {
    return this.#standing;
  }

  /** The statuses after the first `count`, as far as they are kept: one chunk for everyone who missed them. */
  since(count: number): Chunk<FeedStatusEvent> | null {
    const missed = Math.min(this.#count - count, this.#batchCache.length);
    if (missed <= 0) return null;
    let chunk = this.#chunks.get(count);
    if (chunk === undefined) {
      chunk = chunkOf(this.#batchCache.slice(-missed));
      this.#chunks.set(count, chunk);
    }
    return chunk;
  }
}
