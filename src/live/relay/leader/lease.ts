import type { Timer } from '../../../scheduling/clock.ts';
import type { RelayedChannel } from '../relayed-channel.ts';
import { UNREACHABLE_MS } from '../replica/log-reader.ts';
import {
  type Head,
  type LastStep,
  LEASE_MS,
  type Leadership,
  type Position,
} from '../store/relay-store.ts';

const RENEW_MS = LEASE_MS / 3;

/**
 * How long a leader acts on its lease, by its own monotonic clock, counted from when it sent the request to
 * acquire or renew the lease. The rest is a margin for late timers and clock drift.
 */
export const SAFE_LEASE_MS = LEASE_MS * 0.8;

/** The delay before another attempt, after a failed command or after this process has stopped leading. */
const RETRY_MS = 250;

/** The maximum random delay before acquiring a lease that has expired, and one that was released. */
const JITTER_MS = 500;
export const RELEASED_JITTER_MS = 50;

type LeaseOptions = Pick<
  RelayedChannel<never>,
  'store' | 'clock' | 'random' | 'boardKey' | 'owner' | 'newEpochId'
>;

/** Receives the lease's events, and supplies the state that its requests to Redis need. */
export interface LeaseListener {
  /** The last state of the board that this process has seen, and whether it cannot read the one in Redis. */
  lastKnown(): { readonly position: Position | null; readonly isUndecodable: boolean };
  /** This process holds the lease now. `head` is the board's state in Redis. */
  onAcquired(head: Head): void;
  /** Another process holds the lease, or nobody may acquire it yet. `lastStep` of the board: null if there is none to read. */
  onUnavailable(lastStep: LastStep | null): void;
  /** Requests for the lease have failed for a while, the last one with this error: it may be that nobody leads. */
  onUnanswered(error: unknown): void;
  /** The number of the last step that Redis is known to have accepted. */
  committedOffset(): number;
  onRenewed(): void;
  /** The lease is lost. Everything that only a leader may do must have stopped when this returns. */
  onLost(): void;
}

