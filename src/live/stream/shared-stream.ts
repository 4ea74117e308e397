import type { ErrorCode, OddsgraphError } from '../../errors.ts';
import { liveSubscriptions } from '../../metrics.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import type { LiveBoard } from '../board/live-board.ts';
import { type FeedStatusEvent, StatusLog } from '../topics/feed-status.ts';
import { SnapshotAdmission } from '../topics/snapshot-admission.ts';
import { Subscriber, type SubscriberSource } from '../topics/subscriber.ts';
import { type TopicSpec, Topics, type TopicsOptions } from '../topics/topics.ts';
import { StreamReading } from './stream-reading.ts';
import { StreamUsage } from './stream-usage.ts';

export interface SharedStreamOptions<Value> extends Omit<TopicsOptions<Value>, 'board'> {
  /** An empty board, which the stream fills. */
  readonly board: LiveBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /**
   * Called after the board has grown. Returns an error if the board is now too large; the stream then
   * ends with it.
   */
  readonly checkSize: () => OddsgraphError | null;
  /**
   * How long a subscriber waits for the version of its cursor. Not at all by default: no other board has
   * the same versions.
   */
  readonly resumeWaitMs?: number;
  /** Called once, when the stream closes for any reason. */
  readonly onClose: () => void;
}

/** How long a stream stays open for the next subscriber or query after the last one has left. */
export const IDLE_TIMEOUT_MS = 10_000;

/**
 * Queries are answered from the board only while its last frame is younger than this. An active board
 * gets several frames per second. A quiet one gets only heartbeats, and queries go upstream in between.
 */
export const FRAME_RECENT_MS = 10_000;

/** Longest code or message from upstream that is passed on, in characters. */
const NOTICE_LENGTH_MAX = 1_000;

/**
 * One upstream stream of one account and all its subscribers. Frames go to the board, and the
 * board's changes to the topics.
 */
export class SharedStream<Value, Payload> implements SubscriberSource, UpstreamStreamListener {
  readonly statuses = new StatusLog();
  readonly reading: StreamReading;
  readonly admission: SnapshotAdmission;
  /**
   * Resolves at the first `connected` frame or the first failure that will be retried; rejects if the
   * stream ends first.
   */
  readonly opened: Promise<void>;
  readonly #options: SharedStreamOptions<Value>;
  readonly #board: LiveBoard<Value>;
  readonly #topics: Topics<Value, Payload>;
  readonly #opening = newPromise();
  readonly #upstream: UpstreamConnection;
  readonly #usage: StreamUsage;
  /** Resolved while the stream is live. */
  #becameLive = newPromise();
  #isClosed = false;
  #error: Error | null = null;
  #lastFrameAt = Number.NEGATIVE_INFINITY;

  constructor(options: SharedStreamOptions<Value>) {
    const { scheduler, account, board } = options;
    this.#options = options;
    this.reading = new StreamReading(board.versions, this.statuses, options.clock);
    // An admitted subscriber reads at once, so admissions are scheduled like other work.
    this.admission = new SnapshotAdmission(undefined, (admit) =>
      scheduler.add(account, this, admit),
    );
    this.opened = this.#opening.promise;
    const topics = new Topics<Value, Payload>({ ...options, board: board.versions });
    board.onChange((entry) => topics.record(entry));
    this.#board = board;
    this.#topics = topics;
    this.#usage = new StreamUsage(options.clock, IDLE_TIMEOUT_MS, () => this.#close());
    this.#upstream = options.openStream(this);
  }

  get isReady(): boolean {
    return this.#board.isReady;
  }

  get version(): number {
    return this.#board.versions.version;
  }

