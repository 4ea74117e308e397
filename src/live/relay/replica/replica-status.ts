import type { StreamStatus } from '../../board/live-board.ts';

const MAY_LAG: StreamStatus = {
  state: 'STALE',
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'This replica may lag behind the store that all replicas share.',
};

/** Precedes READY where a board is new, as upstream's own frames do. */
const CONNECTED: StreamStatus = { state: 'CONNECTED', code: null, message: null };

/** Reported if a board had a status, and has none in Redis now: a leader has begun it again. */
const RESTARTED: StreamStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'The board is being read from upstream again.',
};

/**
 * The status of the upstream stream that a replica reports to its subscribers: the one that the leader wrote
 * to Redis, or STALE while the replica may lag behind Redis.
 */
export class ReplicaStatus {
  /** Reports a status to the subscribers. */
  readonly #show: (status: StreamStatus) => void;
  /** The leader's last status, except notices: they report a problem, but the stream's state stays the same. */
  #current: StreamStatus | null = null;
  #isStale = false;

  constructor(show: (status: StreamStatus) => void) {
    this.#show = show;
  }

  /** Takes a new status from the leader. */
  apply(status: StreamStatus): void {
    if (status.state !== 'NOTICE') this.#current = status;
    if (!this.#isStale) this.#show(status);
  }

  /** Takes the status of a board that was loaded from Redis. `isNew`: subscribers couldn't read it before. */
  replace(status: StreamStatus | null, isNew: boolean): void {
    const before = this.#current;
    this.#current = status ?? (before && RESTARTED);
    const isSame = before?.state === this.#current?.state && !isNew;
    if (this.#isStale || isSame || this.#current === null) return;
    if (isNew && this.#current.state === 'READY') this.#show(CONNECTED);
    this.#show(this.#current);
  }

  /** Reports STALE until `markCurrent`. */
  markStale(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    this.#show(MAY_LAG);
  }

  /** The replica is up to date again: reports the leader's status. */
  markCurrent(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    if (this.#current !== null) this.#show(this.#current);
  }
}
