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
  /** A unique name of this process. */
  readonly owner: string;
  readonly newEpoch: () => string;
  readonly newMergeBoard: () => MergeBoard<Value>;
  readonly newLeader: (options: LeaderOptions<Value>) => Leader<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Called after the replica has applied steps or loaded a board. */
  readonly onAdvance: () => void;
  /** Called when upstream has ended the stream permanently. The stream is closed by then. */
  readonly onEnd: (error: OddsgraphError) => void;
  /** Called with a promise that resolves once the lease is released. It never rejects. */
  readonly onClose: (released: Promise<void>) => void;
}

/**
 * One account's stream on one replica. It always follows the log, and also leads while it holds the
 * lease. The leader's own replica gets its changes from the log, like every other replica.
 */
export class RelayedStream<Value> implements UpstreamConnection, LeaseListener, FollowerListener {
  readonly #options: RelayedStreamOptions<Value>;
  readonly #follower: ReplicaFollower<Value>;
  readonly #lease: Lease;
  #leader: Leader<Value> | null = null;
  /** The state from which this process will lead once its replica has reached it. */
  #headToContinue: Head | null = null;
  #isClosed = false;

  constructor(options: RelayedStreamOptions<Value>) {
    this.#options = options;
    this.#follower = new ReplicaFollower(options, this);
    this.#lease = new Lease({ ...options, board: options.name }, this);
  }

  get isLeader(): boolean {
    return this.#leader !== null;
  }

  /** Opens the upstream stream again, if this process leads. */
  reconnect(): void {
    this.#leader?.reconnect();
  }

  /** Stops following, and releases the lease. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#follower.close();
    this.#options.onClose(this.#lease.close());
  }

  known(): { position: Position | null; cannotRead: boolean } {
    const { position, isUnreadable } = this.#follower;
    return { position, cannotRead: isUnreadable };
  }

  onAcquired(head: Head): void {
    this.#headToContinue = head;
    const { isFollowing, position } = this.#follower;
    if (!isFollowing) this.#follower.load('first');
    else if (position?.epoch !== head.epoch) this.#follower.load('epoch');
    this.#lead();
  }

  onHeld({ epoch, offset }: Held): void {
    if (epoch !== null && offset !== null) this.#follower.onHead(epoch, offset);
  }

  acceptedOffset(): number {
    return this.#leader?.offset ?? this.#headToContinue?.offset ?? 0;
  }

  onRenewed(): void {
    // A step that has not arrived by now may have been trimmed, or lost by Redis.
    if (this.#headToContinue !== null) this.#follower.load('gap');
    if (this.#leader !== null) this.#follower.onHead(this.#leader.epoch, this.#leader.offset);
  }

  onLost(): void {
    this.#headToContinue = null;
    const leader = this.#leader;
    this.#leader = null;
    leader?.close();
  }

  onAdvance(): void {
    this.#lead();
    this.#options.onAdvance();
  }

  onShouldAcquire(): void {
    this.#lease.acquireSoon();
  }

  onUnreadable(): void {
    this.#lease.stepDown();
    this.#lease.acquireSoon();
  }

  onStreamEnd(error: OddsgraphError): void {
    this.close();
    this.#options.onEnd(error);
  }

  /** Starts to lead if the lease is held and the replica has the state that Redis has. */
  #lead(): void {
    const head = this.#headToContinue;
    if (head === null || !this.#follower.isAt(head) || !this.#lease.isHeld) return;
    this.#headToContinue = null;
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
