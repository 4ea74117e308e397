import type { ErrorCode, OddsgraphError } from '../../errors/errors.ts';
import { liveSubscriptions } from '../../observability/metrics.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { UpstreamConnection } from '../../upstream/stream/stream-listener.ts';
import type { BoardListener, BoardObserver, LiveBoard } from '../board/live-board.ts';
import { BatchAdmission } from '../topics/batch-admission.ts';
import { type FeedStatusEvent, StatusLog } from '../topics/feed-status.ts';
import { Subscriber, type SubscriberSource } from '../topics/subscriber.ts';
import { type TopicSpec, Topics, type TopicsOptions } from '../topics/topics.ts';
import { StreamHealth } from './stream-health.ts';
import { StreamUsage } from './stream-usage.ts';

export interface SharedStreamOptions<Value> extends Omit<TopicsOptions<Value>, 'board'> {
  /** An empty board, which the stream fills. */
  readonly board: LiveBoard<Value>;
  /** Opens the upstream stream or, with Redis, follows the copy of its board there. */
  readonly openStream: (listener: BoardListener) => UpstreamConnection;
  /**
   * Called after the board has grown. Returns an error if all boards are now too large; the stream then
   * ends with that error.
   */
  readonly checkSize: () => OddsgraphError | null;
  /**
   * How long a subscriber waits until the board has the version of its cursor. Needed only with Redis, where
   * another replica's copy of the board may be ahead; 0 by default.
   */
  readonly resumeWaitMs?: number;
  /** Called once, when the stream closes for any reason. */
  readonly onClose: () => void;
}

/** How long a stream stays open for the next subscriber or query after the last one has left. */
export const IDLE_TIMEOUT_MS = 10_000;

/**
 * One upstream stream of one account and all its subscribers. Frames change the board. Its changes go to the
 * topics: the subscribers with the same filter and options.
 */
export class SharedStream<Value, Payload> implements SubscriberSource, BoardListener {
  readonly statuses = new StatusLog();
  readonly health: StreamHealth;
  /** Limits how many rows its subscribers read at a time in large batches; the others wait their turn. */
  readonly admission: BatchAdmission;
  /**
   * Resolves when upstream has accepted the stream, or when the first attempt failed and will be retried.
   * Rejects if the stream ends first.
   */
  readonly opened: Promise<void>;
  readonly #options: SharedStreamOptions<Value>;
  readonly #board: LiveBoard<Value>;
  readonly #topics: Topics<Value, Payload>;
  readonly #openedResolvers = newPromise();
  readonly #upstream: UpstreamConnection;
  readonly #usage: StreamUsage;
  /** Resolves once `isLive` is true. Replaced by a new promise when it is false again. */
  #becameLive = newPromise();
  #observer: BoardObserver<Value> | null = null;
  #isClosed = false;
  #error: Error | null = null;

  constructor(options: SharedStreamOptions<Value>) {
    const { scheduler, account, board } = options;
    this.#options = options;
    this.health = new StreamHealth(board.rows, this.statuses, options.clock);
    // An admitted subscriber reads at once, so the scheduler decides when it is admitted.
    this.admission = new BatchAdmission({ defer: (admit) => scheduler.add(account, this, admit) });
    this.opened = this.#openedResolvers.promise;
    this.#topics = new Topics<Value, Payload>({ ...options, board: board.rows });
    board.onChange((entry) => {
      this.#topics.record(entry);
      this.#observer?.onEntry(entry);
    });
    this.#board = board;
    this.#usage = new StreamUsage(options.clock, IDLE_TIMEOUT_MS, () => this.#close());
    this.#upstream = options.openStream(this);
  }

  get hasSnapshot(): boolean {
    return this.#board.hasSnapshot;
  }

  get version(): number {
    return this.#board.rows.version;
  }

