import type { Clock } from '../../scheduling/clock.ts';
import type { VersionedRows } from '../board/versioned-rows.ts';
import type { StatusLog } from '../topics/feed-status.ts';

interface MonitoredSubscriber {
  /** Whether there are updates that it has not read. */
  readonly isBehind: boolean;
}

/** The health of a stream, for the metrics. */
export class StreamHealth {
  readonly #board: VersionedRows<unknown>;
  readonly #statuses: StatusLog;
  readonly #clock: Clock;
  readonly #subscribers = new Set<MonitoredSubscriber>();

  constructor(board: VersionedRows<unknown>, statuses: StatusLog, clock: Clock) {
    this.#board = board;
    this.#statuses = statuses;
    this.#clock = clock;
  }

  /** Whether the board is ready, stale, and so on. */
  get boardState() {
    return this.#statuses.boardState;
  }

  /** Subscribers with unread updates. Throttled ones do not count until their throttle interval ends. */
  get subscribersBehind(): number {
    return this.#subscribers.values().reduce((sum, { isBehind }) => sum + Number(isBehind), 0);
  }

  /**
   * To be called before the stream handles a frame. With Redis, that is not a frame of upstream: it stands
   * for a status of the upstream stream, such as READY, that the leader has stored in Redis.
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
