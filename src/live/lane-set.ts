import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { OddsgraphError } from '../errors.ts';
import { countRefusal, liveLanes } from '../metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import type { KeptFrames } from './kept-frames.ts';
import { Lane, type LaneShape } from './lane.ts';
import { LaneIndex } from './lane-index.ts';
import type { Filterable, LiveFilter } from './live-filter.ts';
import type { Entry, VersionedBoard } from './versioned-board.ts';

/** What a subscriber asks a stream for. Equal wishes share a lane. */
export interface LaneWish<Value, Payload> {
  readonly key: string;
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly shape: () => LaneShape<Value, Payload>;
  /** The place that the subscriber was at before; null where it begins. */
  readonly resumeAt: string | null;
}

export interface LaneSetOptions<Value> {
  readonly board: VersionedBoard<Value>;
  readonly filterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** On whose account the lanes are worked for. */
  readonly account: string;
  readonly kept: KeptFrames;
  /** Different wishes at a time. */
  readonly lanesMax: number;
}

interface HeldLane<Value, Payload> {
  readonly lane: Lane<Value, Payload>;
  readonly filter: LiveFilter;
}

/**
 * The lanes of one stream: a change of its board goes to those that it may concern, and each such lane
 * takes its next step when it is scheduled.
 */
export class LaneSet<Value, Payload> {
  readonly #options: LaneSetOptions<Value>;
  readonly #lanes = new Map<string, HeldLane<Value, Payload>>();
  readonly #index = new LaneIndex<Lane<Value, Payload>>();
  readonly #due = new Set<Lane<Value, Payload>>();
  #isWakeDue = false;

  constructor(options: LaneSetOptions<Value>) {
    this.#options = options;
  }

  /** The lane of a wish. Throws `STREAM_LIMIT_EXCEEDED` where there are too many different ones. */
  laneOf(wish: LaneWish<Value, Payload>): Lane<Value, Payload> {
    const held = this.#lanes.get(wish.key);
    if (held !== undefined) return held.lane;
    const { board, clock, kept, lanesMax } = this.#options;
    if (this.#lanes.size >= lanesMax) {
      countRefusal('lanes');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${lanesMax} different subscriptions open: no more are taken.`,
      );
    }
    const { key, filter, conflateMs } = wish;
    const name = this.#cursorName(wish);
    const cursorAt = (seq: number) => `${name}.${seq}`;
    const lane = new Lane({ board, shape: wish.shape(), clock, conflateMs, cursorAt, kept });
    this.#lanes.set(key, { lane, filter });
    liveLanes.inc();
    this.#index.add(lane, filter);
    return lane;
  }

  /** Drops the lane of a wish which nobody has any more. */
  drop({ key }: LaneWish<Value, Payload>): void {
    const held = this.#lanes.get(key);
    if (held === undefined || held.lane.readers > 0) return;
    this.#lanes.delete(key);
    liveLanes.dec();
    this.#index.remove(held.lane, held.filter);
    this.#due.delete(held.lane);
    this.#options.scheduler.leave(this.#options.account, held.lane);
    held.lane.close();
  }

  /** The place on the board at which a subscriber goes on; null where that is none of its own. */
  placeOf(wish: LaneWish<Value, Payload>): number | null {
    const [name, seq] = wish.resumeAt?.split('.') ?? [];
    return name === this.#cursorName(wish) && seq !== undefined && /^\d{1,15}$/.test(seq)
      ? Number(seq)
      : null;
  }

  /** The first board is whole. */
  begin(): void {
    for (const { lane } of this.#lanes.values()) lane.begin();
  }

  /** Takes a change of the board. */
  note(entry: Entry<Value>): void {
    this.#index.forEach(this.#options.filterable(entry.value), (lane) => {
      if (lane.note(entry)) this.#flushSoon(lane);
    });
  }

  /** Wakes all readers at once. */
  wakeAll(): void {
    for (const { lane } of this.#lanes.values()) lane.wakeAll();
  }

  /** Wakes all readers once the lanes have taken their steps. */
  wakeAllSoon(): void {
    if (this.#isWakeDue) return;
    this.#isWakeDue = true;
    this.#schedule(this, () => {
      this.#isWakeDue = false;
      this.wakeAll(); // Each reader waits by itself for the changes that came before.
    });
  }

  /** A place is one on this board, and of who asked the same: another filter has missed other things. */
  #cursorName({ filter }: LaneWish<Value, Payload>): string {
    const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
    return `${this.#options.board.epoch}-${hash.slice(0, 8)}`;
  }

  /** What came in one piece from upstream leaves in one piece. */
  #flushSoon(lane: Lane<Value, Payload>): void {
    if (this.#due.has(lane)) return;
    this.#due.add(lane);
    this.#schedule(lane, () => {
      this.#due.delete(lane);
      lane.flush();
    });
  }

  #schedule(owner: object, work: () => void): void {
    const { scheduler, account } = this.#options;
    scheduler.add(account, owner, work, 'update');
  }
}
