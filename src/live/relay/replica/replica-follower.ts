import type { OddsgraphError } from '../../../errors/errors.ts';
import { metrics } from '../../../observability/metrics.ts';
import type { Timer } from '../../../scheduling/clock.ts';
import type { RelayedChannel } from '../relayed-channel.ts';
import {
  decodeEnd,
  decodeEntry,
  decodeStatus,
  type LogEntry,
  type Step,
  UndecodableError,
} from '../step.ts';
import type { Head, LastStep, Position } from '../store/relay-store.ts';
import { loadBoard } from './board-loader.ts';
import { type LogListener, UNREACHABLE_MS } from './log-reader.ts';
import { ReplicaStatus } from './replica-status.ts';

/** Why the whole board is loaded: for the first time, for missing steps, for a new epoch, or to try again. */
type ReloadReason = 'first' | 'gap' | 'epoch' | 'retry';

/** Called by `ReplicaFollower`. */
export interface FollowerListener {
  /** The replica has applied steps or loaded a board. */
  onAdvance(): void;
  /**
   * The listener should ask for the lease: it may be free, or this replica has to know the last step, which the answer
   * tells.
   */
  onShouldAcquire(): void;
  /**
   * This replica cannot take the board that is in Redis: this version of the server cannot read it, or subscribers
   * have versions that it can't follow. The next request for the lease says so, and Redis starts a new epoch.
   */
  onUnusable(): void;
  /** Upstream has ended the stream permanently. */
  onStreamEnd(error: OddsgraphError): void;
}

/** The delay before a failed load is retried, or a board that could not be decoded is read again. */
const RELOAD_MS = 500;

/**
 * Keeps this replica's copy of a board equal to the one in Redis, by applying the leader's steps from its log.
 * Reports STALE while Redis can't be reached or the board can't be read, and when loading it takes longer than
 * `UNREACHABLE_MS`.
 */
export class ReplicaFollower<Value> implements LogListener {
  readonly #channel: RelayedChannel<Value>;
  readonly #listener: FollowerListener;
  readonly #status: ReplicaStatus;
  #isFollowing = false;
  #isLoading = false;
  #isUndecodable = false;
  /** Whether it has been logged that requests for the lease fail. */
  #isFailureLogged = false;
  /** The replica is up to date once it has applied the step with this number; null while the number isn't known. */
  #requiredOffset: number | null = null;
  #reload: Timer | null = null;
  #staleTimer: Timer | null = null;
  #isClosed = false;

  constructor(channel: RelayedChannel<Value>, listener: FollowerListener) {
    this.#channel = channel;
    this.#listener = listener;
    this.#status = new ReplicaStatus((status) => channel.listener.onStatus(status));
    this.#startStaleTimer();
  }

  /** Whether the replica holds a board and reads its log. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Whether Redis holds a board that this version of the server cannot read. */
  get isUndecodable(): boolean {
    return this.#isUndecodable;
  }

  /** The state of the replica; null if it has never loaded a board. */
  get position(): Position | null {
    const { offset, rows } = this.#channel.board;
    const { epoch, version } = rows;
    return version === 0 ? null : { epoch, offset, version };
  }

  /** Whether the replica follows the log and this is the last step that it has. */
  isAt({ epoch, offset }: LastStep): boolean {
    const { board } = this.#channel;
    return this.#isFollowing && board.rows.epoch === epoch && board.offset === offset;
  }

