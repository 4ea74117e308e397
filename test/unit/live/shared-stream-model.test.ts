import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { merging } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import type { SharedStream } from '../../../src/live/stream/shared-stream.ts';
import { batchOf, payloadsOf } from '../../../src/live/topics/batch.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import type { FeedStatusEvent } from '../../../src/live/topics/feed-status.ts';
import type { OddsPayload } from '../../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { OddsModel } from '../../../src/models/odds.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { LiveMirror, type OddsEvent } from '../../harness/clients/live-mirror.ts';
import { oddsSpec, oddsStream } from '../../harness/feeds/odds-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { movingRow, ROWS_MAX } from '../../harness/odds-rows.ts';
import { runs, weighted } from '../../harness/property-runs.ts';
import { ModelConnection, ModelUpstream } from '../../harness/servers/model-upstream.ts';
import { isAbout, liveSpec, type Spec } from '../../harness/topic-specs.ts';

const STEPS_MAX = 60;
const SUBSCRIBERS_MAX = 6;

/** Longer than any throttle interval. */
const AT_REST_MS = 60_000;

/** What a model plays with. */
interface Setting {
  /** Prices that may be on the board. */
  readonly rowsMax: number;
  /** The prices that change at once. */
  readonly rows: fc.Arbitrary<readonly number[]>;
  readonly spec: fc.Arbitrary<Spec>;
  /** Rows in the batches that are read at a time. */
  readonly admittedRowsMax: number;
}

const ROOM: Setting = {
  rowsMax: ROWS_MAX,
  rows: fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 8 }),
  spec: liveSpec,
  admittedRowsMax: 1_000,
};

/** Batches of several chunks, for each of which there is only just room. */
const LITTLE_ROOM: Setting = {
  rowsMax: 1_200,
  rows: fc
    .tuple(fc.nat({ max: 1_199 }), fc.constantFrom(1, 10, 700, 1_200))
    .map(([from, count]) =>
      Array.from({ length: Math.min(count, 1_200 - from) }, (_, i) => from + i),
    ),
  spec: fc.record({
    filter: fc.constant({}),
    conflateMs: fc.constantFrom(0, 1_000),
    chunkSize: fc.constantFrom(1, 100, 1_000),
  }),
  admittedRowsMax: 500,
};

type Batch =
  | { readonly does: 'move' | 'withdraw' | 'offer' | 'replace'; readonly rows: readonly number[] }
  | { readonly does: 'drop' | 'turn' }
  | { readonly does: 'reconnect'; readonly chunkSize: number; readonly isFrozen: boolean }
  | { readonly does: 'speak'; readonly frames: number; readonly doubled: boolean }
  | { readonly does: 'pass'; readonly ms: number }
  | { readonly does: 'join'; readonly spec: Spec; readonly isSlow: boolean }
  | { readonly does: 'pause' | 'leave'; readonly subscriber: number }
  | { readonly does: 'sip' | 'tear'; readonly subscriber: number; readonly events: number };

const subscriber = fc.nat({ max: SUBSCRIBERS_MAX - 1 });

function batchesOf({ rows, spec, rowsMax }: Setting): fc.Arbitrary<Batch[]> {
  const chunkSize = fc
    .constantFrom(4, 10, 100)
    .map((size) => Math.ceil((size * rowsMax) / ROWS_MAX));
  const batch: fc.Arbitrary<Batch> = fc.oneof(
    weighted(6, ['move'], { rows }),
    weighted(6, ['withdraw', 'offer'], { rows }),
    weighted(1, ['replace'], { rows }),
    weighted(1, ['drop']),
    weighted(2, ['reconnect'], { chunkSize, isFrozen: fc.boolean() }),
    weighted(8, ['speak'], { frames: fc.integer({ min: 1, max: 6 }), doubled: fc.boolean() }),
    weighted(5, ['turn']),
    weighted(2, ['pass'], { ms: fc.constantFrom(1, 400, 1_000, 6_000) }),
    weighted(3, ['join'], { spec, isSlow: fc.boolean() }),
    weighted(2, ['pause'], { subscriber }),
    weighted(1, ['leave'], { subscriber }),
    weighted(5, ['sip', 'tear'], { subscriber, events: fc.nat({ max: 5 }) }),
  );
  return fc.array(batch, { maxLength: STEPS_MAX, size: 'max' });
}

interface Kept {
  readonly id: string;
  readonly key: string;
  readonly decimal: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly changedAt: string | null;
}

type Shown = OddsEvent<Kept> & {
  readonly cursor?: string;
  readonly isLast?: boolean;
  readonly total?: number;
};

