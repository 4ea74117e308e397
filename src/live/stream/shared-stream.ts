import type { Timer } from '../../clock.ts';
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

/** How long a stream stays open for the next subscriber after the last one has left. */
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
  readonly admission: SnapshotAdmission;
  /**
   * Resolves at the first `connected` frame or the first failure that will be retried; rejects if the
   * stream ends first.
   */
  readonly opened: Promise<void>;
  readonly #options: SharedStreamOptions<Value>;
  readonly #board: LiveBoard<Value>;
  readonly #topics: Topics<Value, Payload>;
  readonly #opening = Promise.withResolvers<void>();
  readonly #upstream: UpstreamConnection;
  #subscribers = 0;
  /** Whether any subscriber has ever read anything. */
  #hasBeenRead = false;
  #idleTimeout: Timer | null = null;
  #isClosed = false;
  #error: Error | null = null;
  #lastFrameAt = Number.NEGATIVE_INFINITY;

  constructor(options: SharedStreamOptions<Value>) {
    const { scheduler, account, board } = options;
    this.#options = options;
    // An admitted subscriber reads at once, so admissions are scheduled like other work.
    this.admission = new SnapshotAdmission(undefined, (admit) =>
      scheduler.add(account, this, admit),
    );
    this.opened = this.#opening.promise;
    this.opened.catch(() => {}); // Prevents an unhandled rejection when nobody awaits it.
    const topics = new Topics<Value, Payload>({ ...options, board: board.versions });
    board.onChange((entry) => topics.record(entry));
    this.#board = board;
    this.#topics = topics;
    this.#upstream = options.openStream(this);
    this.#startIdleTimeout();
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

  get subscribers(): number {
    return this.#subscribers;
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
  read(spec: TopicSpec<Value, Payload>): Subscriber<Value, Payload> {
    const topic = this.#topics.topicFor(spec);
    this.#subscribers += 1;
    liveSubscriptions.inc();
    this.#idleTimeout?.cancel();
    const { clock, resumeWaitMs = 0 } = this.#options;
    const waits = resumeWaitMs > 0 && spec.resumeCursor !== null;
    const resume = { version: () => this.#topics.resumeVersion(spec), waits };
    const subscriber = new Subscriber(this, topic, resume, (hasRead) => {
      timeout?.cancel();
      this.#hasBeenRead ||= hasRead;
      this.#removeSubscriber(spec);
    });
    const timeout = waits ? clock.after(resumeWaitMs, () => subscriber.stopWaiting()) : null;
    return subscriber;
  }

  /**
   * Reopens the upstream stream to get a new snapshot, e.g. after the entitlements changed or prices
   * went missing.
   */
  reconnect(): void {
    this.#upstream.reconnect();
  }

  /** Ends the stream for all subscribers, with the error that a new subscriber would get. */
  end(error: Error): void {
    if (this.#isClosed) return;
    this.#error = error;
    this.#opening.reject(error);
    this.#close();
    this.#topics.wakeAll();
  }

  onFrame(frame: StreamFrame): void {
    this.#handleFrame(frame);
  }

  /** Upstream has sent a frame to this process. */
  recordFrame(): void {
    this.#lastFrameAt = this.#options.clock.monotonic();
  }

  onTrouble(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    this.#addStatus(state, message, code);
    this.#opening.resolve();
  }

  onEnd(error: OddsgraphError): void {
    this.end(error);
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
    if (error !== null) this.end(error);
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
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, version);
    this.#topics.scheduleWakeAll();
  }

  #removeSubscriber(spec: TopicSpec<Value, Payload>): void {
    this.#subscribers -= 1;
    liveSubscriptions.dec();
    this.#topics.drop(spec);
    if (this.#subscribers > 0) return;
    // Clients that leave before they have read anything must not keep upstream streams open.
    if (this.#hasBeenRead) this.#startIdleTimeout();
    else this.#close();
  }

  #startIdleTimeout(): void {
    if (this.#isClosed) return;
    this.#idleTimeout?.cancel();
    this.#idleTimeout = this.#options.clock.after(IDLE_TIMEOUT_MS, () => this.#close());
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#idleTimeout?.cancel();
    this.#upstream.close();
    this.#options.onClose();
  }
}

function truncate(text: string): string {
  return text.slice(0, NOTICE_LENGTH_MAX).toWellFormed();
}
