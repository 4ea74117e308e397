import { createHash } from 'node:crypto';
import type { Clock, Timer } from '../clock.ts';
import { type ErrorCode, OddsgraphError } from '../errors.ts';
import { countRefusal, liveLanes, liveSubscriptions } from '../metrics.ts';
import type { FeedListener } from '../upstream/feed.ts';
import type { StreamFrame } from '../upstream/stream-frames.ts';
import { type FeedStatusEvent, StatusLog } from './feed-status.ts';
import type { KeptFrames } from './kept-frames.ts';
import { Lane, type LaneShape } from './lane.ts';
import { LaneIndex } from './lane-index.ts';
import type { Filterable, LiveFilter } from './live-filter.ts';
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

export interface SessionOptions<Value, Board extends LiveBoard<Value>> {
  readonly clock: Clock;
  readonly board: (onChange: (entry: Entry<Value>) => void) => Board;
  readonly filterable: (value: Value) => Filterable;
  readonly openFeed: (listener: FeedListener) => LiveFeed;
  readonly kept: KeptFrames;
  /** Different wishes at a time. */
  readonly lanesMax: number;
  /** Called when nobody has read for a while, and when upstream has ended the stream. */
  readonly onOver: () => void;
}

/** What a subscriber asks a session for. Equal wishes share a lane. */
export interface LaneWish<Value, Payload> {
  readonly key: string;
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly shape: () => LaneShape<Value, Payload>;
  /** The place that the subscriber was at before; null where it begins. */
  readonly resumeAt: string | null;
}

/** How long a stream stays open for the next subscriber after the last one has left. */
export const LINGER_MS = 10_000;

/** Characters of what upstream says in words. */
const WORDS_MAX = 1_000;

/** How long a turn may hold up everything else: the lanes that are left take the next. */
const TURN_MS = 10;

interface HeldLane<Value, Payload> {
  readonly lane: Lane<Value, Payload>;
  readonly filter: LiveFilter;
}

/**
 * One upstream stream of one account and all who read it: frames go to the board, changes of the
 * board to the lanes that they may concern, and once a turn of the event loop each such lane takes
 * its next step.
 */
