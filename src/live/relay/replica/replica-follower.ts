import type { Clock, Timer } from '../../../clock.ts';
import type { OddsgraphError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import {
  type Decode,
  decodeEnd,
  decodeEntry,
  decodeStatus,
  type RelayStatus,
  type Step,
  UnreadableError,
} from '../step.ts';
import type { Head, LogEntry, Position, RelayStore } from '../store/relay-store.ts';
import { loadBoard } from './board-loader.ts';
import { type LogListener, type LogReader, UNREACHABLE_MS } from './log-reader.ts';
import type { ReplicaBoard } from './replica-board.ts';
import { ReplicaStatus } from './replica-status.ts';

/** Why a board was read as a whole. */
export type ReloadReason = 'first' | 'gap' | 'epoch' | 'retry';

export interface FollowerOptions<Value> {
  readonly store: RelayStore;
  readonly reader: LogReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly onReload: (reason: ReloadReason) => void;
  /** The name of the board in Redis. */
  readonly name: string;
  readonly replica: ReplicaBoard<Value>;
  readonly decode: Decode<Value>;
  /** Called with each status, after the changes before it. */
  readonly onStatus: (status: RelayStatus) => void;
}

export interface FollowerListener {
  /** The replica has moved on. */
  onAdvance(): void;
  /** Whoever asks for the lease now learns something new: it is free, or what Redis holds. */
  onLeaseNews(): void;
  onUnreadable(): void;
  /** Upstream has ended the stream for good. */
  onStreamEnd(error: OddsgraphError): void;
}

/** How soon a board that could not be read is read again. */
const RELOAD_MS = 500;

/** Keeps a replica equal to the board in Redis, and knows whether it is. */
export class ReplicaFollower<Value> implements LogListener {
  readonly #options: FollowerOptions<Value>;
  readonly #listener: FollowerListener;
  readonly #status: ReplicaStatus;
  #isFollowing = false;
  #isLoading = false;
  #isUnreadable = false;
  /** A step that the replica has to have before its status can be trusted; null if there is none. */
  #trustedFrom: number | null = null;
  #reload: Timer | null = null;
  #doubt: Timer | null = null;
  #isClosed = false;

  constructor(options: FollowerOptions<Value>, listener: FollowerListener) {
    this.#options = options;
    this.#listener = listener;
    this.#status = new ReplicaStatus(options.onStatus);
    this.#doubtSoon();
  }

  /** Whether the replica holds a board and reads its log. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Whether Redis holds what this version cannot read. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** What the replica holds; null if it has never held anything. */
  get position(): Position | null {
    const { offset, versions } = this.#options.replica;
    const { epoch, version } = versions;
    return version === 0 ? null : { epoch, offset, version };
  }

  /** Whether the replica is what Redis holds at this head. */
  isAt({ epoch, offset }: Head): boolean {
    const { replica } = this.#options;
    return this.#isFollowing && replica.versions.epoch === epoch && replica.offset === offset;
  }

  /** Redis holds this step, or a later one, of this epoch. */
  noteHead(epoch: string, offset: number): void {
    if (!this.#isFollowing) this.load('first');
    else if (epoch !== this.#options.replica.versions.epoch) this.load('epoch');
    else this.#trustFrom(offset);
  }

  /** Reads the board as a whole, unless that is under way. */
  load(reason: ReloadReason, ms = 0): void {
    if (this.#isLoading || this.#isClosed) return;
    this.#isLoading = true;
    this.#unfollow();
    this.#doubtSoon();
    this.#options.onReload(reason);
    if (ms === 0) void this.#loadNow();
    else this.#reload = this.#options.clock.after(ms, () => void this.#loadNow());
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    this.#reload?.cancel();
    this.#doubt?.cancel();
  }

  onEntries(entries: readonly LogEntry[]): void {
    try {
      for (const entry of entries) {
        const step = decodeEntry(entry, this.#options.decode);
        if (step === 'release') this.#listener.onLeaseNews();
        else this.#take(step);
        if (!this.#isFollowing) return;
      }
    } catch (error) {
      this.#noteUnreadable(error);
      return;
    }
    this.#trustWhenCurrent();
    this.#listener.onAdvance();
  }

  onReachable(isReachable: boolean): void {
    if (isReachable) this.#listener.onLeaseNews();
    else this.#distrust();
  }

  #take(step: Step<Value>): void {
    const applied = this.#options.replica.apply(step);
    if (applied === 'other-epoch') this.load('epoch');
    if (applied === 'gap') this.load('gap');
    if (applied !== 'applied') return;
    for (const status of step.statuses) this.#status.take(status);
    if (step.end !== null) this.#listener.onStreamEnd(decodeEnd(step.end));
  }

  async #loadNow(): Promise<void> {
    const { store, name, decode, replica } = this.#options;
    try {
      const loaded = await loadBoard(store, name, decode);
      this.#isLoading = false;
      if (this.#isClosed) return;
      if (loaded === null) this.#listener.onLeaseNews();
      else if (replica.load(loaded)) this.#follow(loaded.head);
      else this.load('retry', RELOAD_MS);
    } catch (error) {
      this.#isLoading = false;
      if (error instanceof UnreadableError) this.#noteUnreadable(error);
      else this.load('retry', RELOAD_MS);
    }
  }

  #follow(head: Head): void {
    const { reader, name, replica } = this.#options;
    this.#isFollowing = true;
    this.#isUnreadable = false;
    this.#doubt?.cancel();
    this.#doubt = null;
    reader.follow(name, head.tail, this);
    this.#status.replace(decodeStatus(head.status), !replica.isReady);
    if (reader.isReachable) this.#trustFrom(head.offset);
    else this.#distrust();
    this.#listener.onAdvance();
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#options.reader.unfollow(this.#options.name);
  }

  /** Treated as if nothing was stored: a new epoch begins when the lease is free. */
  #noteUnreadable(error: unknown): void {
    if (!(error instanceof UnreadableError)) throw error;
    if (this.#isClosed) return;
    if (!this.#isUnreadable) this.#options.log.warn({}, error.message);
    this.#isUnreadable = true;
    this.#unfollow();
    this.#distrust();
    this.#listener.onUnreadable();
  }

  /** A replica that has not followed for a while may be out of date. */
  #doubtSoon(): void {
    this.#doubt ??= this.#options.clock.after(UNREACHABLE_MS, () => this.#distrust());
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
    if (this.#trustedFrom === null || this.#options.replica.offset < this.#trustedFrom) return;
    if (!this.#isFollowing || !this.#options.reader.isReachable) return;
    this.#trustedFrom = null;
    this.#status.trust();
  }
}
