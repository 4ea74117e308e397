import type { OddsgraphError } from '../../errors/errors.ts';
import type { UpstreamConnection } from '../../upstream/stream/stream-listener.ts';
import type { MergeBoard } from '../board/live-board.ts';
import type { Leader, LeaderOptions } from './leader/leader.ts';
import { Lease, type LeaseListener, type LeaseUnavailable } from './leader/lease.ts';
import {
  type FollowerListener,
  type FollowerOptions,
  ReplicaFollower,
} from './replica/replica-follower.ts';
import type { Head, Position } from './store/relay-store.ts';

export interface RelayedStreamOptions<Value> extends FollowerOptions<Value> {
  /** Returns a number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** A unique name for this process, as the owner of leases. */
  readonly owner: string;
  /** Returns the name of a new epoch (a sequence of board versions), used if Redis has lost the board. */
  readonly newEpochId: () => string;
  /** Makes an empty board, to which a leader applies upstream's frames. */
  readonly newMergeBoard: () => MergeBoard<Value>;
  readonly newLeader: (options: LeaderOptions<Value>) => Leader<Value>;
  readonly openStream: LeaderOptions<Value>['openStream'];
  /** Called after the replica's board has changed: it has applied steps or loaded the board from Redis. */
  readonly onAdvance: () => void;
  /** Called when upstream has ended the stream permanently. The stream is closed by then. */
  readonly onEnd: (error: OddsgraphError) => void;
  /** Called with a promise that resolves once the lease is released. It never rejects. */
  readonly onClose: (released: Promise<void>) => void;
}

/**
 * One account's upstream stream, as one replica of this server sees it. It always follows the log of the
 * board in Redis. While it holds the lease it is also the leader: it consumes the upstream stream and appends
 * the changes to the log, as steps, which are numbered by `offset`. Even then its own copy of the board
 * changes only by steps from the log.
 */
export class RelayedStream<Value> implements UpstreamConnection, LeaseListener, FollowerListener {
  readonly #options: RelayedStreamOptions<Value>;
  readonly #follower: ReplicaFollower<Value>;
  readonly #lease: Lease;
  #leader: Leader<Value> | null = null;
  /** The board's state in Redis when this process got the lease; null once it has the same state and leads. */
  #pendingHead: Head | null = null;
  #isClosed = false;

  constructor(options: RelayedStreamOptions<Value>) {
    this.#options = options;
    this.#follower = new ReplicaFollower(options, this);
    this.#lease = new Lease(options, this);
  }

  get isLeader(): boolean {
    return this.#leader !== null;
  }

  /** Reopens the upstream stream, if this process is the leader. */
  reconnect(): void {
    this.#leader?.reconnect();
  }

  /** Stops following the log, and releases the lease. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#follower.close();
    this.#options.onClose(this.#lease.close());
  }

  /** Which state of the board this process has, and whether Redis holds values that it cannot decode. */
  lastKnown(): { position: Position | null; isUndecodable: boolean } {
    const { position, isUndecodable } = this.#follower;
    return { position, isUndecodable };
  }

  onAcquired(head: Head): void {
    this.#pendingHead = head;
    const { isFollowing, position } = this.#follower;
    if (!isFollowing) this.#follower.load('first');
    else if (position?.epoch !== head.epoch) this.#follower.load('epoch');
    this.#leadIfReady();
  }

  onHeldByOther({ epoch, offset }: LeaseUnavailable): void {
    if (epoch !== null && offset !== null) this.#follower.onHead(epoch, offset);
  }

  committedOffset(): number {
    return this.#leader?.offset ?? this.#pendingHead?.offset ?? 0;
  }

  onRenewed(): void {
    // A step that has not arrived by now may have been trimmed from the log, or lost by Redis.
    if (this.#pendingHead !== null) this.#follower.load('gap');
    if (this.#leader !== null) this.#follower.onHead(this.#leader.epoch, this.#leader.offset);
  }

  onLost(): void {
    this.#pendingHead = null;
    const leader = this.#leader;
    this.#leader = null;
    leader?.close();
  }

  onAdvance(): void {
    this.#leadIfReady();
    this.#options.onAdvance();
  }

  onShouldAcquire(): void {
    this.#lease.acquireSoon();
  }

  /** The board has to begin a new epoch, which only a request for the lease starts: a leader gives its lease up. */
  onUnusable(): void {
    this.#lease.stepDown();
    this.#lease.acquireSoon();
  }

  onStreamEnd(error: OddsgraphError): void {
    this.close();
    this.#options.onEnd(error);
  }

  /** Starts a leader if the lease is held and this replica's board has the state that Redis has. */
  #leadIfReady(): void {
    const head = this.#pendingHead;
    if (head === null || !this.#follower.isAt(head) || !this.#lease.isHeld) return;
    this.#pendingHead = null;
    const { replica, newMergeBoard, newLeader } = this.#options;
    const mergeBoard = newMergeBoard();
    // `isComplete`: upstream has sent a whole snapshot of the board at least once.
    mergeBoard.restore(replica.rows, head.isComplete);
    this.#leader = newLeader({
      ...this.#options,
      head,
      mergeBoard,
      isHeld: () => this.#lease.isHeld,
      onMustStop: () => this.#lease.stepDown(),
    });
  }
}
