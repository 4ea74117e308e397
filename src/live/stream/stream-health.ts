import type { Clock } from '../../clock.ts';
import type { VersionedRows } from '../board/versioned-rows.ts';
import type { StatusLog } from '../topics/feed-status.ts';

/**
 * Queries are answered from the board (the current rows of an upstream stream) only while the last frame (SSE
 * event) of the stream is younger than this. An active stream sends several frames per second. A quiet one
 * sends only heartbeats, so queries go upstream from ten seconds after a heartbeat until the next one.
 */
export const FRAME_RECENT_MS = 10_000;

interface MonitoredSubscriber {
  /** Whether there are updates that it has not read. */
  readonly isBehind: boolean;
}

/** The health of a stream, for the metrics and to decide whether its board may answer queries. */
export class StreamHealth {
  readonly #board: VersionedRows<unknown>;
  readonly #statuses: StatusLog;
  readonly #clock: Clock;
  readonly #subscribers = new Set<MonitoredSubscriber>();
  readonly #openedAt: number;
  /** When upstream last sent a frame to this process. */
  #upstreamFrameAt = Number.NEGATIVE_INFINITY;

  constructor(board: VersionedRows<unknown>, statuses: StatusLog, clock: Clock) {
    this.#board = board;
    this.#statuses = statuses;
    this.#clock = clock;
    this.#openedAt = clock.monotonic();
  }

  /** Whether the board is ready, stale, and so on. */
  get boardState() {
    return this.#statuses.boardState;
  }

  /**
   * Time since the last frame, or since the stream was opened if there was none. With Redis, time since the
   * leader (the replica that consumes the upstream stream) received the changes that arrived here last.
   */
  get frameAgeMs(): number {
    return this.#clock.monotonic() - (this.#board.arrivals.last ?? this.#openedAt);
  }

  /** Subscribers with unread updates. Throttled ones do not count until their throttle interval ends. */
  get subscribersBehind(): number {
    return this.#subscribers.values().reduce((sum, { isBehind }) => sum + Number(isBehind), 0);
  }

  /** Whether upstream has recently sent a frame to this process: a connection may be open but silent. */
  get hasRecentFrame(): boolean {
    return this.#clock.monotonic() - this.#upstreamFrameAt < FRAME_RECENT_MS;
  }

  /** To be called for each frame of the odds stream that this process, not another replica, has received. */
  recordUpstreamFrame(): void {
    this.#upstreamFrameAt = this.#clock.monotonic();
  }

  /**
   * To be called before the stream handles a frame. With Redis, that is not a frame of upstream: it stands for a
   * status of the upstream stream, such as READY, that the leader has stored in Redis.
   */
  recordBoardFrame(): void {
    this.#board.arrivals.add(this.#board.version, this.#clock.monotonic());
  }

  addSubscriber(subscriber: MonitoredSubscriber): void {
    this.#subscribers.add(subscriber);
  }

  removeSubscriber(subscriber: MonitoredSubscriber): void {
    this.#subscribers.delete(subscriber);
  }
}
