import type { Timer } from '../../clock.ts';
import type { ErrorCode, OddsgraphError } from '../../errors.ts';
import { liveSubscriptions } from '../../metrics.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/upstream-stream.ts';
import type { LiveBoard } from '../board/live-board.ts';
import type { Entry } from '../board/versioned-board.ts';
import { type FeedStatusEvent, StatusLog } from '../topics/feed-status.ts';
import { SnapshotAdmission } from '../topics/snapshot-admission.ts';
import { Subscriber, type SubscriberSource } from '../topics/subscriber.ts';
import { type TopicSpec, Topics, type TopicsOptions } from '../topics/topics.ts';

/** The connection behind a shared stream. */
export interface Reconnectable {
  close(): void;
  reconnect(): void;
}

export interface SharedStreamOptions<Value, Board extends LiveBoard<Value>>
  extends Omit<TopicsOptions<Value>, 'board'> {
  readonly board: (onChange: (entry: Entry<Value>) => void) => Board;
  readonly openStream: (listener: UpstreamStreamListener) => Reconnectable;
  /** Why a board that has grown may hold no more; null while it may. */
  readonly refuseGrowth: () => OddsgraphError | null;
  /** Called when nobody has read for a while, and when upstream has ended the stream. */
  readonly onOver: () => void;
}

/** How long a stream stays open for the next subscriber after the last one has left. */
export const IDLE_TIMEOUT_MS = 10_000;

/**
 * How old the last frame of a stream may be where its board answers for upstream. A board that moves
 * has several a second; a quiet one has heartbeats alone, and upstream is asked in between.
 */
export const FRAME_RECENT_MS = 10_000;

/** Characters of what upstream says in words. */
const WORDS_MAX = 1_000;

/**
 * One upstream stream of one account and all who read it: frames go to the board, and changes of the
 * board to the topics.
 */
export class SharedStream<Value, Payload, Board extends LiveBoard<Value> = LiveBoard<Value>>
  implements SubscriberSource, UpstreamStreamListener
{
  readonly statuses = new StatusLog();
  readonly admission: SnapshotAdmission;
  /** Resolves when upstream has answered in any way; rejects where it refuses the stream. */
  readonly opened: Promise<void>;
  readonly #options: SharedStreamOptions<Value, Board>;
  readonly #board: Board;
  readonly #feed: Reconnectable;
  readonly #topics: Topics<Value, Payload>;
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };
  #subscribers = 0;
  /** Whether anybody has ever got anything of it. */
  #isOfUse = false;
  #idleTimeout: Timer | null = null;
  #isOver = false;
  #error: Error | null = null;
  #lastFrameAt = Number.NEGATIVE_INFINITY;

  constructor(options: SharedStreamOptions<Value, Board>) {
    this.#options = options;
    const { scheduler, account } = options;
    // Whoever is let in reads at once: that is work to be scheduled, too.
    this.admission = new SnapshotAdmission(undefined, (letIn) =>
      scheduler.add(account, this.admission, letIn),
    );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // Whoever waits is told; nobody may.
    this.opened = promise;
    this.#settle = { resolve, reject };
    this.#board = options.board((entry) => this.#topics.note(entry));
    this.#topics = new Topics({ ...options, board: this.#board.versions });
    this.#feed = options.openStream(this);
    this.#startIdleTimeout();
  }

  get isReady(): boolean {
    return this.#board.isReady;
  }

  /** How much is on its board. */
  get size(): number {
    return this.#board.versions.size;
  }

  get error(): Error | null {
    return this.#error;
  }

  get subscribers(): number {
    return this.#subscribers;
  }

  /** Whether upstream has given the stream. */
  get hasConnected(): boolean {
    const { standing } = this.statuses;
    return standing?.state === 'CONNECTED' || standing?.state === 'READY';
  }

  /** The board, where it is whole and its stream is in order; null otherwise. */
  get readyBoard(): Board | null {
    return this.statuses.standing?.state === 'READY' ? this.#board : null;
  }

  /** Whether upstream has said anything just now: a connection may be open and silent. */
  get hasRecentFrame(): boolean {
    return this.#options.clock.monotonic() - this.#lastFrameAt < FRAME_RECENT_MS;
  }

  /** Opens a subscriber. Throws `STREAM_LIMIT_EXCEEDED` where there are too many different specs. */
  read(spec: TopicSpec<Value, Payload>): Subscriber<Value, Payload> {
    const topic = this.#topics.topicFor(spec);
    this.#subscribers += 1;
    liveSubscriptions.inc();
    this.#idleTimeout?.cancel();
    return new Subscriber(this, topic, this.#topics.orderOf(spec), (hasRead) => {
      this.#subscribers -= 1;
      liveSubscriptions.dec();
      this.#isOfUse ||= hasRead;
      this.#topics.drop(spec);
      if (this.#subscribers > 0) return;
      if (this.#isOfUse) this.#startIdleTimeout();
      else this.#close();
    });
  }

  /** Opens the upstream stream anew: the account's rights have changed. */
  reconnect(): void {
    this.#feed.reconnect();
  }

  /** Ends the stream for all who read it, with the error that a new subscriber would get. */
  end(error: Error): void {
    if (this.#isOver) return;
    this.#error = error;
    this.#settle.reject(error);
    this.#close();
    this.#topics.wakeAll();
  }

  onFrame(frame: StreamFrame): void {
    this.#take(frame);
  }

  /** Upstream has sent something, whichever way it takes. */
  noteFrame(): void {
    this.#lastFrameAt = this.#options.clock.monotonic();
  }

  #take(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'connected':
        this.#board.startSnapshot();
        this.#tell('CONNECTED');
        this.#settle.resolve();
        break;
      case 'snapshot:complete':
        this.#completeSnapshot();
        this.#tell('READY');
        break;
      case 'error':
        this.#board.take(frame);
        this.#tell('NOTICE', shortened(frame.data.code), shortened(frame.data.message));
        break;
      default:
        this.#takeRows(frame);
    }
  }

  onTrouble(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    this.#tell(state, code, message);
    this.#settle.resolve();
  }

  onEnd(error: OddsgraphError): void {
    this.end(error);
  }

  #takeRows(frame: StreamFrame): void {
    const { size } = this;
    this.#board.take(frame);
    const refusal = this.size > size && !this.#isOver ? this.#options.refuseGrowth() : null;
    if (refusal !== null) this.end(refusal);
  }

  #completeSnapshot(): void {
    const isFirst = !this.#board.isReady;
    this.#board.completeSnapshot();
    if (isFirst) this.#topics.begin();
  }

  #tell(
    state: FeedStatusEvent['state'],
    code: string | null = null,
    message: string | null = null,
  ): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const { version } = this.#board.versions;
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, version);
    this.#topics.wakeAllSoon();
  }

  #startIdleTimeout(): void {
    if (this.#isOver) return;
    this.#idleTimeout?.cancel();
    this.#idleTimeout = this.#options.clock.after(IDLE_TIMEOUT_MS, () => this.#close());
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#idleTimeout?.cancel();
    this.#feed.close();
    this.#options.onOver();
  }
}

function shortened(words: string): string {
  return words.slice(0, WORDS_MAX).toWellFormed();
}