  /** Called when Redis is known to have reached this step. */
  onLastStep({ epoch, offset }: LastStep): void {
    if (!this.#isFollowing) this.load('first', this.#isUndecodable ? RELOAD_MS : 0);
    else if (epoch !== this.#channel.board.rows.epoch) this.load('epoch');
    else this.#requireOffset(offset);
  }

  /** Loads the whole board after a delay of `ms`, unless a load is scheduled or running already. */
  load(reason: ReloadReason, ms = 0): void {
    if (this.#isLoading || this.#isClosed) return;
    this.#isLoading = true;
    this.#unfollow();
    this.#startStaleTimer();
    metrics.relay_reloads_total.inc({ reason });
    if (ms === 0) void this.#loadNow();
    else this.#reload = this.#channel.clock.after(ms, () => void this.#loadNow());
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    this.#reload?.cancel();
    this.#staleTimer?.cancel();
  }

  onEntries(entries: readonly LogEntry[]): void {
    try {
      for (const entry of entries) {
        const step = decodeEntry(entry, this.#channel.decode);
        if (step === 'release') this.#listener.onShouldAcquire();
        else this.#applyStep(step);
        if (!this.#isFollowing) return;
      }
    } catch (error) {
      this.#handleUndecodable(error);
      return;
    }
    this.#checkCurrent();
    this.#listener.onAdvance();
  }

  onReachable(isReachable: boolean): void {
    // The response has the number of the last step: the replica is up to date once it has applied that.
    if (isReachable) this.#listener.onShouldAcquire();
    else this.#markStale();
  }

  /** Called while requests for the lease fail, although Redis may answer reads: it may be that nobody leads. */
  onUnanswered(error: unknown): void {
    const { reader, log } = this.#channel;
    if (reader.isReachable && !this.#isFailureLogged) {
      this.#isFailureLogged = true;
      log.warn(
        { err: error },
        'Redis answers reads, but does not let this replica ask for a lease',
      );
    }
    this.#markStale();
  }

  #applyStep(step: Step<Value>): void {
    this.#noteArrival(step);
    const { board, tracing } = this.#channel;
    const apply = () => board.apply(step);
    const applied = tracing ? tracing.traceStep(step, apply) : apply();
    if (applied === 'other-epoch') this.load('epoch');
    if (applied === 'gap') this.load('gap');
    if (applied !== 'applied') return;
    for (const status of step.statuses) this.#status.apply(status);
    if (step.end !== null) this.#listener.onStreamEnd(decodeEnd(step.end));
  }

  async #loadNow(): Promise<void> {
    const { store, boardKey, decode, board } = this.#channel;
    try {
      const loaded = await loadBoard(store, boardKey, decode);
      this.#isLoading = false;
      if (this.#isClosed) return;
      if (loaded === null) {
        this.#listener.onShouldAcquire();
        return;
      }
      const result = board.load(loaded);
      if (result !== 'refused') this.#follow(loaded.head, result === 'renewed');
      else {
        this.#listener.onUnusable();
        this.load('retry', RELOAD_MS);
      }
    } catch (error) {
      this.#isLoading = false;
      if (error instanceof UndecodableError) this.#handleUndecodable(error);
      else this.load('retry', RELOAD_MS);
    }
  }

  /**
   * Notes when the leader got the oldest frame in the step, to measure the age of prices. The replicas'
   * clocks must agree.
   */
  #noteArrival({ at }: Step<Value>): void {
    const { clock, board } = this.#channel;
    const delay = at === undefined ? 0 : Math.max(0, clock.now() - at);
    board.rows.arrivedAt = clock.monotonic() - delay;
  }

  #follow(head: Head, isNew: boolean): void {
    const { reader, boardKey } = this.#channel;
    this.#isFollowing = true;
    this.#isUndecodable = false;
    this.#staleTimer?.cancel();
    this.#staleTimer = null;
    reader.follow(boardKey, head.tail, this);
    this.#status.replace(decodeStatus(head.status), isNew);
    if (reader.isReachable) this.#requireOffset(head.offset);
    else this.#markStale();
    this.#listener.onAdvance();
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#channel.reader.unfollow(this.#channel.boardKey);
  }

  /** A board that cannot be decoded counts as lost: a new epoch starts when the lease is free. */
  #handleUndecodable(error: unknown): void {
    if (!(error instanceof UndecodableError)) throw error;
    if (this.#isClosed) return;
    if (!this.#isUndecodable) this.#channel.log.warn({}, error.message);
    this.#isUndecodable = true;
    this.#unfollow();
    this.#markStale();
    this.#listener.onUnusable();
  }

  /** Reports STALE if the replica does not follow the log again within `UNREACHABLE_MS`. */
  #startStaleTimer(): void {
    this.#staleTimer ??= this.#channel.clock.after(UNREACHABLE_MS, () => this.#markStale());
  }

  #markStale(): void {
    this.#requiredOffset = null;
    this.#status.markStale();
  }

  #requireOffset(offset: number): void {
    this.#requiredOffset = offset;
    this.#checkCurrent();
  }

  #checkCurrent(): void {
    if (this.#requiredOffset === null || this.#channel.board.offset < this.#requiredOffset) return;
    if (!this.#isFollowing || !this.#channel.reader.isReachable) return;
    this.#isFailureLogged = false;
    this.#status.markCurrent();
  }
}
