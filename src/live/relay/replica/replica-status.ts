import type { RelayStatus } from '../step.ts';

const UNREACHABLE: RelayStatus = {
  state: 'STALE',
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'The store that replicas share is out of reach.',
};

const RESTARTED: RelayStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'The board is read again from upstream.',
};

/**
 * The status that a replica shows: the leader's, as long as the replica is known to follow it. From
 * `doubt` on it is STALE, until the replica is known to have a step that Redis holds at that time.
 */
export class ReplicaStatus {
  readonly #show: (status: RelayStatus) => void;
  /** The last status that the leader has set; notices do not count. */
  #standing: RelayStatus | null = null;
  #isDoubtful = false;

  constructor(show: (status: RelayStatus) => void) {
    this.#show = show;
  }

  /** Takes a status that the leader has set now. */
  take(status: RelayStatus): void {
    if (status.state !== 'NOTICE') this.#standing = status;
    if (!this.#isDoubtful) this.#show(status);
  }

  /** Takes the status of a board that was read as a whole. `isNew`: nobody was shown that board. */
  replace(status: RelayStatus | null, isNew: boolean): void {
    const before = this.#standing;
    this.#standing = status ?? (before && RESTARTED);
    const isSame = before?.state === this.#standing?.state && !isNew;
    if (!this.#isDoubtful && !isSame && this.#standing !== null) this.#show(this.#standing);
  }

  doubt(): void {
    if (this.#isDoubtful) return;
    this.#isDoubtful = true;
    this.#show(UNREACHABLE);
  }

  trust(): void {
    if (!this.#isDoubtful) return;
    this.#isDoubtful = false;
    if (this.#standing !== null) this.#show(this.#standing);
  }
}
