import type { OddsgraphError } from '../../errors/errors.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Timer } from '../../scheduling/clock.ts';
import type { UpstreamConnection } from '../../upstream/stream/stream-listener.ts';
import type {
  BoardObserver,
  LiveBoard,
  StreamListener,
  StreamStatus,
} from '../board/live-board.ts';
import { BatchAdmission } from '../topics/batch-admission.ts';
import { StatusLog } from '../topics/feed-status.ts';
import { Subscriber, type SubscriberSource } from '../topics/subscriber.ts';
import { type TopicSpec, Topics, type TopicsOptions } from '../topics/topics.ts';

export interface SharedStreamOptions<Value> extends Omit<TopicsOptions<Value>, 'board'> {
  /** An empty board, which the stream fills. */
  readonly board: LiveBoard<Value>;
  /** Opens the upstream stream or, with Redis, follows the copy of its board there. */
  readonly openStream: (listener: StreamListener) => UpstreamConnection;
  /** Called after the board has grown. If all boards together are too large, returns the error to end with. */
  readonly checkSize: () => OddsgraphError | null;
  /**
   * How long a subscriber waits until the board has the version of its cursor: with Redis, another replica's copy may
   * be ahead. 0 by default.
   */
  readonly resumeWaitMs?: number;
  /** Called once, when the stream closes for any reason. */
  readonly onClose: () => void;
}

/** How long a stream stays open for the next subscriber or query after the last one has left. */
export const IDLE_TIMEOUT_MS = 10_000;

/** One upstream stream of one account, its board, and all its subscribers. */
export class SharedStream<Value, Payload> implements SubscriberSource, StreamListener {
  readonly statuses = new StatusLog();
  /** Limits how many rows its subscribers read at a time in large batches; the others wait their turn. */
  readonly admission: BatchAdmission;
  readonly #openedResolvers = newPromise();
  /**
   * Resolves at the first status: upstream has accepted the stream, or the first attempt failed and will be retried; with
   * Redis also with what is stored there, or if Redis cannot be reached. Rejects if the stream ends first, or its subscribers
   * no longer wait.
   */
  readonly opened = this.#openedResolvers.promise;
  readonly #options: SharedStreamOptions<Value>;
  readonly #board: LiveBoard<Value>;
  readonly #topics: Topics<Value, Payload>;
  readonly #subscribers = new Set<Subscriber<Value, Payload>>();
  readonly #upstream: UpstreamConnection;
  #users = 0;
  /** Whether any user has ever read anything. */
  #hasBeenRead = false;
  #idleTimeout: Timer;
  /** Resolves once `isLive` is true. Replaced by a new promise when it is false again. */
  #becameLive = newPromise();
  #observer: BoardObserver<Value> | null = null;
  #checkedSize = 0;
  #isClosed = false;
  #error: Error | null = null;

  constructor(options: SharedStreamOptions<Value>) {
    const { scheduler, account, board } = options;
    this.#options = options;
    // An admitted subscriber reads at once, so the scheduler decides when it is admitted.
    this.admission = new BatchAdmission((admit) => scheduler.add(account, this, admit));
    this.#topics = new Topics<Value, Payload>({ ...options, board: board.rows });
    this.#board = board;
    board.onChange(
      (entry) => {
        this.#topics.record(entry);
        this.#observer?.onEntry(entry);
      },
      () => {
        this.#topics.beginAtSnapshot();
        this.#topics.scheduleWakeAll();
      },
    );
    this.#idleTimeout = this.#startIdleTimeout();
    this.#upstream = options.openStream(this);
  }

  get hasSnapshot(): boolean {
    return this.#board.hasSnapshot;
  }

