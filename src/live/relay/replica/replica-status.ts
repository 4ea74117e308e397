import type { RelayStatus } from '../step.ts';

const UNREACHABLE: RelayStatus = {
  state: 'STALE',
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'This replica cannot reach the store that all replicas share.',
};

const RESTARTED: RelayStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'The board is being read from upstream again.',
};

/**
 * The status that a replica shows: the leader's while the replica is known to be current, and STALE
 * otherwise.
 */
export class ReplicaStatus {
  readonly #show: (status: RelayStatus) => void;
  /** The leader's last status, except notices. */
  #current: RelayStatus | null = null;
  #isStale = false;

  constructor(show: (status: RelayStatus) => void) {
    this.#show = show;
  }

  /** Takes a new status of the leader. */
  take(status: RelayStatus): void {
    if (status.state !== 'NOTICE') this.#current = status;
    if (!this.#isStale) this.#show(status);
  }

  /** Takes the status of a board that was read from Redis. `isNew`: subscribers have not seen it yet. */
  replace(status: RelayStatus | null, isNew: boolean): void {
    const before = this.#current;
    this.#current = status ?? (before && RESTARTED);
    const isSame = before?.state === this.#current?.state && !isNew;
    if (!this.#isStale && !isSame && this.#current !== null) this.#show(this.#current);
  }

  markStale(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    this.#show(UNREACHABLE);
  }

  markCurrent(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    if (this.#current !== null) this.#show(this.#current);
  }
}
