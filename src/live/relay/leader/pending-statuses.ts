import type { StreamStatus } from '../../board/live-board.ts';

/** With more statuses than this, the oldest `NOTICE` is dropped, or else the oldest status. */
const STATUSES_MAX = 50;

interface PendingStatus {
  /** The board's version when the status arrived. */
  readonly version: number;
  readonly status: StreamStatus;
}

/**
 * The statuses of an upstream stream that its leader has not put into a step yet. Steps are the atomic
 * changes of the board that it writes to the log in Redis.
 */
export class PendingStatuses {
  #statuses: PendingStatus[] = [];

  get isEmpty(): boolean {
    return this.#statuses.length === 0;
  }

  /** Adds a status that arrived when the board was at this version. */
  add(status: StreamStatus, version: number): void {
    if (this.#statuses.length >= STATUSES_MAX) {
      const notice = this.#statuses.findIndex(({ status: { state } }) => state === 'NOTICE');
      this.#statuses.splice(Math.max(0, notice), 1);
    }
    this.#statuses.push({ version, status });
  }

  /** Removes and returns the statuses that arrived up to this version of the board, in order of arrival. */
  take(upTo: number): StreamStatus[] {
    const taken = this.#statuses.filter(({ version }) => version <= upTo);
    this.#statuses = this.#statuses.filter(({ version }) => version > upTo);
    return taken.map(({ status }) => status);
  }
}