  /** The number of rows that the board has in memory, including removed ones that it remembers. */
  get sizeWithRemovals(): number {
    return this.#board.rows.sizeWithRemovals;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** The number of subscribers, of queries that wait for the board, and of observers. */
  get users(): number {
    return this.#users;
  }

  /** Subscribers with unread updates. Throttled ones do not count until their throttle interval ends. */
  get subscribersBehind(): number {
    return this.#subscribers.values().reduce((sum, { isBehind }) => sum + Number(isBehind), 0);
  }

  /** Whether the board is ready, stale, and so on, for the metrics. */
  get boardState() {
    return this.statuses.boardState;
  }

  /** Whether the connection is up and not silent (`STALE`). A `NOTICE` is never the `current` status. */
  get isConnected(): boolean {
    const { current } = this.statuses;
    return current?.state === 'CONNECTED' || current?.state === 'READY';
  }

  /** Whether the board is complete and the upstream stream is open. */
  get isLive(): boolean {
    return this.statuses.current?.state === 'READY';
  }

  /** Whether the upstream stream is being opened, or has yet to send its snapshot. */
  get isFilling(): boolean {
    return !this.isLive && this.statuses.current?.state !== 'STALE';
  }

  /** Adds a subscriber. Throws `STREAM_LIMIT_EXCEEDED` if there are too many topics. */
  subscribe(spec: TopicSpec<Value, Payload>): Subscriber<Value, Payload> {
    const topic = this.#topics.join(spec);
    this.#join();
    metrics.live_subscriptions.inc();
    const { clock, resumeWaitMs = 0 } = this.#options;
    const waits = resumeWaitMs > 0 && spec.resumeCursor !== null;
    const resume = { cursor: spec.resumeCursor, waits };
    const { key, viewer } = spec; // The rest is not kept for as long as the subscriber stays.
    const subscriber = new Subscriber(this, topic, resume, (hasRead) => {
      timeout?.cancel();
      metrics.live_subscriptions.dec();
      this.#subscribers.delete(subscriber);
      this.#topics.leave(topic, { key, viewer });
      this.#leave(hasRead);
    });
    this.#subscribers.add(subscriber);
    const timeout = waits ? clock.after(resumeWaitMs, () => subscriber.stopWaiting()) : null;
    return subscriber;
  }

  /**
   * All rows of the board. Waits until it is complete and the upstream stream is open; rejects if `deadline`
   * rejects or the stream ends before that.
   */
  async readBoard(deadline: Promise<never>): Promise<Value[]> {
    this.#join();
    try {
      if (this.#error !== null) throw this.#error;
      // The stream may be lost again before this function continues.
      do await Promise.race([this.#becameLive.promise, deadline]);
      while (!this.isLive);
      return Array.from(this.#board.rows.entries(), ({ value }) => value);
    } finally {
      this.#leave(true); // Also after a timeout, so that the next query finds the stream further on.
    }
  }

  /** Has an observer, one at a time, get every change. The stream stays open until `stop` is called. */
  observe(observer: BoardObserver<Value>) {
    this.#join();
    this.#observer = observer;
    const stop = () => {
      if (this.#observer === observer) this.#observer = null;
      this.#leave(true);
    };
    return { rows: this.#board.rows, stop };
  }

  /**
   * Reopens the upstream stream to get a new snapshot, for instance if the account's tier has changed or the
   * board lacks prices.
   */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Ends the stream for all subscribers, with the error that a new subscriber would get. */
  endWithError(error: Error): void {
    if (this.#isClosed) return;
    this.#error = error;
    this.#openedResolvers.reject(error);
    this.#becameLive.reject(error);
    this.#close();
    this.#topics.wakeAll();
  }

  /** Sends away the subscribers that wait for `opened`. */
  rejectWaiting(error: Error): void {
    this.#openedResolvers.reject(error);
  }

  onRows(): void {
    const size = this.sizeWithRemovals;
    const hasGrown = size > this.#checkedSize;
    this.#checkedSize = size;
    const error = hasGrown && !this.#isClosed ? this.#options.checkSize() : null;
    if (error !== null) this.endWithError(error);
  }

  onStatus(status: StreamStatus): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const wasLive = this.isLive;
    this.statuses.add({ __typename: 'FeedStatus', at, ...status }, this.#board.rows.version);
    if (this.isLive) this.#becameLive.resolve();
    else if (wasLive) this.#becameLive = newPromise();
    if (status.state !== 'NOTICE') this.#openedResolvers.resolve();
    this.#topics.scheduleWakeAll();
    this.#observer?.onState();
  }

  onEnd(error: OddsgraphError): void {
    this.endWithError(error);
  }

  #join(): void {
    this.#users += 1;
    this.#idleTimeout.cancel();
  }

  #leave(hasRead: boolean): void {
    this.#users -= 1;
    this.#hasBeenRead ||= hasRead;
    if (this.#users > 0 || this.#isClosed) return;
    // Clients that leave before they have read anything must not keep upstream streams open.
    if (this.#hasBeenRead) this.#idleTimeout = this.#startIdleTimeout();
    else this.#close();
  }

  #startIdleTimeout(): Timer {
    return this.#options.clock.after(IDLE_TIMEOUT_MS, () => this.#close());
  }

  #close(): void {
    this.#isClosed = true;
    this.#idleTimeout.cancel();
    this.#topics.close();
    this.#upstream.close();
    this.#options.onClose();
    this.#observer?.onEnd(this.#error);
  }
}

/** A promise that may reject without anybody waiting for it. */
function newPromise(): PromiseWithResolvers<void> {
  const resolvers = Promise.withResolvers<void>();
  resolvers.promise.catch(() => {});
  return resolvers;
}
