import type { Clock } from '../../clock.ts';
import type { VersionedBoard } from '../board/versioned-board.ts';
import type { StatusLog } from '../topics/feed-status.ts';

/**
 * Queries are answered from the board only while its last frame is younger than this. An active board
 * gets several frames per second. A quiet one gets only heartbeats, and queries go upstream in between.
 */
export const FRAME_RECENT_MS = 10_000;

interface Reader {
  readonly isBehind: boolean;
}

/** How a stream and its subscribers are doing, for operators and for queries that may read its board. */
export class StreamReading {
  readonly #board: VersionedBoard<unknown>;
  readonly #statuses: StatusLog;
  readonly #clock: Clock;
  readonly #subscribers = new Set<Reader>();
  #upstreamFrameAt = Number.NEGATIVE_INFINITY;

  constructor(board: VersionedBoard<unknown>, statuses: StatusLog, clock: Clock) {
    this.#board = board;
    this.#statuses = statuses;
    this.#clock = clock;
  }

  /** What its board can be used for. */
  get boardState() {
    return this.#statuses.boardState;
  }

  /** Time since the last frame, or since the frames of the relay's last step; null before the first. */
  get frameAgeMs(): number | null {
    const { last } = this.#board.arrivals;
    return last === null ? null : this.#clock.monotonic() - last;
  }

  /** Subscribers that have not read the newest update. */
  get subscribersBehind(): number {
    return this.#subscribers.values().reduce((sum, { isBehind }) => sum + Number(isBehind), 0);
  }

  /** Whether upstream has sent a frame to this process recently. A connection may be open but silent. */
  get hasRecentFrame(): boolean {
    return this.#clock.monotonic() - this.#upstreamFrameAt < FRAME_RECENT_MS;
  }

  /** Upstream has sent a frame to this process. */
  recordFrame(): void {
    this.#upstreamFrameAt = this.#clock.monotonic();
  }

  /** A frame of upstream, or a status frame of the relay, is about to be handled. */
  recordArrival(): void {
    this.#board.arrivals.add(this.#board.version, this.#clock.monotonic());
  }

  addSubscriber(subscriber: Reader): void {
    this.#subscribers.add(subscriber);
  }

  removeSubscriber(subscriber: Reader): void {
    this.#subscribers.delete(subscriber);
  }
}