export class LiveSession<Value, Payload, Board extends LiveBoard<Value> = LiveBoard<Value>>
  implements Readable, FeedListener
{
  readonly statuses = new StatusLog();
  readonly turns = new ReadingTurns();
  /** Resolves when upstream has answered in any way; rejects where it refuses the stream. */
  readonly opened: Promise<void>;
  readonly #options: SessionOptions<Value, Board>;
  readonly #board: Board;
  readonly #feed: LiveFeed;
  readonly #lanes = new Map<string, HeldLane<Value, Payload>>();
  readonly #index = new LaneIndex<Lane<Value, Payload>>();
  readonly #due = new Set<Lane<Value, Payload>>();
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };
  #readers = 0;
  /** Whether anybody has ever got anything of it. */
  #isOfUse = false;
  #linger: Timer | null = null;
  #hasNewStatus = false;
  #isTurnDue = false;
  #isOver = false;
  #error: Error | null = null;

  constructor(options: SessionOptions<Value, Board>) {
    this.#options = options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // Whoever waits is told; nobody may.
    this.opened = promise;
    this.#settle = { resolve, reject };
    this.#board = options.board((entry) => this.#note(entry));
    this.#feed = options.openFeed(this);
    this.#leaveOpenForAWhile();
  }

  get isReady(): boolean {
    return this.#board.isReady;
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

  /** Opens a reader. Throws `STREAM_LIMIT_EXCEEDED` where there are too many different wishes. */
  read(wish: LaneWish<Value, Payload>): LiveReader<Value, Payload> {
    const { lane } = this.#lane(wish);
    this.#readers += 1;
    liveSubscriptions.inc();
    this.#linger?.cancel();
    return new LiveReader(this, lane, this.#placeOf(wish), (hasRead) => {
      this.#readers -= 1;
      liveSubscriptions.dec();
      this.#isOfUse ||= hasRead;
      if (lane.readers === 0) this.#dropLane(wish.key);
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
    this.#wakeAll();
  }

  onFrame(frame: StreamFrame): void {
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
        this.#board.take(frame);
    }
  }

  onTrouble(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void {
    this.#tell(state, code, message);
    this.#settle.resolve();
  }

  onEnd(error: OddsgraphError): void {
    this.end(error);
  }

  #lane(wish: LaneWish<Value, Payload>): HeldLane<Value, Payload> {
    const held = this.#lanes.get(wish.key);
    if (held !== undefined) return held;
    const { clock, kept, lanesMax } = this.#options;
    if (this.#lanes.size >= lanesMax) {
      countRefusal('lanes');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${lanesMax} different subscriptions open: no more are taken.`,
      );
    }
    const name = this.#cursorName(wish);
    const lane = new Lane({
      board: this.#board.versions,
      shape: wish.shape(),
      clock,
      conflateMs: wish.conflateMs,
      cursorAt: (seq) => `${name}.${seq}`,
      kept,
    });
    const made = { lane, filter: wish.filter };
    this.#lanes.set(wish.key, made);
    liveLanes.inc();
    this.#index.add(lane, wish.filter);
    return made;
  }

  #dropLane(key: string): void {
    const held = this.#lanes.get(key);
    if (held === undefined) return;
    this.#lanes.delete(key);
    liveLanes.dec();
    this.#index.remove(held.lane, held.filter);
    this.#due.delete(held.lane);
    held.lane.close();
  }

  #placeOf(wish: LaneWish<Value, Payload>): number | null {
    const [name, seq] = wish.resumeAt?.split('.') ?? [];
    return name === this.#cursorName(wish) && seq !== undefined && /^\d{1,15}$/.test(seq)
      ? Number(seq)
      : null;
  }

  /** A place is one on this board, and of who asked the same: another filter has missed other things. */
  #cursorName({ key }: LaneWish<Value, Payload>): string {
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 8);
    return `${this.#board.versions.epoch}-${hash}`;
  }

  #completeSnapshot(): void {
    const isFirst = !this.#board.isReady;
    this.#board.completeSnapshot();
    if (isFirst) for (const { lane } of this.#lanes.values()) lane.begin();
  }

  #note(entry: Entry<Value>): void {
    this.#index.forEach(this.#options.filterable(entry.value), (lane) => {
      if (!lane.note(entry)) return;
      this.#due.add(lane);
      this.#takeTurnSoon();
    });
  }

  /** Once a turn: what came in one piece from upstream leaves in one piece. */
  #takeTurnSoon(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#takeTurn();
    });
  }

  #takeTurn(): void {
    const { clock } = this.#options;
    const begunAt = clock.now();
    for (const lane of this.#due) {
      this.#due.delete(lane);
      lane.flush();
      if (clock.now() - begunAt >= TURN_MS) break;
    }
    if (this.#due.size > 0) this.#takeTurnSoon();
    if (!this.#hasNewStatus) return;
    this.#hasNewStatus = false;
    this.#wakeAll(); // Each reader waits by itself for the changes that came before.
  }

  #tell(
    state: FeedStatusEvent['state'],
    code: string | null = null,
    message: string | null = null,
  ): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const { seq } = this.#board.versions;
    this.statuses.add({ __typename: 'FeedStatus', state, at, code, message }, seq);
    this.#hasNewStatus = true;
    this.#takeTurnSoon();
  }

  #wakeAll(): void {
    for (const { lane } of this.#lanes.values()) lane.wakeAll();
  }

  #leaveOpenForAWhile(): void {
    if (this.#isOver) return;
    this.#linger?.cancel();
    this.#linger = this.#options.clock.after(LINGER_MS, () => {
      if (this.#readers === 0) this.#close();
    });
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
