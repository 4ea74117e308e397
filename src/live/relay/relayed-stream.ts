import type { Clock, Timer } from '../../clock.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/upstream-stream.ts';
import type { MergeBoard } from '../board/live-board.ts';
import { loadBoard } from './board-loader.ts';
import type { Leader, LeaderOptions, UpstreamConnection } from './leader.ts';
import { type Held, Lease, type LeaseListener } from './lease.ts';
import { type LogListener, type LogReader, UNREACHABLE_MS } from './log-reader.ts';
import type { Head, LogEntry, Position, RelayStore } from './relay-store.ts';
import type { ReplicaBoard } from './replica-board.ts';
import { ReplicaStatus } from './replica-status.ts';
import {
  type Decode,
  decodeEnd,
  decodeEntry,
  decodeStatus,
  type RelayStatus,
  type Step,
  UnreadableError,
} from './step.ts';

/** Why a board was read as a whole. */
export type ReloadReason = 'first' | 'gap' | 'epoch' | 'retry';

/** What all streams of a process share. */
export interface RelayContext {
  readonly store: RelayStore;
  readonly reader: LogReader;
  readonly clock: Clock;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Names this process; another process never has the same name. */
  readonly owner: string;
  readonly newEpoch: () => string;
  readonly log: Log;
  readonly onReload: (reason: ReloadReason) => void;
  /** Makes a leader; a simulation plants faults here. */
  readonly newLeader: <Value>(options: LeaderOptions<Value>) => Leader<Value>;
}

export interface RelayedStreamOptions<Value> {
  /** The name of the board in Redis. */
  readonly name: string;
  readonly replica: ReplicaBoard<Value>;
  readonly decode: Decode<Value>;
  readonly newMergeBoard: () => MergeBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Called with each status, after the changes before it. */
  readonly onStatus: (status: RelayStatus) => void;
  /** Called when upstream refuses the stream for good; the stream is closed then. */
  readonly onEnd: (error: OddsgraphError) => void;
}

/** How soon a board that could not be read is read again. */
const RELOAD_MS = 500;

/**
 * One account's stream on one replica. It follows the log, and leads while it holds the lease. The
 * leader's own replica is one more follower of what the leader appends.
 */
export class RelayedStream<Value> implements UpstreamConnection, LeaseListener, LogListener {
  readonly #context: RelayContext;
  readonly #options: RelayedStreamOptions<Value>;
  readonly #status: ReplicaStatus;
  readonly #lease: Lease;
  #leader: Leader<Value> | null = null;
  /** What this process has to continue as the leader, once its replica has got there. */
  #toContinue: Head | null = null;
  /** Whether the replica holds a board and reads its log. */
  #isFollowing = false;
  #isLoading = false;
  #isUnreadable = false;
  /** A step that the replica has to have before its status can be trusted; null if there is none. */
  #trustedFrom: number | null = null;
  #reload: Timer | null = null;
  #doubt: Timer | null = null;
  #isClosed = false;

  constructor(context: RelayContext, options: RelayedStreamOptions<Value>) {
    this.#context = context;
    this.#options = options;
    this.#status = new ReplicaStatus(options.onStatus);
    const { store, clock, random, owner, newEpoch } = context;
    const { name: board } = options;
    this.#lease = new Lease({ store, clock, random, board, owner, newEpoch }, this);
    this.#doubtSoon();
  }

  get isLeader(): boolean {
    return this.#leader !== null;
  }

  /** Has upstream's stream opened again, if it is this process that reads it. */
  reconnect(): void {
    this.#leader?.reconnect();
  }

