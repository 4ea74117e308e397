import type { Clock, Timer } from '../../../clock.ts';
import type { AcquireAnswer, Head, Position, RelayStore } from '../store/relay-store.ts';

/** How long a lease holds at Redis after it was given or renewed. */
export const LEASE_MS = 5_000;

const RENEW_MS = LEASE_MS / 3;

/**
 * How long a leader relies on its lease, by its own monotonic clock and from before it asked. The
 * rest of the lease is for timers that fire late and clocks of a different pace.
 */
export const RELIANCE_MS = LEASE_MS * 0.8;

/** How soon a command that failed is repeated. */
const RETRY_MS = 250;

/** The spread of attempts to take a lease that has run out, and one that was released. */
const JITTER_MS = 500;
const RELEASED_JITTER_MS = 50;

export type Held = Extract<AcquireAnswer, { kind: 'held' }>;

export interface LeaseOptions {
  readonly store: Pick<RelayStore, 'acquire' | 'renew' | 'release'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly board: string;
  /** Names this process; another process never has the same name. */
  readonly owner: string;
  readonly newEpoch: () => string;
}

export interface LeaseListener {
  /** What this process knows of the board. */
  known(): { readonly position: Position | null; readonly discards: boolean };
  onAcquired(head: Head): void;
  /** Another process leads. */
  onHeld(held: Held): void;
  /** The last accepted step of this leader. */
  acceptedOffset(): number;
  onRenewed(): void;
  /** This process leads no more: whatever only a leader may do has to have ended on return. */
  onLost(): void;
}

/**
 * The lease of one board: taken when it is free, renewed at a third of its time. It is given up by the
 * process's own monotonic clock before it can run out, also if Redis is out of reach.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #listener: LeaseListener;
  #term: number | null = null;
  #reliableUntil = Number.NEGATIVE_INFINITY;
  #next: Timer | null = null;
  #expiry: Timer | null = null;
  /** Numbers the attempts: answers to earlier ones do not count. */
  #attempt = 0;
  #isAsking = false;
  /** Whether the lease may have become free after it was asked for. */
  #triesAgain = false;
  #isClosed = false;

  constructor(options: LeaseOptions, listener: LeaseListener) {
    this.#options = options;
    this.#listener = listener;
    void this.#acquire();
  }

  /** The fencing token; null where this process does not lead. */
  get term(): number | null {
    return this.isHeld ? this.#term : null;
  }

  /** Whether this process may act as the leader at this moment, however late its timers are. */
  get isHeld(): boolean {
    return this.#term !== null && this.#now < this.#reliableUntil;
  }

  /** The leader has released its lease: tries to take it, with a short delay to spread attempts. */
  tryNow(): void {
    if (this.#term !== null || this.#isClosed) return;
    if (this.#isAsking) this.#triesAgain = true;
    else this.#schedule(this.#options.random() * RELEASED_JITTER_MS, () => this.#acquire());
  }

  /** Stops leading, and tries again soon. */
  stepDown(): void {
    if (this.#term === null) return;
    this.#lose();
    this.#schedule(RETRY_MS, () => this.#acquire());
  }

  /** Stops leading and hands over at once. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#next?.cancel();
    const term = this.#term;
    if (term === null) return;
    this.#lose();
    const { store, board, owner } = this.#options;
    await store.release(board, { owner, term }).catch(() => {}); // It runs out by itself.
  }

  async #acquire(): Promise<void> {
    if (this.#isAsking || this.#isClosed) return;
    const { store, board, owner, newEpoch } = this.#options;
    const { position: known, discards } = this.#listener.known();
    const attempt = this.#startAttempt();
    const askedAt = this.#now;
    const request = { owner, leaseMs: LEASE_MS, freshEpoch: newEpoch(), known, discards };
    const answer = await store.acquire(board, request).catch(() => null);
    if (!this.#endAttempt(attempt)) {
      if (answer?.kind === 'acquired') this.#giveBack(answer.head.term);
    } else if (answer === null) {
      this.#schedule(RETRY_MS, () => this.#acquire());
    } else if (answer.kind === 'held') {
      const wait = Math.max(0, answer.remainingMs) + this.#options.random() * JITTER_MS;
      this.#schedule(wait, () => this.#acquire());
      if (this.#triesAgain) this.tryNow();
      this.#listener.onHeld(answer);
    } else {
      this.#begin(answer.head, askedAt);
    }
  }

  #begin(head: Head, askedAt: number): void {
    this.#term = head.term;
    this.#relyFrom(askedAt);
    if (!this.isHeld) {
      this.#term = null; // The answer came too late to be relied on.
      this.#giveBack(head.term);
      this.#schedule(RETRY_MS, () => this.#acquire());
      return;
    }
    this.#schedule(RENEW_MS, () => this.#renew());
    this.#listener.onAcquired(head);
  }

  async #renew(): Promise<void> {
    const term = this.#term;
    if (term === null) return;
    const { store, board, owner } = this.#options;
    const attempt = this.#startAttempt();
    const askedAt = this.#now;
    const request = { owner, term, leaseMs: LEASE_MS, offset: this.#listener.acceptedOffset() };
    const isRenewed = await store.renew(board, request).catch(() => null);
    if (!this.#endAttempt(attempt) || this.#term !== term) return;
    // An answer that comes too late does not prolong the lease: another may have had it meanwhile.
    if (isRenewed === false || !this.isHeld) {
      this.stepDown();
      return;
    }
    if (isRenewed) this.#relyFrom(askedAt);
    this.#schedule(isRenewed ? RENEW_MS : RETRY_MS, () => this.#renew());
    if (isRenewed) this.#listener.onRenewed();
  }

  #relyFrom(askedAt: number): void {
    this.#reliableUntil = askedAt + RELIANCE_MS;
    this.#expiry?.cancel();
    const left = Math.max(0, this.#reliableUntil - this.#now);
    this.#expiry = this.#options.clock.after(left, () => this.stepDown());
  }

  #lose(): void {
    this.#term = null;
    this.#attempt += 1;
    this.#isAsking = false;
    this.#next?.cancel();
    this.#expiry?.cancel();
    this.#listener.onLost();
  }

  #giveBack(term: number): void {
    const { store, board, owner } = this.#options;
    store.release(board, { owner, term }).catch(() => {}); // It runs out by itself.
  }

  #startAttempt(): number {
    this.#attempt += 1;
    this.#isAsking = true;
    this.#triesAgain = false;
    return this.#attempt;
  }

  /** False if the attempt no longer counts. */
  #endAttempt(attempt: number): boolean {
    if (attempt !== this.#attempt) return false;
    this.#isAsking = false;
    return !this.#isClosed;
  }

  #schedule(ms: number, action: () => Promise<void>): void {
    this.#next?.cancel();
    if (!this.#isClosed) this.#next = this.#options.clock.after(ms, () => void action());
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }
}
