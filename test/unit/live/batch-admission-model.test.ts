import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { SharedStream } from '../../../src/live/stream/shared-stream.ts';
import { batchOf, payloadsOf } from '../../../src/live/topics/batch.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import { BatchCache } from '../../../src/live/topics/batch-cache.ts';
import type { FeedStatusEvent } from '../../../src/live/topics/feed-status.ts';
import {
  filterableOdds,
  type OddsPayload,
  oddsProjection,
} from '../../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { LiveMirror, type OddsEvent } from '../../harness/clients/live-mirror.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { runs } from '../../harness/property-runs.ts';

const RUNS = runs(50);

/** Enough for batches of several chunks. */
const BOARD_ROWS = 1_200;

/** Room for one board or two smaller batches. */
const ROWS_MAX = 1_000;

const READERS_MAX = 8;
const CONFLATE_MS = 1_000;

type Range = readonly [from: number, length: number];

type Act =
  | { readonly does: 'move' | 'withdraw' | 'offer'; readonly range: Range }
  | {
      readonly does: 'open';
      readonly throttleMs: number;
      readonly chunkSize: number;
      readonly isSlow: boolean;
    }
  | { readonly does: 'block' | 'close'; readonly subscriber: number }
  | { readonly does: 'sip'; readonly subscriber: number; readonly chunks: number }
  | { readonly does: 'turn' | 'tick' | 'trouble' };

const range: fc.Arbitrary<Range> = fc.tuple(
  fc.nat({ max: BOARD_ROWS - 1 }),
  fc.constantFrom(1, 10, 700, BOARD_ROWS),
);
const subscriber = fc.nat({ max: READERS_MAX - 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('move' as const), range }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('withdraw' as const, 'offer' as const), range }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('open' as const),
      throttleMs: fc.constantFrom(0, CONFLATE_MS),
      chunkSize: fc.constantFrom(1, 100, 1_000),
      isSlow: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('block' as const, 'close' as const), subscriber }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('sip' as const),
      subscriber,
      chunks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('turn' as const, 'turn' as const, 'tick' as const, 'trouble' as const),
    }),
  },
);

type Read = OddsPayload | FeedStatusEvent;
type Shown = OddsEvent<{ readonly id: string; readonly decimal: number }>;
type Encoded = readonly (readonly [Read, Shown])[];

/** A copy of a payload as it is now. */
function shownOf(payload: Read): Shown {
  if (!('odds' in payload)) return payload;
  return { ...payload, odds: payload.odds.map(({ id, decimal }) => ({ id: String(id), decimal })) };
}

/** A subscriber that reads whenever it is woken, except while it is blocked. */
class Client {
  readonly mirror = new LiveMirror<{ readonly id: string; readonly decimal: number }>();
  isBlocked = false;
  /** Whether it has read a snapshot. */
  #hasBoard = false;
  readonly #subscriber: Subscriber<Odds, OddsPayload>;
  /** How many rows of the snapshot in progress are still to come. */
  #missing = 0;
  #next = 0;

  constructor(subscriber: Subscriber<Odds, OddsPayload>) {
    this.#subscriber = subscriber;
    subscriber.onWake(() => {
      if (!this.isBlocked) this.read();
    });
  }