  /** The number of entries on its board. */
  get size(): number {
    return this.#board.versions.size;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** Its subscribers, including queries that wait for its board. */
  get subscribers(): number {
    return this.#usage.users;
  }

  /** Whether the connection is currently up. */
  get hasConnected(): boolean {
    const { current } = this.statuses;
    return current?.state === 'CONNECTED' || current?.state === 'READY';
  }

  /** Whether its board is complete and the upstream stream is open. */
  get isLive(): boolean {
    return this.statuses.current?.state === 'READY';
  }

  /** Whether upstream has sent a frame recently. A connection may be open but silent. */
  get hasRecentFrame(): boolean {
    return this.#options.clock.monotonic() - this.#lastFrameAt < FRAME_RECENT_MS;
  }

  /** Opens a subscriber. Throws `STREAM_LIMIT_EXCEEDED` if there are too many different specs. */
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
      this.reading.removeSubscriber(subscriber);
      this.#topics.dropIfUnused(spec);
      leave(hasRead);
    });
    this.reading.addSubscriber(subscriber);
    const timeout = waits ? clock.after(resumeWaitMs, () => subscriber.stopWaiting()) : null;
    return subscriber;
  }

  /**
   * All entries of the board, as soon as it is complete and the upstream stream is open. Waits for that
   * until `deadline` rejects; rejects as well if the stream ends first.
   */
  async readBoard(deadline: Promise<never>): Promise<Value[]> {
    const leave = this.#usage.join();
    let hasRead = false;
    try {
      if (this.#error !== null) throw this.#error;
      await Promise.race([this.#becameLive.promise, deadline]);
      hasRead = true;
      return this.#board.versions
        .entries()
        .map(({ value }) => value)
        .toArray();
    } finally {
      leave(hasRead);
    }
  }

  /**
   * Reopens the upstream stream to get a new snapshot, e.g. after the entitlements changed or prices
   * went missing.
   */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Ends the stream for all subscribers, with the error that a new subscriber would get. */
  fail(error: Error): void {
    if (this.#isClosed) return;
    this.#error = error;
    this.#opening.reject(error);
    this.#becameLive.reject(error);
    this.#close();
    this.#topics.wakeAll();
  }

  onFrame(frame: StreamFrame): void {
    this.reading.recordFrame();
    this.#handleFrame(frame);
  }

  /** Upstream has sent a frame to this process. */
  recordFrame(): void {
    this.#lastFrameAt = this.#options.clock.monotonic();
  }

  onDegraded(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    this.#addStatus(state, message, code);
    this.#opening.resolve();
  }

  onEnd(error: OddsgraphError): void {
    this.fail(error);
  }

  #handleFrame(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'connected':
        this.#board.startSnapshot();
        this.#addStatus('CONNECTED');
        this.#opening.resolve();
        break;
      case 'snapshot:complete':
        this.#completeSnapshot();
        this.#addStatus('READY');
        break;
      case 'error':
        // A temporary problem: upstream keeps the stream open.
        this.#board.take(frame);
        this.#addStatus('NOTICE', truncate(frame.data.message), truncate(frame.data.code));
        break;
      default:
        this.#applyEntries(frame);
    }
  }

  #applyEntries(frame: StreamFrame): void {
    const { size } = this;
    this.#board.take(frame);
    const error = this.size > size && !this.#isClosed ? this.#options.checkSize() : null;
    if (error !== null) this.fail(error);
  }

  #completeSnapshot(): void {
    const isFirst = !this.#board.isReady;
    this.#board.completeSnapshot();
    if (isFirst) this.#topics.startAfterSnapshot();
  }

  #addStatus(
    state: FeedStatusEvent['state'],
    message: string | null = null,
    code: string | null = null,
  ): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const { version } = this.#board.versions;
    const wasLive = this.isLive;
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, version);
    if (this.isLive) this.#becameLive.resolve();
    else if (wasLive) this.#becameLive = newPromise();
    this.#topics.scheduleWakeAll();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#usage.stop();
    this.#upstream.close();
    this.#options.onClose();
  }
}

/** A promise whose rejection may go unnoticed. */
function newPromise(): PromiseWithResolvers<void> {
  const resolvers = Promise.withResolvers<void>();
  resolvers.promise.catch(() => {});
  return resolvers;
}

function truncate(text: string): string {
  return text.slice(0, NOTICE_LENGTH_MAX).toWellFormed();
}
