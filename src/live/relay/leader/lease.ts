import type { Clock, Timer } from '../../../clock.ts';
import type {
  AcquireAnswer,
  Head,
  Leadership,
  Position,
  RelayStore,
} from '../store/relay-store.ts';

/** How long a lease is valid in Redis after it was acquired or renewed. */
export const LEASE_MS = 5_000;

const RENEW_MS = LEASE_MS / 3;

/**
 * How long a leader acts on its lease, by its own monotonic clock, counted from when it sent the
 * request. The rest is a margin for late timers and clock drift.
 */
export const SAFE_LEASE_MS = LEASE_MS * 0.8;

/** The delay before a failed command is retried. */
const RETRY_MS = 250;

/** The jitter of attempts to acquire a lease that has expired, and one that was released. */
const JITTER_MS = 500;
const RELEASED_JITTER_MS = 50;

export type Held = Extract<AcquireAnswer, { kind: 'held' }>;

export interface LeaseOptions {
  readonly store: Pick<RelayStore, 'acquire' | 'renew' | 'release'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly board: string;
  /** A unique name of this process. */
  readonly owner: string;
  readonly newEpoch: () => string;
}

export interface LeaseListener {
  /** The last state of the board that this process has seen, and whether it cannot read the one in Redis. */
  known(): { readonly position: Position | null; readonly cannotRead: boolean };
  onAcquired(head: Head): void;
  /** Another process holds the lease, or nobody may acquire it yet. */
  onHeld(held: Held): void;
  /** The number of the last accepted step of this leader. */
  acceptedOffset(): number;
  onRenewed(): void;
  /** The lease is lost. Everything that only a leader may do must have stopped when this returns. */
  onLost(): void;
}

/**
 * The lease of one board. It is acquired when it is free, and renewed after a third of its time. The
 * process stops leading by its own monotonic clock before the lease can expire, even if Redis is
 * unreachable.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #listener: LeaseListener;
  /** Null while this process does not lead. */
  #leadership: Leadership | null = null;
  /** Whether this process was the last leader, as far as it has heard. */
  #hasLed = false;
  #safeUntil = Number.NEGATIVE_INFINITY;
  #next: Timer | null = null;
  #expiry: Timer | null = null;
  /** The number of the current attempt. Responses to earlier ones are ignored. */
  #attempt = 0;
  #isAsking = false;
  /** Whether the lease may have become free since the request was sent. */
  #shouldRetry = false;
  #isClosed = false;

  constructor(options: LeaseOptions, listener: LeaseListener) {
    this.#options = options;
    this.#listener = listener;
    void this.#acquire();
  }

  /** The fencing token; null if this process does not lead. */
  get term(): number | null {
    return this.isHeld ? (this.#leadership?.term ?? null) : null;
  }

  /** Whether this process may act as the leader now, even if its timers are late. */
  get isHeld(): boolean {
    return this.#leadership !== null && this.#now < this.#safeUntil;
  }

  /** The lease may be free: acquires it after a short random delay. */
  acquireSoon(): void {
    if (this.#leadership !== null || this.#isClosed) return;
    if (this.#isAsking) this.#shouldRetry = true;
    else this.#schedule(this.#options.random() * RELEASED_JITTER_MS, () => this.#acquire());
  }

  /** Stops leading, and tries to acquire the lease again soon. */
  stepDown(): void {
    if (this.#leadership === null) return;
    this.#lose();
    this.#schedule(RETRY_MS, () => this.#acquire());
  }

  /** Stops leading and releases the lease. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#next?.cancel();
    const leadership = this.#leadership;
    if (leadership === null) return;
    this.#lose();
    const { store, board } = this.#options;
    await store.release(board, leadership).catch(() => {}); // The lease expires by itself.
  }

  async #acquire(): Promise<void> {
    if (this.#isAsking || this.#isClosed) return;
    const { store, board, owner, newEpoch } = this.#options;
    const { position: known, cannotRead } = this.#listener.known();
    const attempt = this.#startAttempt();
    const askedAt = this.#now;
    const hasLed = this.#hasLed;
    const request = { owner, leaseMs: LEASE_MS, freshEpoch: newEpoch(), known, cannotRead, hasLed };
    const answer = await store.acquire(board, request).catch(() => null);
    if (!this.#endAttempt(attempt)) {
      if (answer?.kind === 'acquired') this.#releaseUnused(answer.head);
    } else if (answer === null) {
      this.#schedule(RETRY_MS, () => this.#acquire());
    } else if (answer.kind === 'held') {
      const wait = Math.max(0, answer.remainingMs) + this.#options.random() * JITTER_MS;
      this.#schedule(wait, () => this.#acquire());
      if (this.#shouldRetry) this.acquireSoon();
      if (answer.epoch !== null) this.#hasLed = false;
      this.#listener.onHeld(answer);
    } else {
      this.#begin(answer.head, askedAt);
    }
  }

  #begin(head: Head, askedAt: number): void {
    const { epoch, term } = head;
    this.#leadership = { owner: this.#options.owner, epoch, term };
    this.#extendFrom(askedAt);
    if (!this.isHeld) {
      this.#leadership = null; // The response came too late.
      this.#releaseUnused(head);
      this.#schedule(RETRY_MS, () => this.#acquire());
      return;
    }
    this.#hasLed = true;
    this.#schedule(RENEW_MS, () => this.#renew());
    this.#listener.onAcquired(head);
  }

  async #renew(): Promise<void> {
    const leadership = this.#leadership;
    if (leadership === null) return;
    const { store, board } = this.#options;
    const attempt = this.#startAttempt();
    const askedAt = this.#now;
    const offset = this.#listener.acceptedOffset();
    const request = { ...leadership, leaseMs: LEASE_MS, offset };
    const isRenewed = await store.renew(board, request).catch(() => null);
    if (!this.#endAttempt(attempt) || this.#leadership !== leadership) return;
    // A late response does not extend the lease: another process may have held it in between.
    if (isRenewed === false || !this.isHeld) {
      this.stepDown();
      return;
    }
    if (isRenewed) this.#extendFrom(askedAt);
    this.#schedule(isRenewed ? RENEW_MS : RETRY_MS, () => this.#renew());
    if (isRenewed) this.#listener.onRenewed();
  }

  #extendFrom(askedAt: number): void {
    this.#safeUntil = askedAt + SAFE_LEASE_MS;
    this.#expiry?.cancel();
    const left = Math.max(0, this.#safeUntil - this.#now);
    this.#expiry = this.#options.clock.after(left, () => this.stepDown());
  }

  #lose(): void {
    this.#leadership = null;
    this.#attempt += 1;
    this.#isAsking = false;
    this.#next?.cancel();
    this.#expiry?.cancel();
    this.#listener.onLost();
  }

  #releaseUnused({ epoch, term }: Head): void {
    const { store, board, owner } = this.#options;
    store.release(board, { owner, epoch, term }).catch(() => {}); // The lease expires by itself.
  }

  #startAttempt(): number {
    this.#attempt += 1;
    this.#isAsking = true;
    this.#shouldRetry = false;
    return this.#attempt;
  }

  /** Returns false if a later attempt has replaced this one. */
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