function shownOf(payload: OddsPayload | FeedStatusEvent): Shown {
  if (payload.__typename === 'FeedStatus' || payload.__typename === 'OddsRemoval') return payload;
  return { ...payload, odds: payload.odds.map(keptOf) };
}

/** A subscriber that may pause reading, and that resumes from the last cursor it has read. */
class SimulatedSubscriber {
  readonly spec: Spec;
  readonly mirror = new LiveMirror<Kept>();
  isPaused = false;
  readonly #sharedStream: SharedStream<Odds, OddsPayload>;
  #subscriber: Subscriber<Odds, OddsPayload>;
  #cursor: string | null = null;
  /** Events that have arrived but are not processed yet. */
  readonly #ready: Shown[] = [];
  #hasRejoined = false;
  /** How many prices of the snapshot in progress it has, and how many are still to come. */
  #has = 0;
  #missing = 0;
  /** The newest version of each price that was delivered. */
  readonly #shown = new Map<string, number>();

  constructor(sharedStream: SharedStream<Odds, OddsPayload>, spec: Spec) {
    this.#sharedStream = sharedStream;
    this.spec = spec;
    this.#subscriber = this.#open(null);
  }

  /** Loses the connection and resumes from the cursor of the last event that arrived, without reading yet. */
  rejoin(): void {
    this.isPaused = true;
    this.#subscriber.close();
    this.#ready.length = 0;
    this.#hasRejoined = true;
    this.#missing = 0;
    this.#subscriber = this.#open(this.#cursor);
  }

  close(): void {
    this.#subscriber.close();
  }

  /** Reads all available events, or at most `events`. */
  read(events = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < events; i += 1) {
      if (this.#ready.length === 0) this.#ready.push(...this.#readFrame());
      const event = this.#ready.shift();
      if (event === undefined) return;
      this.#take(event);
    }
  }

