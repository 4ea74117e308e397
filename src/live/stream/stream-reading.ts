import type { Clock } from '../../clock.ts';
import type { VersionedBoard } from '../board/versioned-board.ts';
import type { StatusLog } from '../topics/feed-status.ts';

interface Reader {
  readonly isBehind: boolean;
}

/** How a stream and its subscribers are doing, for operators. */
export class StreamReading {
  readonly #board: VersionedBoard<unknown>;
  readonly #statuses: StatusLog;
  readonly #clock: Clock;
  readonly #subscribers = new Set<Reader>();

  constructor(board: VersionedBoard<unknown>, statuses: StatusLog, clock: Clock) {
    this.#board = board;
    this.#statuses = statuses;
    this.#clock = clock;
  }

  /** What its board can be used for. */
  get boardState() {
    return this.#statuses.boardState;
  }

  /** Time since the last frame, or the last step of another replica; null before the first. */
  get frameAgeMs(): number | null {
    const { last } = this.#board.arrivals;
    return last === null ? null : this.#clock.monotonic() - last;
  }

  /** Subscribers that have not read the newest update. */
  get subscribersBehind(): number {
    return this.#subscribers.values().reduce((sum, { isBehind }) => sum + Number(isBehind), 0);
  }

  /** A frame has come, and is about to change the board. */
  recordFrame(): void {
    this.#board.arrivals.add(this.#board.version, this.#clock.monotonic());
  }

  addSubscriber(subscriber: Reader): void {
    this.#subscribers.add(subscriber);
  }

  removeSubscriber(subscriber: Reader): void {
    this.#subscribers.delete(subscriber);
  }
}