  /** The number of rows that the board has in memory, including removed ones that it remembers. */
  get sizeWithRemovals(): number {
    return this.#board.rows.sizeWithRemovals;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** The number of subscribers, including queries that wait for the board. */
  get subscribers(): number {
    return this.#usage.users;
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

  /** Whether the upstream stream is being opened, or has to send its snapshot yet. */
  get isFilling(): boolean {
    return !this.isLive && this.statuses.current?.state !== 'STALE';
  }

  /** Adds a subscriber. Throws `STREAM_LIMIT_EXCEEDED` if there are too many topics. */
  subscribe(spec: TopicSpec<Value, Payload>): Subscriber<Value, Payload> {
    const topic = this.#topics.topicFor(spec);
    const leave = this.#usage.join();
    liveSubscriptions.inc();
    const { clock, resumeWaitMs = 0 } = this.#options;
    const waits = resumeWaitMs > 0 && spec.resumeCursor !== null;
    const resume = { version: () => this.#topics.resumeVersion(spec), waits };
    const subscriber = new Subscriber(this, topic, resume, (hasRead) => {
      timeout?.cancel();
      liveSubscriptions.dec();
      this.health.removeSubscriber(subscriber);
      this.#topics.leave(topic, spec);
      leave(hasRead);
    });
    this.health.addSubscriber(subscriber);
    const timeout = waits ? clock.after(resumeWaitMs, () => subscriber.stopWaiting()) : null;
    return subscriber;
  }

  /**
   * All rows of the board. Waits until it is complete and the upstream stream is open; rejects if `deadline`
   * rejects or the stream ends before that.
   */
  async readBoard(deadline: Promise<never>): Promise<Value[]> {
    const leave = this.#usage.join();
    let hasRead = false;
    try {
      if (this.#error !== null) throw this.#error;
      // The stream may be lost again before this function continues.
      do await Promise.race([this.#becameLive.promise, deadline]);
      while (!this.isLive);
      hasRead = true;
      return this.#board.rows
        .entries()
        .map(({ value }) => value)
        .toArray();
    } finally {
      leave(hasRead);
    }
  }

  /** Has an observer, one at a time, get every change. The stream stays open until the returned function is called. */
  observe(observer: BoardObserver<Value>) {
    const leave = this.#usage.join();
    this.#observer = observer;
    return { rows: this.#board.rows, stop: () => leave(true) };
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

  onFrame(frame: StreamFrame): void {
    this.health.recordBoardFrame();
    this.#handleFrame(frame);
  }

  /** The board has a snapshot, copied from Redis, although upstream's stream is not READY. */
  onSnapshot(): void {
    this.#completeSnapshot();
  }

  onDegraded(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    this.#addStatus(state, message, code);
    this.#openedResolvers.resolve();
  }

  onEnd(error: OddsgraphError): void {
    this.endWithError(error);
  }

  #handleFrame(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'connected':
        this.#board.startSnapshot();
        this.#addStatus('CONNECTED');
        this.#openedResolvers.resolve();
        break;
      case 'snapshot:complete':
        this.#completeSnapshot();
        this.#addStatus('READY');
        break;
      case 'error':
        // The stream stays open, and `statuses.current` stays. The board may lack prices from now on.
        this.#board.applyFrame(frame);
        this.#addStatus('NOTICE', frame.data.message, frame.data.code);
        break;
      default:
        this.#applyRows(frame);
    }
  }

  #applyRows(frame: StreamFrame): void {
    const sizeBefore = this.sizeWithRemovals;
    this.#board.applyFrame(frame);
    const error =
      this.sizeWithRemovals > sizeBefore && !this.#isClosed ? this.#options.checkSize() : null;
    if (error !== null) this.endWithError(error);
  }

  #completeSnapshot(): void {
    const isFirst = !this.#board.hasSnapshot;
    this.#board.completeSnapshot();
    if (isFirst) this.#topics.discardPendingChanges(); // Their subscribers get a snapshot instead.
  }

  #addStatus(
    state: FeedStatusEvent['state'],
    message: string | null = null,
    code: string | null = null,
  ): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const { version } = this.#board.rows;
    const wasLive = this.isLive;
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, version);
    if (this.isLive) this.#becameLive.resolve();
    else if (wasLive) this.#becameLive = newPromise();
    this.#topics.scheduleWakeAll();
    this.#observer?.onState();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#usage.stop();
    this.#topics.close();
    this.#upstream.close();
    this.#options.onClose();
    this.#observer?.onEnd();
  }
}

/** A promise that may reject without anybody waiting for it. */
function newPromise(): PromiseWithResolvers<void> {
  const resolvers = Promise.withResolvers<void>();
  resolvers.promise.catch(() => {});
  return resolvers;
}
