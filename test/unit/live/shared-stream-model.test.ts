import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { mergingListener } from '../../../src/live/board/live-board.ts';
import type { LiveFilter } from '../../../src/live/board/live-filter.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { batchOf, payloadsOf } from '../../../src/live/topics/batch.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { oddsStream } from '../../harness/feeds/odds-streams.ts';
import { differences, SimulatedReader } from '../../harness/feeds/simulated-reader.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { movingRow, ROWS_MAX } from '../../harness/odds-rows.ts';
import { runs, weighted } from '../../harness/property-runs.ts';
import { ModelConnection, ModelUpstream } from '../../harness/servers/model-upstream.ts';

const STEPS_MAX = 60;
const SUBSCRIBERS_MAX = 6;

/** Longer than any throttle interval. */
const AT_REST_MS = 60_000;

/** The arguments of a `liveOdds` subscription. */
interface Spec {
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly chunkSize: number;
}

const names = (...all: string[]) => fc.option(fc.subarray(all), { nil: null });

const filter = fc.record({
  sports: names('basketball', 'soccer', 'hockey'),
  leagues: names('nba', 'eredivisie', 'nhl'),
  eventIds: names('lakers_celtics', 'bulls_heat', 'ajax_psv'),
  sportsbooks: names('draftkings', 'fanduel', 'pinnacle'),
  markets: names('main', 'props', 'moneyline'),
});

/** Many of these are equal, so that subscribers share topics. */
const liveSpec: fc.Arbitrary<Spec> = fc.oneof(
  fc.constant({ filter: { leagues: ['nba'] }, conflateMs: 1_000, chunkSize: 100 }),
  fc.constant({ filter: {}, conflateMs: 0, chunkSize: 5 }),
  fc.record({
    filter,
    conflateMs: fc.constantFrom(0, 1_000),
    chunkSize: fc.constantFrom(1, 3, 100),
  }),
);

/** Whether a price matches a spec's filter, computed independently of the server. */
function isAbout({ filter: wanted }: Spec, odds: Odds): boolean {
  const isIn = (values: readonly string[] | null | undefined, value: string) =>
    !values?.length || values.includes(value);
  const categories = odds.market_type.startsWith('player_') ? ['props'] : ['main'];
  return (
    isIn(wanted.sports, odds.sport) &&
    isIn(wanted.leagues, odds.league) &&
    isIn(wanted.eventIds, odds.event_id) &&
    isIn(wanted.sportsbooks, odds.sportsbook) &&
    (isIn(wanted.markets, odds.market_type) || isIn(wanted.markets, categories[0] ?? ''))
  );
}

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
  | { readonly does: 'drop' | 'turn' | 'forget' }
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
    weighted(1, ['forget']),
    weighted(2, ['pass'], { ms: fc.constantFrom(1, 400, 999, 1_000, 6_000) }),
    weighted(3, ['join'], { spec, isSlow: fc.boolean() }),
    weighted(2, ['pause'], { subscriber }),
    weighted(1, ['leave'], { subscriber }),
    weighted(5, ['sip', 'tear'], { subscriber, events: fc.nat({ max: 5 }) }),
  );
  return fc.array(batch, { maxLength: STEPS_MAX, size: 'max' });
}

interface Client {
  readonly spec: Spec;
  readonly reader: SimulatedReader;
  isPaused: boolean;
  /** When it read an update last on this subscription. */
  updatedAt: number;
}

/** Whether no batch is held any more. */
function isEmpty(admission: BatchAdmission, rowsMax: number): boolean {
  const begin = (rows: number) =>
    admission.tryAcquire(batchOf(payloadsOf([]), rows, { version: 0, count: 0 }), () => {});
  return begin(rowsMax - 1) && begin(1) && !begin(1);
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
      feed.listener = mergingListener(board, clock, listener);
      return { close() {}, reconnect() {} };
    },
  });
  const admission = new BatchAdmission(queueMicrotask, admittedRowsMax);
  Object.assign(sharedStream, { admission });
  const subscribers: Client[] = [];
  const subscribe = (client: Client) => {
    client.updatedAt = Number.NEGATIVE_INFINITY;
    const { filter, conflateMs: throttleMs, chunkSize } = client.spec;
    client.reader.subscribe(sharedStream, { filter, throttleMs, chunkSize });
    client.reader.follow(() => client.isPaused);
  };
  const join = (spec: Spec, isPaused: boolean) => {
    const isOneEvent = spec.chunkSize >= rowsMax;
    const reader = new SimulatedReader(undefined, (events) => {
      if (!isOneEvent || !events.some((one) => 'keys' in one || 'replacedKeys' in one)) return;
      // Who reads an update up to 5 ms after it was emitted may have the next one in time.
      expect(clock.now() - joined.updatedAt).toBeGreaterThanOrEqual(spec.conflateMs - 5);
      joined.updatedAt = clock.now();
    });
    const joined: Client = { spec, reader, isPaused, updatedAt: 0 };
    subscribe(joined);
    if (!isPaused) joined.reader.read();
    subscribers.push(joined);
  };
  join({ filter: {}, conflateMs: 0, chunkSize: 100 }, false);
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
      case 'forget':
        board.rows.dropRemovals(board.rows.version);
        break;
      case 'pass':
        clock.advance(one.ms);
        break;
      case 'join':
        if (subscribers.length < SUBSCRIBERS_MAX) join(one.spec, one.isSlow);
        break;
      case 'pause': {
        const paused = subscribers[one.subscriber];
        if (paused === undefined) break;
        paused.isPaused = !paused.isPaused;
        if (!paused.isPaused) paused.reader.read();
        break;
      }
      case 'sip':
      case 'tear': {
        const client = subscribers[one.subscriber];
        client?.reader.read(one.events);
        if (client === undefined || one.does === 'sip') break;
        client.isPaused = true; // It has lost its connection, and does not read yet.
        subscribe(client);
        break;
      }
      case 'leave':
        if (one.subscriber === 0) break;
        for (const { reader } of subscribers.splice(one.subscriber, 1)) reader.close();
    }
  }

  if (connection === null) reconnect(10, false);
  while (speak(false)) await turn();
  // Only those that were paused read without being woken.
  for (const subscriber of subscribers) {
    if (!subscriber.isPaused) continue;
    subscriber.isPaused = false;
    subscriber.reader.read();
  }
  for (let i = 0; i < 2 * SUBSCRIBERS_MAX; i += 1) {
    clock.advance(AT_REST_MS / SUBSCRIBERS_MAX);
    await turn();
  }
  for (const { spec, reader } of subscribers) {
    expect(reader.problem).toBeNull();
    const board = upstream.board.values().filter((odds) => isAbout(spec, odds));
    expect(differences(reader.mirror.odds, board)).toEqual([]);
    reader.close();
  }
  await turn();
  expect(isEmpty(admission, admittedRowsMax)).toBe(true);
  clock.advance(AT_REST_MS);
  expect(clock.pendingTimers).toBe(0);
}

test.each([
  { name: 'once everything has settled', setting: ROOM, runsEach: 400 },
  { name: 'with little room for large batches', setting: LITTLE_ROOM, runsEach: 20 },
])(
  '$name, every subscriber holds the upstream board under its filter, had no update too soon, and nothing is left',
  async ({ setting, runsEach }) => {
    const property = fc.asyncProperty(batchesOf(setting), (batches) => play(batches, setting));
    await fc.assert(property, { numRuns: runs(runsEach) });
  },
);
