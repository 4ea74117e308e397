import type { StreamStatus } from '../board/live-board.ts';
import { type Chunk, chunkOf } from './batch.ts';

/**
 * A status of an upstream stream, or of this replica's connection to Redis. Clients get it as an event of
 * their subscription: it is a member of the field's union type, so federation routers pass it on.
 */
export interface FeedStatusEvent extends StreamStatus {
  readonly __typename: 'FeedStatus';
  /** When the status was received, in ISO 8601. */
  readonly at: string;
}

const STATE_OF = {
  CONNECTED: 'loading',
  READY: 'ready',
  STALE: 'stale',
  RECONNECTING: 'reconnecting',
  NOTICE: null, // Is never current.
} as const;

/** The states of a board in the metrics; `opening` lasts until the first status. */
export const BOARD_STATES = ['opening', 'loading', 'ready', 'stale', 'reconnecting'] as const;

/** How many statuses are kept for slow subscribers, beside the current one. */
const STATUSES_MAX = 100;

/**
 * The last statuses of a stream. A subscriber remembers how many statuses there have been, and asks for those
 * since, so it gets each of them once.
 */
export class StatusLog {
  /** `number`: 1 for the first status of the stream, 2 for the second, and so on. */
  readonly #kept: { readonly status: FeedStatusEvent; readonly number: number }[] = [];
  /** By the `count` passed to `since`. A chunk is encoded once for all subscribers that get it. */
  readonly #chunks = new Map<number, Chunk<FeedStatusEvent>>();
  #count = 0;
  #current: FeedStatusEvent | null = null;
  #currentChunk: Chunk<FeedStatusEvent> | null = null;
  #boardVersion = 0;

  /** Adds a status that arrived when the board was at `boardVersion`. */
  add(status: FeedStatusEvent, boardVersion: number): void {
    this.#count += 1;
    this.#kept.push({ status, number: this.#count });
    this.#boardVersion = boardVersion;
    this.#chunks.clear();
    if (status.state !== 'NOTICE') {
      this.#current = status;
      this.#currentChunk = chunkOf([status]);
    }
    if (this.#kept.length <= STATUSES_MAX + 1) return;
    // Drops the oldest one, but never the current status, which many notices may have followed.
    this.#kept.splice(this.#kept[0]?.status === this.#current ? 1 : 0, 1);
  }

  /** How many statuses there have been, including those that are no longer kept. */
  get count(): number {
    return this.#count;
  }

  /** The version of the board when the last status arrived. */
  get boardVersion(): number {
    return this.#boardVersion;
  }

  /** The last status other than a notice; null before the first one. */
  get current(): FeedStatusEvent | null {
    return this.#current;
  }

  /** The current status; null if there is none. */
  get currentChunk(): Chunk<FeedStatusEvent> | null {
    return this.#currentChunk;
  }

  get boardState(): (typeof BOARD_STATES)[number] {
    return (this.#current && STATE_OF[this.#current.state]) ?? 'opening';
  }

  /** The statuses after the first `count`, as far as they are kept; null if there are none. */
  since(count: number): Chunk<FeedStatusEvent> | null {
    if (count >= this.#count) return null;
    let chunk = this.#chunks.get(count);
    if (chunk === undefined) {
      const missed = this.#kept.filter(({ number }) => number > count);
      chunk = chunkOf(missed.map(({ status }) => status));
      this.#chunks.set(count, chunk);
    }
    return chunk;
  }
}
