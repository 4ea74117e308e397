import type { OddsgraphError } from '../../errors/errors.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Timer } from '../../scheduling/clock.ts';
import { ReconnectBackoff } from '../../upstream/stream/reconnect-backoff.ts';
import type { UpstreamConnection } from '../../upstream/stream/stream-listener.ts';
import { Leader } from './leader/leader.ts';
import { Lease, type LeaseListener } from './leader/lease.ts';
import type { RelayedChannel } from './relayed-channel.ts';
import { type FollowerListener, ReplicaFollower } from './replica/replica-follower.ts';
import { decodeEnd } from './step.ts';
import type { Head, LastStep, Position } from './store/relay-store.ts';

/** The longest wait before a board that Redis has lost is read again; it doubles while Redis soon loses it again. */
const LOST_BOARD_WAIT_MS = 500;

/** How often it is logged that Redis has lost the board. */
const LOG_MS = 60_000;

/** Creates a leader. The simulation of replicas plants faulty ones. */
export type NewLeader<Value> = (
  ...parameters: ConstructorParameters<typeof Leader<Value>>
) => Leader<Value>;

/**
 * One account's upstream stream, as one replica of this server sees it. It always follows the log of the
 * board in Redis, and while it holds the lease it is also the leader.
 */
export class RelayedStream<Value> implements UpstreamConnection, LeaseListener, FollowerListener {
  readonly #channel: RelayedChannel<Value>;
  readonly #newLeader: NewLeader<Value>;
  readonly #follower: ReplicaFollower<Value>;
  readonly #lease: Lease;
  #leader: Leader<Value> | null = null;
  /** The board's state in Redis when this process got the lease; null once it has the same state and leads. */
  #pendingHead: Head | null = null;
  /** Whether an earlier leader has read this board's stream: upstream may still count that one as open. */
  #replacesEarlier = false;
  /** When this process last began to lead, on the monotonic clock. */
  #ledAt = Number.NEGATIVE_INFINITY;
  /** Says how long it waits until it leads again after Redis has lost the board. */
  readonly #lostBoardBackoff: ReconnectBackoff;
  /** When that wait ends, on the monotonic clock. */
  #mayLeadAt = Number.NEGATIVE_INFINITY;
  #leadTimer: Timer | null = null;
  /** When it was last logged that Redis has lost the board, on the monotonic clock. */
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    channel: RelayedChannel<Value>,
    newLeader: NewLeader<Value> = (...parameters) => new Leader(...parameters),
  ) {
    this.#channel = channel;
    this.#newLeader = newLeader;
    this.#lostBoardBackoff = new ReconnectBackoff(channel.random, LOST_BOARD_WAIT_MS);
    this.#follower = new ReplicaFollower(channel, this);
    this.#lease = new Lease(channel, this);
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
    this.#leadTimer?.cancel();
    this.#follower.close();
    this.#channel.onClose(this.#lease.close());
  }

  lastKnown(): { position: Position | null; isUndecodable: boolean } {
    const { position, isUndecodable } = this.#follower;
    return { position, isUndecodable };
  }

  onAcquired(head: Head): void {
    this.#pendingHead = head;
    const { isFollowing, position } = this.#follower;
    // If Redis has lost the board it begins at offset 0 again, but this replica knows that it is not new.
    this.#replacesEarlier = head.offset > 0 || position !== null;
    if (head.offset === 0 && position !== null) this.#onLostBoard();
    if (!isFollowing) this.#follower.load('first');
    else if (position?.epoch !== head.epoch) this.#follower.load('epoch');
    this.#leadIfReady();
  }

  onUnavailable(lastStep: LastStep | null): void {
    if (lastStep !== null) this.#follower.onLastStep(lastStep);
  }

  onUnanswered(error: unknown): void {
    this.#follower.onUnanswered(error);
  }

  committedOffset(): number {
    return this.#leader?.offset ?? this.#pendingHead?.offset ?? 0;
  }

  onRenewed(): void {
    // A step that has not arrived by now may have been trimmed from the log, or lost by Redis.
    if (this.#pendingHead !== null && this.#now >= this.#mayLeadAt) this.#follower.load('gap');
    // If this replica has loaded the board with the step that ends the stream in it, it doesn't get that step from the log.
    const end = this.#leader?.acceptedEnd ?? null;
    if (end !== null) this.onStreamEnd(decodeEnd(end));
    else if (this.#leader !== null) this.#follower.onLastStep(this.#leader);
  }

  onLost(): void {
    this.#pendingHead = null;
    const leader = this.#leader;
    this.#leader = null;
    leader?.close();
  }

  onAdvance(): void {
    this.#leadIfReady();
    this.#channel.listener.onRows();
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
    this.#channel.listener.onEnd(error);
  }

  /** Starts a leader if the lease is held and this replica's board has the state that Redis has. */
  #leadIfReady(): void {
    const head = this.#pendingHead;
    if (head === null || !this.#follower.isAt(head) || !this.#lease.isHeld) return;
    this.#leadTimer?.cancel();
    if (this.#now < this.#mayLeadAt) {
      const waitMs = this.#mayLeadAt - this.#now;
      this.#leadTimer = this.#channel.clock.after(waitMs, () => this.#leadIfReady());
      return;
    }
    this.#pendingHead = null;
    this.#ledAt = this.#now;
    metrics.relay_leaderships_total.inc({ kind: head.offset > 0 ? 'takeover' : 'first' });
    this.#leader = this.#newLeader(this.#channel, head, this.#lease, this.#replacesEarlier);
  }

  /** Makes this process wait: a Redis that evicts keys may lose the board each time that upstream has sent it. */
  #onLostBoard(): void {
    const now = this.#now;
    if (now >= this.#mayLeadAt) {
      this.#mayLeadAt = now + this.#lostBoardBackoff.nextWaitMs(now - this.#ledAt);
    }
    if (now - this.#loggedAt < LOG_MS) return;
    this.#loggedAt = now;
    this.#channel.log.warn(
      {},
      'Redis has lost a board, or holds one that cannot be read: it is read from upstream again',
    );
  }

  get #now(): number {
    return this.#channel.clock.monotonic();
  }
}
