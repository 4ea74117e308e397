import type { OddsgraphError } from '../../errors/errors.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Timer } from '../../scheduling/clock.ts';
import { ReconnectBackoff } from '../../upstream/stream/reconnect-backoff.ts';
import type { UpstreamConnection } from '../../upstream/stream/stream-listener.ts';
import { Leader } from './leader/leader.ts';
import { Lease, type LeaseListener, type LeaseUnavailable } from './leader/lease.ts';
import type { RelayedChannel } from './relayed-channel.ts';
import { type FollowerListener, ReplicaFollower } from './replica/replica-follower.ts';
import { decodeEnd } from './step.ts';
import type { Head, Position } from './store/relay-store.ts';

/** The longest wait before a board that Redis has lost is read again; it doubles while Redis soon loses it again. */
const RESTART_MS = 500;

/** How often it is logged that Redis has lost the board. */
const LOG_MS = 60_000;

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
  /** Whether upstream may still count a stream as open that this board had before. */
  #replacesEarlier = false;
  readonly #restarts: ReconnectBackoff;
  /** When this process last began to lead, and before when it must not, on the monotonic clock. */
  #ledAt = Number.NEGATIVE_INFINITY;
  #mayLeadAt = Number.NEGATIVE_INFINITY;
  #start: Timer | null = null;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    channel: RelayedChannel<Value>,
    newLeader: NewLeader<Value> = (...parameters) => new Leader(...parameters),
  ) {
    this.#channel = channel;
    this.#newLeader = newLeader;
    this.#restarts = new ReconnectBackoff(channel.random, RESTART_MS);
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
    this.#start?.cancel();
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
    // In an epoch that Redis has just begun, only this replica may know that the board is not new.
    this.#replacesEarlier = head.offset > 0 || position !== null;
    if (head.offset === 0 && position !== null) this.#onLostBoard();
    if (!isFollowing) this.#follower.load('first');
    else if (position?.epoch !== head.epoch) this.#follower.load('epoch');
    this.#leadIfReady();
  }

  onUnavailable({ epoch, offset }: LeaseUnavailable): void {
    if (epoch !== null && offset !== null) this.#follower.onHead(epoch, offset);
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
    // This replica may have loaded the board with the stream's last step, and then it never gets the step.
    const end = this.#leader?.acceptedEnd ?? null;
    if (end !== null) this.onStreamEnd(decodeEnd(end));
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
    this.#start?.cancel();
    if (this.#now < this.#mayLeadAt) {
      const waitMs = this.#mayLeadAt - this.#now;
      this.#start = this.#channel.clock.after(waitMs, () => this.#leadIfReady());
      return;
    }
    this.#pendingHead = null;
    this.#ledAt = this.#now;
    metrics.relay_leaderships_total.inc({ kind: head.offset > 0 ? 'takeover' : 'first' });
    this.#leader = this.#newLeader(this.#channel, head, {
      replacesEarlier: this.#replacesEarlier,
      isHeld: () => this.#lease.isHeld,
      onMustStop: () => this.#lease.stepDown(),
    });
  }

  /** A Redis that evicts keys may lose the board each time it has been read, so that is not done at once each time. */
  #onLostBoard(): void {
    const now = this.#now;
    if (now >= this.#mayLeadAt) {
      this.#mayLeadAt = now + this.#restarts.nextWaitMs(now - this.#ledAt);
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
