import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { SharedStream } from '../../../src/live/stream/shared-stream.ts';
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
import { ROWS_MAX } from '../../harness/odds-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { ModelUpstream } from '../../harness/servers/model-upstream.ts';
import { isAbout, liveSpec, type Spec } from '../../harness/topic-specs.ts';

const RUNS = runs(600);
const STEPS_MAX = 60;
const SUBSCRIBERS_MAX = 6;

/** Longer than any throttle interval. */
const AT_REST_MS = 60_000;

type Batch =
  | { readonly does: 'move' | 'withdraw' | 'offer'; readonly rows: readonly number[] }
  | { readonly does: 'drop' | 'turn' }
  | { readonly does: 'reconnect'; readonly chunkSize: number; readonly isFrozen: boolean }
  | { readonly does: 'speak'; readonly frames: number; readonly doubled: boolean }
  | { readonly does: 'pass'; readonly ms: number }
  | { readonly does: 'join'; readonly spec: Spec; readonly isSlow: boolean }
  | { readonly does: 'pause' | 'leave'; readonly subscriber: number }
  | { readonly does: 'sip' | 'tear'; readonly subscriber: number; readonly events: number };

const rows = fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 8 });
const subscriber = fc.nat({ max: SUBSCRIBERS_MAX - 1 });

const batch: fc.Arbitrary<Batch> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('move' as const), rows }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw' as const), rows }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('offer' as const), rows }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('drop' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('reconnect' as const),
      chunkSize: fc.constantFrom(4, 10, 100),
      isFrozen: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('speak' as const),
      frames: fc.integer({ min: 1, max: 6 }),
      doubled: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('turn' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 400, 1_000, 6_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('join' as const),
      spec: liveSpec,
      isSlow: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pause' as const), subscriber }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), subscriber }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('sip' as const, 'tear' as const),
      subscriber,
      events: fc.nat({ max: 5 }),
    }),
  },
);

interface Kept {
  readonly id: string;
  readonly decimal: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly changedAt: string | null;
}

type Shown = OddsEvent<Kept> & { readonly cursor?: string };

function shownOf(payload: OddsPayload | FeedStatusEvent): Shown {
  if (payload.__typename === 'FeedStatus' || payload.__typename === 'OddsRemoval') return payload;
  const odds = payload.odds.map(({ id, decimal, line, isLive, changedAt }) => {
    return { id: String(id), decimal, line, isLive, changedAt };
  });
  return { ...payload, odds };
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
  /** The newest version of each price that was delivered. */
  readonly #shown = new Map<string, number>();

  constructor(sharedStream: SharedStream<Odds, OddsPayload>, spec: Spec) {
    this.#sharedStream = sharedStream;
    this.spec = spec;
    this.#subscriber = this.#open(null);
  }

  /** Loses the connection and resumes from the cursor of the last event that arrived. */
  rejoin(): void {
    this.#subscriber.close();
    this.#ready.length = 0;
    this.#hasRejoined = true;
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
    const subscriber = this.#sharedStream.subscribe({
      key: JSON.stringify([filter, throttleMs, chunkSize]),
      filter,
      throttleMs,
      createProjection: () => oddsProjection(filter, chunkSize),
      resumeCursor,
      viewer: null,
    });
    subscriber.onWake(() => {
      if (!this.isPaused) this.read();
    });
    return subscriber;
  }

  #take(event: Shown): void {
    this.mirror.apply(event);
    this.#cursor = event.cursor ?? this.#cursor;
    if (event.__typename === 'OddsRemoval') for (const id of event.ids) this.#shown.delete(id);
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
}

function keptOf(odds: Odds): Kept {
  return {
    id: odds.id,
    decimal: odds.odds_decimal,
    line: odds.line ?? null,
    isLive: odds.is_live,
    changedAt: odds.odds_changed_at ?? null,
  };
}

/** Lets the shared stream run its scheduled work. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function play(batches: readonly Batch[]): Promise<void> {
  const clock = new ManualClock();
  const upstream = new ModelUpstream();
  const feed: { listener?: UpstreamStreamListener } = {};
  const sharedStream = new SharedStream<Odds, OddsPayload>({
    clock,
    scheduler: new Scheduler(clock),
    account: 'account',
    board: new OddsBoard(),
    toFilterable: filterableOdds,
    openStream: (listener) => {
      feed.listener = listener;
      return { close() {}, reconnect() {} };
    },
    batchCache: new BatchCache(),
    topicsPerStreamMax: 100,
    checkSize: () => null,
    onClose: () => {},
  });
  const everything = { filter: {}, conflateMs: 0, chunkSize: 100 };
  const subscribers = [new SimulatedSubscriber(sharedStream, everything)];
  const speak = (doubled: boolean): boolean => {
    const frame = upstream.next();
    if (frame === undefined) return false;
    feed.listener?.onFrame(structuredClone(frame));
    if (doubled) feed.listener?.onFrame(structuredClone(frame));
    return true;
  };
  upstream.reconnect(10, false);

  for (const one of batches) {
    switch (one.does) {
      case 'move':
      case 'withdraw':
      case 'offer':
        upstream[one.does](one.rows);
        break;
      case 'drop':
        if (upstream.isConnected)
          feed.listener?.onDegraded('RECONNECTING', 'The stream ended.', null);
        upstream.drop();
        break;
      case 'reconnect':
        upstream.reconnect(one.chunkSize, one.isFrozen);
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

  if (!upstream.isConnected) upstream.reconnect(10, false);
  while (speak(false)) await turn();
  await turn();
  clock.advance(AT_REST_MS);
  await turn();
  for (const subscriber of subscribers) {
    subscriber.isPaused = false;
    subscriber.read();
    const expected = [...upstream.board.values()]
      .filter((odds) => isAbout(subscriber.spec, odds))
      .map(keptOf);
    const byId = (a: Kept, b: Kept) => Number(a.id) - Number(b.id);
    expect([...subscriber.mirror.odds.values()].sort(byId)).toEqual(expected.sort(byId));
  }
  for (const subscriber of subscribers) subscriber.close();
  clock.advance(AT_REST_MS);
  expect(clock.pendingTimers).toBe(0);
}

test('once everything has settled, every subscriber holds the upstream board under its filter, after any sequence of events', async () => {
  const batches = fc.array(batch, { maxLength: STEPS_MAX, size: 'max' });
  await fc.assert(fc.asyncProperty(batches, play), {
    numRuns: RUNS,
  });
}, 60_000);
