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

/** How many statuses are kept for slow subscribers. */
const STATUSES_MAX = 100;

/**
 * The last statuses of a stream. A subscriber remembers how many statuses there have been, and asks for those
 * since, so it gets each of them once.
 */
export class StatusLog {
  readonly #statuses: FeedStatusEvent[] = [];
  /** By the `count` passed to `since`. A chunk is encoded once for all subscribers that get it. */
  readonly #chunks = new Map<number, Chunk<FeedStatusEvent>>();
  #count = 0;
  #current: FeedStatusEvent | null = null;
  /** How many statuses there were with the current one. */
  #currentCount = 0;
  #currentChunk: Chunk<FeedStatusEvent> | null = null;
  #boardVersion = 0;

  /** Adds a status that arrived when the board was at `boardVersion`. */
  add(status: FeedStatusEvent, boardVersion: number): void {
    this.#statuses.push(status);
    this.#count += 1;
    this.#boardVersion = boardVersion;
    if (this.#statuses.length > STATUSES_MAX) this.#statuses.shift();
    this.#chunks.clear();
    if (status.state === 'NOTICE') return;
    this.#current = status;
    this.#currentCount = this.#count;
    this.#currentChunk = chunkOf([status]);
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

  /** What new subscribers get first: the current status; null if there is none, or it is READY. */
  get initial(): Chunk<FeedStatusEvent> | null {
    return this.#current?.state === 'READY' ? null : this.#currentChunk;
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
    const missed = Math.min(this.#count - count, this.#statuses.length);
    if (missed <= 0) return null;
    let chunk = this.#chunks.get(count);
    if (chunk === undefined) {
      const kept = this.#statuses.slice(-missed);
      const current = this.#currentCount > count ? this.#current : null;
      // After many notices, the state that preceded them is told all the same.
      chunk = chunkOf(current === null || kept.includes(current) ? kept : [current, ...kept]);
      this.#chunks.set(count, chunk);
    }
    return chunk;
  }
}