  /** Stops following, and hands over if it leads. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unfollow();
    this.#reload?.cancel();
    this.#doubt?.cancel();
    void this.#lease.close();
  }

  known(): { position: Position | null; discards: boolean } {
    const { offset, versions } = this.#options.replica;
    const { epoch, version } = versions;
    const position = version === 0 ? null : { epoch, offset, version };
    return { position, discards: this.#isUnreadable };
  }

  onAcquired(head: Head): void {
    this.#toContinue = head;
    const isOfThisEpoch = head.epoch === this.#options.replica.versions.epoch;
    if (this.#isFollowing && !isOfThisEpoch) this.#load('epoch');
    else if (!this.#isFollowing) this.#load('first');
    this.#lead();
  }

  onHeld({ epoch, offset }: Held): void {
    if (epoch === null || offset === null) return;
    if (!this.#isFollowing) this.#load('first');
    else if (epoch !== this.#options.replica.versions.epoch) this.#load('epoch');
    else this.#trustFrom(offset);
  }

  acceptedOffset(): number {
    return this.#leader?.offset ?? this.#toContinue?.offset ?? 0;
  }

  onRenewed(): void {
    // What should have arrived by now may have been trimmed.
    if (this.#toContinue !== null && this.#isFollowing) this.#load('gap');
    if (this.#leader !== null) this.#trustFrom(this.#leader.offset);
  }

  onLost(): void {
    this.#toContinue = null;
    const leader = this.#leader;
    this.#leader = null;
    leader?.close();
  }

  onEntries(entries: readonly LogEntry[]): void {
    try {
      for (const entry of entries) {
        const step = decodeEntry(entry, this.#options.decode);
        if (step === 'release') this.#lease.tryNow();
        else this.#take(step);
        if (!this.#isFollowing) return;
      }
    } catch (error) {
      this.#noteUnreadable(error);
    }
    this.#trustWhenCurrent();
    this.#lead();
  }

  onReachable(isReachable: boolean): void {
    if (!isReachable) this.#distrust();
    else this.#lease.tryNow(); // Its answer says which step Redis holds.
  }

  #take(step: Step<Value>): void {
    const applied = this.#options.replica.apply(step);
    if (applied === 'other-epoch') this.#load('epoch');
    if (applied === 'gap') this.#load('gap');
    if (applied !== 'applied') return;
    for (const status of step.statuses) this.#status.take(status);
    if (step.end === null) return;
    this.close();
    this.#options.onEnd(decodeEnd(step.end));
  }

  /** Leads from here on if it holds the lease and its replica is what Redis holds. */
  #lead(): void {
    const head = this.#toContinue;
    const { replica, newMergeBoard, openStream, name } = this.#options;
    if (head === null || !this.#isFollowing || !this.#lease.isHeld) return;
    if (replica.versions.epoch !== head.epoch || replica.offset !== head.offset) return;
    this.#toContinue = null;
    const mergeBoard = newMergeBoard();
    mergeBoard.restore(replica.versions, head.isComplete);
    const { store, clock, owner, newLeader } = this.#context;
    this.#leader = newLeader({
      ...{ store, clock, board: name, owner, head, mergeBoard, openStream },
      isHeld: () => this.#lease.isHeld,
      onRefused: () => this.#lease.stepDown(),
    });
  }

  /** Reads the board as a whole, unless that is under way. */
  #load(reason: ReloadReason, ms = 0): void {
    if (this.#isLoading || this.#isClosed) return;
    this.#isLoading = true;
    this.#unfollow();
    this.#doubtSoon();
    this.#context.onReload(reason);
    if (ms === 0) void this.#loadNow();
    else this.#reload = this.#context.clock.after(ms, () => void this.#loadNow());
  }

  async #loadNow(): Promise<void> {
    const { name, decode, replica } = this.#options;
    try {
      const loaded = await loadBoard(this.#context.store, name, decode);
      this.#isLoading = false;
      if (this.#isClosed) return;
      if (loaded === null) this.#lease.tryNow();
      else if (replica.load(loaded)) this.#follow(loaded.head);
      else this.#load('retry', RELOAD_MS);
    } catch (error) {
      this.#isLoading = false;
      if (error instanceof UnreadableError) this.#noteUnreadable(error);
      else this.#load('retry', RELOAD_MS);
    }
  }

  #follow(head: Head): void {
    const { reader } = this.#context;
    this.#isFollowing = true;
    this.#isUnreadable = false;
    this.#doubt?.cancel();
    this.#doubt = null;
    reader.follow(this.#options.name, head.tail, this);
    this.#status.replace(decodeStatus(head.status), !this.#options.replica.isReady);
    if (reader.isReachable) this.#trustFrom(head.offset);
    else this.#distrust();
    this.#lead();
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#context.reader.unfollow(this.#options.name);
  }

  /** Treated as if nothing was stored: a new epoch begins when the lease is free. */
  #noteUnreadable(error: unknown): void {
    if (!(error instanceof UnreadableError)) throw error;
    if (!this.#isUnreadable) this.#context.log.warn({}, error.message);
    this.#isUnreadable = true;
    this.#unfollow();
    this.#distrust();
    this.#lease.stepDown();
    this.#lease.tryNow();
  }

  /** A replica that has not followed for a while may be out of date. */
  #doubtSoon(): void {
    this.#doubt ??= this.#context.clock.after(UNREACHABLE_MS, () => this.#distrust());
  }

  #distrust(): void {
    this.#trustedFrom = null;
    this.#status.doubt();
  }

  #trustFrom(offset: number): void {
    this.#trustedFrom = offset;
    this.#trustWhenCurrent();
  }

  #trustWhenCurrent(): void {
    const isCurrent =
      this.#trustedFrom !== null && this.#options.replica.offset >= this.#trustedFrom;
    if (!isCurrent || !this.#isFollowing || !this.#context.reader.isReachable) return;
    this.#trustedFrom = null;
    this.#status.trust();
  }
}
