import type { Timer } from '../clock.ts';
import type { ErrorCode, OddsgraphError } from '../errors.ts';
import { liveSubscriptions } from '../metrics.ts';
import type { FeedListener } from '../upstream/feed.ts';
import type { StreamFrame } from '../upstream/stream-frames.ts';
import { type FeedStatusEvent, StatusLog } from './feed-status.ts';
import { LaneSet, type LaneSetOptions, type LaneWish } from './lane-set.ts';
import { LiveReader, type Readable } from './live-reader.ts';
import { ReadingTurns } from './reading-turns.ts';
import type { Entry, VersionedBoard } from './versioned-board.ts';

/** A board that merges the frames of a stream. */
export interface LiveBoard<Value> {
  readonly versions: VersionedBoard<Value>;
  readonly isReady: boolean;
  startSnapshot(): void;
  completeSnapshot(): void;
  take(frame: StreamFrame): void;
}

/** The connection behind a session. */
export interface LiveFeed {
  close(): void;
  reconnect(): void;
}

export interface SessionOptions<Value, Board extends LiveBoard<Value>>
  extends Omit<LaneSetOptions<Value>, 'board'> {
  readonly board: (onChange: (entry: Entry<Value>) => void) => Board;
  readonly openFeed: (listener: FeedListener) => LiveFeed;
  /** Why a board that has grown may hold no more; null while it may. */
  readonly refuseGrowth: () => OddsgraphError | null;
  /** Called with each frame that the board has taken. */
  readonly onFrame?: (frame: StreamFrame) => void;
  /** Called when nobody has read for a while, and when upstream has ended the stream. */
  readonly onOver: () => void;
}

/** How long a stream stays open for the next subscriber after the last one has left. */
export const LINGER_MS = 10_000;

/**
 * How old the last frame of a stream may be where its board answers for upstream. A board that moves
 * has several a second; a quiet one has heartbeats alone, and upstream is asked in between.
 */
export const FRAME_RECENT_MS = 10_000;

/** Characters of what upstream says in words. */
const WORDS_MAX = 1_000;

/**
 * One upstream stream of one account and all who read it: frames go to the board, and changes of the
 * board to the lanes.
 */
export class LiveSession<Value, Payload, Board extends LiveBoard<Value> = LiveBoard<Value>>
  implements Readable, FeedListener
{
  readonly statuses = new StatusLog();
  readonly turns: ReadingTurns;
  /** Resolves when upstream has answered in any way; rejects where it refuses the stream. */
  readonly opened: Promise<void>;
  readonly #options: SessionOptions<Value, Board>;
  readonly #board: Board;
  readonly #feed: LiveFeed;
  readonly #lanes: LaneSet<Value, Payload>;
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };
  #readers = 0;
  /** Whether anybody has ever got anything of it. */
  #isOfUse = false;
  #linger: Timer | null = null;
  #isOver = false;
  #error: Error | null = null;
  #lastFrameAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionOptions<Value, Board>) {
    this.#options = options;
    const { scheduler, account } = options;
    // Whoever is let in reads at once: that is work to be scheduled, too.
    this.turns = new ReadingTurns(undefined, (letIn) => scheduler.add(account, this.turns, letIn));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // Whoever waits is told; nobody may.
    this.opened = promise;
    this.#settle = { resolve, reject };
    this.#board = options.board((entry) => this.#lanes.note(entry));
    this.#lanes = new LaneSet({ ...options, board: this.#board.versions });
    this.#feed = options.openFeed(this);
    this.#leaveOpenForAWhile();
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

  get readers(): number {
    return this.#readers;
  }

  /** Whether upstream has given the stream. */
  get hasConnected(): boolean {
    const { standing } = this.statuses;
    return standing?.state === 'CONNECTED' || standing?.state === 'READY';
  }

  /** The board, where it is whole and its stream is in order; null otherwise. */
  get warmBoard(): Board | null {
    return this.statuses.standing?.state === 'READY' ? this.#board : null;
  }

  /** Whether upstream has said anything just now: a connection may be open and silent. */
  get hasRecentFrame(): boolean {
    return this.#options.clock.monotonic() - this.#lastFrameAt < FRAME_RECENT_MS;
  }

  /** Opens a reader. Throws `STREAM_LIMIT_EXCEEDED` where there are too many different wishes. */
  read(wish: LaneWish<Value, Payload>): LiveReader<Value, Payload> {
    const lane = this.#lanes.laneOf(wish);
    this.#readers += 1;
    liveSubscriptions.inc();
    this.#linger?.cancel();
    return new LiveReader(this, lane, this.#lanes.placeOf(wish), (hasRead) => {
      this.#readers -= 1;
      liveSubscriptions.dec();
      this.#isOfUse ||= hasRead;
      this.#lanes.drop(wish);
      if (this.#readers > 0) return;
      if (this.#isOfUse) this.#leaveOpenForAWhile();
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
    this.#lanes.wakeAll();
  }

  onFrame(frame: StreamFrame): void {
    this.#lastFrameAt = this.#options.clock.monotonic();
    this.#take(frame);
    this.#options.onFrame?.(frame);
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
    if (isFirst) this.#lanes.begin();
  }

  #tell(
    state: FeedStatusEvent['state'],
    code: string | null = null,
    message: string | null = null,
  ): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const { seq } = this.#board.versions;
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, seq);
    this.#lanes.wakeAllSoon();
  }

  #leaveOpenForAWhile(): void {
    if (this.#isOver) return;
    this.#linger?.cancel();
    this.#linger = this.#options.clock.after(LINGER_MS, () => this.#close());
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#linger?.cancel();
    this.#feed.close();
    this.#options.onOver();
  }
}

function shortened(words: string): string {
  return words.slice(0, WORDS_MAX).toWellFormed();
}