  /** Shares encoded chunks between subscribers, as transports do. */
  #readFrame(): readonly Shown[] {
    const frame = this.#subscriber.read();
    if (frame === null) return [];
    const encoded = (frame.encodings.get('shown') as Shown[]) ?? frame.payloads.map(shownOf);
    frame.encodings.set('shown', encoded);
    return encoded;
  }

  #open(resumeCursor: string | null): Subscriber<Odds, OddsPayload> {
    const { filter, conflateMs: throttleMs, chunkSize } = this.spec;
    const subscriber = this.#sharedStream.subscribe(
      oddsSpec({ filter, throttleMs, chunkSize, resumeCursor }),
    );
    subscriber.onWake(() => {
      if (!this.isPaused) this.read();
    });
    return subscriber;
  }

  #take(event: Shown): void {
    this.mirror.apply(event);
    this.#cursor = event.cursor ?? this.#cursor;
    if (event.__typename === 'OddsRemoval') for (const id of event.ids) this.#shown.delete(id);
    if (event.__typename === 'OddsSnapshot') this.#takePart(event);
    else expect(this.#missing).toBe(0); // Nothing comes between the parts of a snapshot.
    if (!('odds' in event)) return;
    expect(event.odds.length).toBeLessThanOrEqual(this.spec.chunkSize);
    for (const { id, decimal } of event.odds) {
      // A price never goes back to an older version, unless its subscriber resumes from an older cursor.
      if (!this.#hasRejoined) {
        expect(decimal).toBeGreaterThanOrEqual(this.#shown.get(id) ?? 0);
      }
      this.#shown.set(id, decimal);
    }
  }

  #takePart({
    offset,
    total = 0,
    isLast,
    odds,
  }: Extract<Shown, { readonly offset: number }>): void {
    this.#has = this.#missing === 0 ? 0 : this.#has;
    expect(offset).toBe(this.#has);
    this.#has += odds.length;
    this.#missing = total - this.#has;
    expect(isLast).toBe(this.#missing === 0);
  }
}

/** Whether no batch is held any more. */
function isEmpty(admission: BatchAdmission, rowsMax: number): boolean {
  const begin = (rows: number) =>
    admission.tryAcquire(batchOf(payloadsOf([]), rows, { version: 0, count: 0 }), () => {});
  return begin(rowsMax - 1) && begin(1) && !begin(1);
}

function keptOf({ id, key, decimal, line, isLive, changedAt }: OddsModel): Kept {
  return { id: String(id), key, decimal, line, isLive, changedAt };
}

/** A row whose id belongs to another event and league in each generation. */
function rowOf(i: number, version: number, generation: number): Odds {
  const selection = `Selection ${i} of generation ${generation}`;
  return { ...movingRow(i + generation, version), id: String(i), selection };
}

async function play(
  batches: readonly Batch[],
  { rowsMax, admittedRowsMax }: Setting,
): Promise<void> {
  const clock = new ManualClock();
  const upstream = new ModelUpstream(rowsMax, rowOf);
  const board = new OddsBoard();
  const feed: { listener?: UpstreamStreamListener } = {};
  const sharedStream = oddsStream({
    board,
    clock,
    openStream: (listener) => {
      feed.listener = merging(board, clock, listener);
      return { close() {}, reconnect() {} };
    },
  });
  const admission = new BatchAdmission({ rowsMax: admittedRowsMax });
  Object.assign(sharedStream, { admission });
  const everything = { filter: {}, conflateMs: 0, chunkSize: 100 };
  const subscribers = [new SimulatedSubscriber(sharedStream, everything)];
  const speak = (doubled: boolean): boolean => {
    const frame = connection?.next();
    if (frame === undefined) return false;
    feed.listener?.onFrame(structuredClone(frame));
    if (doubled) feed.listener?.onFrame(structuredClone(frame));
    return true;
  };
  let connection: ModelConnection | null = null;
  const drop = () => {
    connection?.close();
    connection = null;
  };
  const reconnect = (chunkSize: number, isFrozen: boolean) => {
    drop();
    connection = new ModelConnection(upstream, chunkSize, isFrozen);
  };
  reconnect(10, false);

  for (const one of batches) {
    switch (one.does) {
      case 'move':
      case 'withdraw':
      case 'offer':
      case 'replace':
        upstream[one.does](one.rows);
        break;
      case 'drop':
        if (connection !== null)
          feed.listener?.onDegraded('RECONNECTING', 'The stream ended.', null);
        drop();
        break;
      case 'reconnect':
        reconnect(one.chunkSize, one.isFrozen);
        break;
      case 'speak':
        for (let i = 0; i < one.frames; i += 1) speak(one.doubled);
        break;
      case 'turn':
        await turn();
        break;
      case 'pass':
        clock.advance(one.ms);
        break;
      case 'join':
        if (subscribers.length < SUBSCRIBERS_MAX) {
          const joined = new SimulatedSubscriber(sharedStream, one.spec);
          joined.isPaused = one.isSlow;
          if (!one.isSlow) joined.read();
          subscribers.push(joined);
        }
        break;
      case 'pause': {
        const paused = subscribers[one.subscriber];
        if (paused === undefined) break;
        paused.isPaused = !paused.isPaused;
        if (!paused.isPaused) paused.read();
        break;
      }
      case 'sip':
        subscribers[one.subscriber]?.read(one.events);
        break;
      case 'tear':
        subscribers[one.subscriber]?.read(one.events);
        subscribers[one.subscriber]?.rejoin();
        break;
      case 'leave':
        if (one.subscriber > 0) for (const s of subscribers.splice(one.subscriber, 1)) s.close();
    }
  }

  if (connection === null) reconnect(10, false);
  while (speak(false)) await turn();
  // Only those that were paused read without being woken.
  for (const subscriber of subscribers) {
    if (!subscriber.isPaused) continue;
    subscriber.isPaused = false;
    subscriber.read();
  }
  for (let i = 0; i < 2 * SUBSCRIBERS_MAX; i += 1) {
    clock.advance(AT_REST_MS / SUBSCRIBERS_MAX);
    await turn();
  }
  for (const subscriber of subscribers) {
    const expected = [...upstream.board.values()]
      .filter((odds) => isAbout(subscriber.spec, odds))
      .map((odds) => keptOf(new OddsModel(odds)));
    const byKey = (a: Kept, b: Kept) => (a.key < b.key ? -1 : 1);
    expect([...subscriber.mirror.odds.values()].sort(byKey)).toEqual(expected.sort(byKey));
  }
  for (const subscriber of subscribers) subscriber.close();
  await turn();
  expect(isEmpty(admission, admittedRowsMax)).toBe(true);
  clock.advance(AT_REST_MS);
  expect(clock.pendingTimers).toBe(0);
}

test.each([
  { name: 'once everything has settled', setting: ROOM, runsEach: 400 },
  { name: 'with little room for large batches', setting: LITTLE_ROOM, runsEach: 20 },
])(
  '$name, every subscriber holds the upstream board under its filter, and nothing is left',
  async ({ setting, runsEach }) => {
    const property = fc.asyncProperty(batchesOf(setting), (batches) => play(batches, setting));
    await fc.assert(property, { numRuns: runs(runsEach) });
  },
);