/**
 * The lease of one board. Acquires it when it is free, and renews it after a third of its time. The process
 * stops leading before the lease can expire, by its own monotonic clock, even if Redis is unreachable.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #listener: LeaseListener;
  /** Null while this process is not the leader. */
  #leadership: Leadership | null = null;
  /** Until when nobody else can have had the lease, on the monotonic clock. */
  #ledUntil = Number.NEGATIVE_INFINITY;
  /** Until when this process may act as the leader, on the monotonic clock. */
  #safeUntil = Number.NEGATIVE_INFINITY;
  /** The timer of the next request. */
  #next: Timer | null = null;
  #expiry: Timer | null = null;
  /** The request that waits for its answer; null if there is none, or if leading has ended since: its answer is ignored. */
  #pending: symbol | null = null;
  /** When the first of the requests for the lease was sent that have failed since the last answer; null if none has. */
  #failingSince: number | null = null;
  /** Whether the lease may have become free since the pending request was sent. */
  #shouldRetry = false;
  /** Settles when the last request for the lease is answered and, if it got a lease too late, that is released. */
  #acquiring: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: LeaseOptions, listener: LeaseListener) {
    this.#options = options;
    this.#listener = listener;
    this.#acquire();
  }

  /** Whether this process may act as the leader now, even if its timers are late. */
  get isHeld(): boolean {
    return this.#leadership !== null && this.#now < this.#safeUntil;
  }

  /** The lease may be free: acquires it after a short random delay. */
  acquireSoon(): void {
    if (this.#leadership !== null || this.#isClosed) return;
    if (this.#pending !== null) this.#shouldRetry = true;
    else this.#schedule(this.#options.random() * RELEASED_JITTER_MS, () => this.#acquire());
  }

  /**
   * Stops leading, and asks for the lease again soon. Does not release it: in Redis it stays this process's until it
   * expires, so this process gets it again, with a new term, and the board does not wait for another leader.
   */
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
    if (leadership === null) return this.#acquiring;
    this.#lose();
    const { store, boardKey } = this.#options;
    await store.release(boardKey, leadership).catch(() => {}); // The lease expires by itself.
  }

  #acquire(): void {
    if (this.#pending === null && !this.#isClosed) this.#acquiring = this.#askForLease();
  }

  async #askForLease(): Promise<void> {
    const { store, boardKey, owner, newEpochId } = this.#options;
    const { position: lastSeen, isUndecodable } = this.#listener.lastKnown();
    const pending = this.#startRequest();
    const requestedAt = this.#now;
    const hasLed = requestedAt < this.#ledUntil;
    const request = {
      owner,
      leaseMs: LEASE_MS,
      newEpochId: newEpochId(),
      lastSeen,
      isUndecodable,
      hasLed,
    };
    let failure: unknown = null;
    const answer = await store.acquire(boardKey, request).catch((error: unknown) => {
      failure = error;
      return null;
    });
    if (answer !== null) this.#failingSince = null;
    if (!this.#endRequest(pending)) {
      // It was closed meanwhile: nothing else voids a request for the lease.
      if (answer?.kind === 'acquired') await this.#releaseUnused(answer.head);
    } else if (answer === null) {
      this.#schedule(RETRY_MS, () => this.#acquire());
      this.#failingSince ??= requestedAt;
      if (this.#now - this.#failingSince >= UNREACHABLE_MS) this.#listener.onUnanswered(failure);
    } else if (answer.kind === 'held') {
      const wait = Math.max(0, answer.remainingMs) + this.#options.random() * JITTER_MS;
      this.#schedule(wait, () => this.#acquire());
      if (this.#shouldRetry) this.acquireSoon();
      // A request with `hasLed` is refused only if another process holds the lease: then this one is not the last leader.
      this.#ledUntil = Number.NEGATIVE_INFINITY;
      this.#listener.onUnavailable(answer.lastStep);
    } else {
      await this.#begin(answer.head, requestedAt);
    }
  }

  async #begin(head: Head, requestedAt: number): Promise<void> {
    if (this.#now >= requestedAt + SAFE_LEASE_MS) {
      // The response came too late.
      this.#schedule(RETRY_MS, () => this.#acquire());
      return this.#releaseUnused(head);
    }
    const { epoch, term } = head;
    this.#leadership = { owner: this.#options.owner, epoch, term };
    this.#extendFrom(requestedAt);
    this.#schedule(RENEW_MS, () => this.#renew());
    this.#listener.onAcquired(head);
  }

  async #renew(): Promise<void> {
    const leadership = this.#leadership;
    if (leadership === null) return;
    const { store, boardKey } = this.#options;
    const pending = this.#startRequest();
    const requestedAt = this.#now;
    const offset = this.#listener.committedOffset();
    const request = { ...leadership, leaseMs: LEASE_MS, offset };
    const isRenewed = await store.renew(boardKey, request).catch(() => null); // Null: no answer.
    if (!this.#endRequest(pending)) return;
    // If the answer came too late, another process may have had the lease since, even if this one was renewed. `#expiry`
    // has usually fired before; if the process was busy, it is late as well.
    if (isRenewed === false || !this.isHeld) {
      this.stepDown();
      return;
    }
    if (isRenewed === null) {
      this.#schedule(RETRY_MS, () => this.#renew());
      return;
    }
    this.#extendFrom(requestedAt);
    this.#schedule(RENEW_MS, () => this.#renew());
    this.#listener.onRenewed();
  }

  #extendFrom(requestedAt: number): void {
    this.#safeUntil = requestedAt + SAFE_LEASE_MS;
    this.#ledUntil = requestedAt + LEASE_MS;
    this.#expiry?.cancel();
    const remainingMs = Math.max(0, this.#safeUntil - this.#now);
    this.#expiry = this.#options.clock.after(remainingMs, () => this.stepDown());
  }

  #lose(): void {
    this.#leadership = null;
    this.#pending = null;
    this.#next?.cancel();
    this.#expiry?.cancel();
    this.#listener.onLost();
  }

  async #releaseUnused({ epoch, term }: Head): Promise<void> {
    this.#ledUntil = Number.NEGATIVE_INFINITY;
    const { store, boardKey, owner } = this.#options;
    await store.release(boardKey, { owner, epoch, term }).catch(() => {}); // The lease expires by itself.
  }

  #startRequest(): symbol {
    this.#shouldRetry = false;
    this.#pending = Symbol('request');
    return this.#pending;
  }

  /** Returns false if the answer must be ignored: leading has ended since the request was sent, or the lease is closed. */
  #endRequest(request: symbol): boolean {
    if (request !== this.#pending) return false;
    this.#pending = null;
    return !this.#isClosed;
  }

  /** Sets the timer of the next request, in place of the one that is set. */
  #schedule(ms: number, action: () => unknown): void {
    this.#next?.cancel();
    if (!this.#isClosed) this.#next = this.#options.clock.after(ms, () => void action());
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }
}
