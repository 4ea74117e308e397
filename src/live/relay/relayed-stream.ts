import type { OddsgraphError } from '../../errors.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import type { MergeBoard } from '../board/live-board.ts';
import type { Leader, LeaderOptions } from './leader/leader.ts';
import { type Held, Lease, type LeaseListener } from './leader/lease.ts';
import {
  type FollowerListener,
  type FollowerOptions,
  ReplicaFollower,
} from './replica/replica-follower.ts';
import type { Head, Position } from './store/relay-store.ts';

export interface RelayedStreamOptions<Value> extends FollowerOptions<Value> {
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Names this process; another process never has the same name. */
  readonly owner: string;
  readonly newEpoch: () => string;
  readonly newMergeBoard: () => MergeBoard<Value>;
  readonly newLeader: (options: LeaderOptions<Value>) => Leader<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Called after the replica has taken steps or was read as a whole. */
  readonly onAdvance: () => void;
  /** Called when upstream refuses the stream for good; the stream is closed then. */
  readonly onEnd: (error: OddsgraphError) => void;
  /** Called with what resolves once the lease is free for another replica. Never rejects. */
  readonly onClose: (released: Promise<void>) => void;
}

/**
 * One account's stream on one replica. It follows the log, and leads while it holds the lease. The
 * leader's own replica is one more follower of what the leader appends.
 */
export class RelayedStream<Value> implements UpstreamConnection, LeaseListener, FollowerListener {
  readonly #options: RelayedStreamOptions<Value>;
  readonly #follower: ReplicaFollower<Value>;
  readonly #lease: Lease;
  #leader: Leader<Value> | null = null;
  /** What this process has to continue as the leader, once its replica has got there. */
  #toContinue: Head | null = null;
  #isClosed = false;

  constructor(options: RelayedStreamOptions<Value>) {
    this.#options = options;
    this.#follower = new ReplicaFollower(options, this);
    this.#lease = new Lease({ ...options, board: options.name }, this);
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
    this.#follower.close();
    this.#options.onClose(this.#lease.close());
  }

  known(): { position: Position | null; discards: boolean } {
    const { position, isUnreadable } = this.#follower;
    return { position, discards: isUnreadable };
  }

  onAcquired(head: Head): void {
    this.#toContinue = head;
    const { isFollowing, position } = this.#follower;
    if (!isFollowing) this.#follower.load('first');
    else if (position?.epoch !== head.epoch) this.#follower.load('epoch');
    this.#lead();
  }

  onHeld({ epoch, offset }: Held): void {
    if (epoch !== null && offset !== null) this.#follower.noteHead(epoch, offset);
  }

  acceptedOffset(): number {
    return this.#leader?.offset ?? this.#toContinue?.offset ?? 0;
  }

  onRenewed(): void {
    // What should have arrived by now may have been trimmed, or not have been there to be read.
    if (this.#toContinue !== null) this.#follower.load('gap');
    if (this.#leader !== null) this.#follower.noteHead(this.#leader.epoch, this.#leader.offset);
  }

  onLost(): void {
    this.#toContinue = null;
    const leader = this.#leader;
    this.#leader = null;
    leader?.close();
  }

  onAdvance(): void {
    this.#lead();
    this.#options.onAdvance();
  }

  onLeaseNews(): void {
    this.#lease.tryNow();
  }

  onUnreadable(): void {
    this.#lease.stepDown();
    this.#lease.tryNow();
  }

  onStreamEnd(error: OddsgraphError): void {
    this.close();
    this.#options.onEnd(error);
  }

  /** Leads from here on if it holds the lease and its replica is what Redis holds. */
  #lead(): void {
    const head = this.#toContinue;
    if (head === null || !this.#follower.isAt(head) || !this.#lease.isHeld) return;
    this.#toContinue = null;
    const { replica, newMergeBoard, newLeader } = this.#options;
    const mergeBoard = newMergeBoard();
    mergeBoard.restore(replica.versions, head.isComplete);
    this.#leader = newLeader({
      ...this.#options,
      board: this.#options.name,
      head,
      mergeBoard,
      isHeld: () => this.#lease.isHeld,
      onRefused: () => this.#lease.stepDown(),
    });
  }
}