  read(chunks = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < chunks; i += 1) {
      const chunk = this.#subscriber.read();
      if (chunk === null) return;
      // Encoded chunks are shared between subscribers, as transports do.
      const known = chunk.encodings.get('shown') as Encoded | undefined;
      const encoded =
        known ?? chunk.payloads.map((payload) => [payload, shownOf(payload)] as const);
      chunk.encodings.set('shown', encoded);
      for (const [payload, shown] of encoded) {
        this.mirror.apply(shown);
        if (payload.__typename === 'OddsSnapshot') this.#check(payload);
        else expect(this.#missing).toBe(0);
        if (payload.__typename === 'FeedStatus' && payload.state === 'READY') {
          expect(this.#hasBoard).toBe(true);
        }
      }
    }
  }

  close(): void {
    this.#subscriber.close();
  }

  #check({ offset, total, isLast, odds }: Extract<OddsPayload, { total: number }>): void {
    expect(offset).toBe(this.#missing === 0 ? 0 : this.#next);
    this.#next = offset + odds.length;
    this.#missing = total - this.#next;
    expect(isLast).toBe(this.#missing === 0);
    this.#hasBoard ||= isLast;
  }
}

/** Lets the shared stream and waiting subscribers continue. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether no batch is held any more. */
function isEmpty(admission: BatchAdmission): boolean {
  const batchOfRows = (rows: number) => batchOf(payloadsOf([]), rows, { version: 0, count: 0 });
  const begin = (rows: number) => admission.tryAcquire(batchOfRows(rows), () => {});
  return begin(ROWS_MAX - 1) && begin(1) && !begin(1);
}

async function play(acts: readonly Act[]): Promise<void> {
  const clock = new ManualClock();
  let listener: UpstreamStreamListener | undefined;
  const sharedStream = new SharedStream<Odds, OddsPayload>({
    clock,
    scheduler: new Scheduler(clock),
    account: 'account',
    board: new OddsBoard(),
    toFilterable: filterableOdds,
    openStream: (feedListener) => {
      listener = feedListener;
      return { close() {}, reconnect() {} };
    },
    batchCache: new BatchCache(),
    topicsPerStreamMax: 100,
    checkSize: () => null,
    onClose: () => {},
  });
  const admission = new BatchAdmission({ rowsMax: ROWS_MAX });
  Object.assign(sharedStream, { admission });
  const board = new Map<number, number>();
  let version = 0;
  const offer = (ids: readonly number[]) => {
    for (const i of ids) board.set(i, version);
    const odds = ids.map((i) => oddsRow(i, version));
    const [count, total, offset, has_more] = [odds.length, odds.length, 0, false];
    listener?.onFrame({ kind: 'snapshot', data: { odds, count, total, offset, has_more } });
  };
  const connect = () => {
    const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
    const data = { stream_id: 's', channel: 'odds', filters, reconnected: false };
    listener?.onFrame({ kind: 'connected', data });
    for (const [i, held] of [...board]) {
      const odds = [oddsRow(i, held)];
      const [count, total, offset, has_more] = [1, 1, 0, false];
      listener?.onFrame({ kind: 'snapshot', data: { odds, count, total, offset, has_more } });
    }
    const ready = { status: 'ready', books: [], total_odds: board.size };
    listener?.onFrame({ kind: 'snapshot:complete', data: ready });
  };
  for (let i = 0; i < BOARD_ROWS; i += 1) board.set(i, 0);
  const clients: Client[] = [];
  const open = (throttleMs: number, chunkSize: number, isSlow: boolean) => {
    const key = `${throttleMs} ${chunkSize}`;
    const createProjection = () => oddsProjection({}, chunkSize);
    const client = new Client(
      sharedStream.subscribe({
        key,
        filter: {},
        throttleMs,
        createProjection,
        resumeCursor: null,
        viewer: null,
      }),
    );
    client.isBlocked = isSlow;
    clients.push(client);
    client.read(isSlow ? 1 : undefined);
  };
  open(0, 100, false);
  connect();
  await turn();

  for (const one of acts) {
    version += 1;
    switch (one.does) {
      case 'move': {
        const ids = idsOf(one.range).filter((i) => board.has(i));
        for (const i of ids) board.set(i, version);
        const odds = ids.map((i) => oddsDelta(i, version));
        const data = { odds, count: odds.length, book: '', partial: false };
        listener?.onFrame({ kind: 'odds:update', data });
        break;
      }
      case 'withdraw': {
        const ids = idsOf(one.range)
          .filter((i) => board.delete(i))
          .map(String);
        listener?.onFrame({ kind: 'odds:removed', data: { ids, count: ids.length, book: '' } });
        break;
      }
      case 'offer':
        offer(idsOf(one.range).filter((i) => !board.has(i)));
        break;
      case 'open':
        if (clients.length < READERS_MAX) open(one.throttleMs, one.chunkSize, one.isSlow);
        break;
      case 'block': {
        const client = clients[one.subscriber];
        if (client === undefined) break;
        client.isBlocked = !client.isBlocked;
        if (!client.isBlocked) client.read();
        break;
      }
      case 'sip': {
        const client = clients[one.subscriber]; // A client that is not blocked reads everything available.
        if (client?.isBlocked) client.read(one.chunks);
        break;
      }
      case 'close':
        for (const client of clients.splice(one.subscriber, 1)) client.close();
        break;
      case 'turn':
        await turn();
        break;
      case 'tick':
        clock.advance(CONFLATE_MS / 2);
        await turn();
        break;
      case 'trouble':
        listener?.onDegraded('RECONNECTING', 'The stream ended.', null);
        connect();
    }
  }

  // Only clients that were blocked read now without being woken.
  for (const client of clients) {
    if (client.isBlocked) {
      client.isBlocked = false;
      client.read();
    }
  }
  for (let i = 0; i < 2 * READERS_MAX; i += 1) {
    clock.advance(CONFLATE_MS);
    await turn();
  }
  const expected = new Map(
    [...board].map(([i, held]) => [String(i), oddsRow(i, held).odds_decimal]),
  );
  for (const { mirror } of clients) {
    const shown = [...mirror.odds.values()].map(({ id, decimal }) => [id, decimal] as const);
    expect(new Map(shown)).toEqual(expected);
  }
  for (const client of clients) client.close();
  await turn();
  expect(isEmpty(admission)).toBe(true);
}

function idsOf([from, length]: Range): number[] {
  return Array.from({ length: Math.min(length, BOARD_ROWS - from) }, (_, i) => from + i);
}

test('with little room, all subscribers get everything in turn and hold nothing afterwards', async () => {
  const acts = fc.array(act, { maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(acts, play), { numRuns: RUNS });
}, 60_000);
