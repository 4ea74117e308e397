import { type Chunk, chunkOf } from './batch.ts';

/**
 * A status of an upstream stream. It is a member of the subscription's union, so federation routers pass it
 * on like any other result.
 */
export interface FeedStatusEvent {
  readonly __typename: 'FeedStatus';
  readonly state: 'CONNECTED' | 'READY' | 'STALE' | 'RECONNECTING' | 'NOTICE';
  readonly at: string;
  readonly code: string | null;
  readonly message: string | null;
}

/** The states of a board as metrics report them: `opening` until its stream has had a status. */
export const BOARD_STATES = ['opening', 'loading', 'ready', 'stale', 'reconnecting'] as const;

const STATUSES_MAX = 100;

/** The last statuses of a stream, counted, so that each subscriber gets each of them once. */
export class StatusLog {
  readonly #statuses: FeedStatusEvent[] = [];
  /** By the number of statuses before them. Subscribers share a chunk, so it is encoded once. */
  readonly #chunks = new Map<number, Chunk<FeedStatusEvent>>();
  #count = 0;
  #current: FeedStatusEvent | null = null;
  #boardVersion = 0;

  /** Adds a status that arrived when the board was at `boardVersion`. */
  add(status: FeedStatusEvent, boardVersion: number): void {
    this.#statuses.push(status);
    this.#count += 1;
    this.#boardVersion = boardVersion;
    if (this.#statuses.length > STATUSES_MAX) this.#statuses.shift();
    this.#chunks.clear();
    if (status.state !== 'NOTICE') this.#current = status;
  }

  /** How many statuses there have been. */
  get count(): number {
    return this.#count;
  }

  /** The board's version when the last status came. */
  get boardVersion(): number {
    return this.#boardVersion;
  }

  /** The current state; a notice doesn't change it. Null before the first status. */
  get current(): FeedStatusEvent | null {
    return this.#current;
  }

  get boardState(): (typeof BOARD_STATES)[number] {
    switch (this.#current?.state) {
      case 'CONNECTED':
        return 'loading';
      case 'READY':
        return 'ready';
      case 'STALE':
        return 'stale';
      case 'RECONNECTING':
        return 'reconnecting';
      default:
        return 'opening';
    }
  }

  /** The remembered statuses after the first `count`, as one chunk that subscribers share. */
  since(count: number): Chunk<FeedStatusEvent> | null {
    const missed = Math.min(this.#count - count, this.#statuses.length);
    if (missed <= 0) return null;
    let chunk = this.#chunks.get(count);
    if (chunk === undefined) {
      chunk = chunkOf(this.#statuses.slice(-missed));
      this.#chunks.set(count, chunk);
    }
    return chunk;
  }
}

/**
 * Reads a status log for one subscriber. The first status that it gets is the current one, if the
 * stream is not READY when the subscriber joins.
 */
export class StatusReader {
  readonly #log: StatusLog;
  /** The status at the time of joining; null once it was read. */
  #initial: FeedStatusEvent | null;
  /** How many statuses of the log have been read. */
  #count: number;

  constructor(log: StatusLog) {
    this.#log = log;
    this.#initial = log.current?.state === 'READY' ? null : log.current;
    this.#count = log.count;
  }

  /** The next statuses; null if there are no new ones. */
  read(): Chunk<FeedStatusEvent> | null {
    if (this.#initial !== null) {
      const chunk = chunkOf([this.#initial]);
      this.#initial = null;
      return chunk;
    }
    const chunk = this.#log.since(this.#count);
    this.#count = this.#log.count;
    return chunk;
  }
}
