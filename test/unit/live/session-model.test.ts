import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import type { FeedStatusEvent } from '../../../src/live/feed-status.ts';
import type { LiveFilter } from '../../../src/live/live-filter.ts';
import type { LiveReader } from '../../../src/live/live-reader.ts';
import { LiveSession } from '../../../src/live/live-session.ts';
import { OddsBoard } from '../../../src/live/odds-board.ts';
import { filterableOdds, type OddsPayload, oddsLaneShape } from '../../../src/live/odds-lane.ts';
import type { FeedListener, StreamFrame } from '../../../src/upstream/feed.ts';
import { LiveMirror, type OddsEvent } from '../../harness/live-mirror.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsDelta, oddsRow, ROWS_MAX } from '../../harness/odds-rows.ts';

const RUNS = 600;
const STEPS_MAX = 60;
const SUBSCRIBERS_MAX = 6;

/** Longer than any conflation. */
const AT_REST_MS = 60_000;

interface Wish {
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly chunkSize: number;
}

type Step =
  | { readonly does: 'move' | 'withdraw' | 'offer'; readonly rows: readonly number[] }
  | { readonly does: 'drop' | 'turn' }
  | { readonly does: 'reconnect'; readonly chunkSize: number; readonly isFrozen: boolean }
  | { readonly does: 'speak'; readonly frames: number; readonly doubled: boolean }
  | { readonly does: 'pass'; readonly ms: number }
  | { readonly does: 'join'; readonly wish: Wish; readonly isSlow: boolean }
  | { readonly does: 'pause' | 'leave'; readonly subscriber: number }
  | { readonly does: 'sip' | 'tear'; readonly subscriber: number; readonly events: number };

const names = (...all: string[]) => fc.option(fc.subarray(all), { nil: null });

const filter = fc.record({
  sports: names('basketball', 'soccer', 'hockey'),
  leagues: names('nba', 'eredivisie', 'nhl'),
  eventIds: names('lakers_celtics', 'bulls_heat', 'ajax_psv'),
  sportsbooks: names('draftkings', 'fanduel', 'pinnacle'),
  markets: names('main', 'props', 'moneyline'),
});

/** Often the same, so that subscribers share what is made for them. */
const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.constant({ filter: { leagues: ['nba'] }, conflateMs: 1_000, chunkSize: 3 }),
  fc.constant({ filter: {}, conflateMs: 0, chunkSize: 5 }),
  fc.record({
    filter,
    conflateMs: fc.constantFrom(0, 1_000),
    chunkSize: fc.constantFrom(1, 3, 100),
  }),
);

const rows = fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 8 });
const subscriber = fc.nat({ max: SUBSCRIBERS_MAX - 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
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
    arbitrary: fc.record({ does: fc.constant('join' as const), wish, isSlow: fc.boolean() }),
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

/** Upstream: a board, and what it has put on the wire that has not arrived yet. */
class Upstream {
  readonly board = new Map<number, Odds>();
  #version = 0;
  #wire: StreamFrame[] = [];
  /** Parts of a snapshot that are written as they are sent. */
  #unsent: number[] | null = null;
  #chunkSize = 1;
  isConnected = false;

  constructor() {
    for (let i = 0; i < ROWS_MAX; i += 2) this.board.set(i, oddsRow(i));
  }

  move(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.has(i));
    if (known.length === 0) return;
    const version = this.#next();
    for (const i of known) this.board.set(i, oddsRow(i, version));
    const odds = known.map((i) => oddsDelta(i, version));
    const data = { odds, count: odds.length, book: 'draftkings', partial: false };
    this.#tell({ kind: 'odds:update', data });
  }

  withdraw(ids: readonly number[]): void {
    const known = ids.filter((i) => this.board.delete(i)).map(String);
    if (known.length === 0) return;
    const data = { ids: known, count: known.length, book: 'draftkings' };
    this.#tell({ kind: 'odds:removed', data });
  }

  offer(ids: readonly number[]): void {
    const fresh = ids.filter((i) => !this.board.has(i));
    if (fresh.length === 0) return;
    const version = this.#next();
    for (const i of fresh) this.board.set(i, oddsRow(i, version));
    this.#tell(part(fresh.map((i) => oddsRow(i, version))));
  }

  drop(): void {
    this.isConnected = false;
    this.#wire = [];
    this.#unsent = null;
  }

  /**
   * Opens a stream anew. A frozen snapshot is the board of this moment and what changes meanwhile is
   * told behind it; another one is read off the board part by part, with changes told in between.
   */
  reconnect(chunkSize: number, isFrozen: boolean): void {
    this.drop();
    this.isConnected = true;
    const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
    const data = { stream_id: 's', channel: 'odds', filters, reconnected: true };
    this.#wire.push({ kind: 'connected', data });
    this.#chunkSize = chunkSize;
    this.#unsent = [...this.board.keys()];
    if (!isFrozen) return;
    while (this.#unsent !== null) this.#sendPart();
  }

  /** What arrives next; undefined where upstream has nothing to say. */
  next(): StreamFrame | undefined {
    if (this.#wire.length === 0 && this.#unsent !== null) this.#sendPart();
    return this.#wire.shift();
  }

  #sendPart(): void {
    const ids = this.#unsent?.splice(0, this.#chunkSize) ?? [];
    this.#wire.push(part(ids.flatMap((i) => this.board.get(i) ?? []).map((row) => ({ ...row }))));
    if (this.#unsent?.length !== 0) return;
    this.#unsent = null;
    const data = { status: 'ready', books: [], total_odds: this.board.size };
    this.#wire.push({ kind: 'snapshot:complete', data });
  }

  #tell(frame: StreamFrame): void {
    if (this.isConnected) this.#wire.push(frame);
  }

  #next(): number {
    this.#version += 1;
    return this.#version;
  }
}

function part(odds: Odds[]): StreamFrame {
  const { length: count } = odds;
  return { kind: 'snapshot', data: { odds, count, total: count, offset: 0, has_more: false } };
}

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
    return { id, decimal, line, isLive, changedAt };
  });
  return { ...payload, odds };
}

/** One who reads, perhaps not always, and comes back with the cursor of what was read last. */
class Subscriber {
  readonly wish: Wish;
  readonly mirror = new LiveMirror<Kept>();
  isPaused = false;
  readonly #session: LiveSession<Odds, OddsPayload>;
  #reader: LiveReader<Odds, OddsPayload>;
  #cursor: string | null = null;
  /** Events that have arrived and are not looked at yet. */
  readonly #ready: Shown[] = [];
  #hasRejoined = false;
  /** The newest version that was shown of each price. */
  readonly #shown = new Map<string, number>();

  constructor(session: LiveSession<Odds, OddsPayload>, wish: Wish) {
    this.#session = session;
    this.wish = wish;
    this.#reader = this.#open(null);
  }

  /** Loses the connection, and comes back with the cursor of the last event that arrived. */
  rejoin(): void {
    this.#reader.close();
    this.#ready.length = 0;
    this.#hasRejoined = true;
    this.#reader = this.#open(this.#cursor);
  }

  close(): void {
    this.#reader.close();
  }

  /** Reads as many events as there are, or at most `events`. */
  read(events = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < events; i += 1) {
      if (this.#ready.length === 0) this.#ready.push(...this.#readFrame());
      const event = this.#ready.shift();
      if (event === undefined) return;
      this.#take(event);
    }
  }

  /** As doors do it: what one has made of a frame the others show as well. */
  #readFrame(): readonly Shown[] {
    const frame = this.#reader.read();
    if (frame === null) return [];
    const encoded = (frame.encodings.get('shown') as Shown[]) ?? frame.payloads.map(shownOf);
    frame.encodings.set('shown', encoded);
    return encoded;
  }

  #open(resumeAt: string | null): LiveReader<Odds, OddsPayload> {
    const { filter, conflateMs, chunkSize } = this.wish;
    const reader = this.#session.read({
      key: JSON.stringify([filter, conflateMs, chunkSize]),
      filter,
      conflateMs,
      shape: () => oddsLaneShape(filter, chunkSize),
      resumeAt,
    });
    reader.onWake(() => {
      if (!this.isPaused) this.read();
    });
    return reader;
  }

  #take(event: Shown): void {
    this.mirror.apply(event);
    this.#cursor = event.cursor ?? this.#cursor;
    if (event.__typename === 'OddsRemoval') for (const id of event.ids) this.#shown.delete(id);
    if (!('odds' in event)) return;
    expect(event.odds.length).toBeLessThanOrEqual(this.wish.chunkSize);
    for (const { id, decimal } of event.odds) {
      // A price never goes back, but where a subscriber goes back to an earlier place itself.
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

/** A filter, said a second time. */
function passes({ filter: wanted }: Wish, odds: Odds): boolean {
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

/** Lets the session take its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function play(steps: readonly Step[]): Promise<void> {
  const clock = new ManualClock();
  const upstream = new Upstream();
  const feed: { listener?: FeedListener } = {};
  const session = new LiveSession<Odds, OddsPayload>({
    clock,
    board: (onChange) => new OddsBoard(onChange),
    filterable: filterableOdds,
    openFeed: (listener) => {
      feed.listener = listener;
      return { close() {}, reconnect() {} };
    },
    onOver: () => {},
  });
  const everything = { filter: {}, conflateMs: 0, chunkSize: 100 };
  const subscribers = [new Subscriber(session, everything)];
  const speak = (doubled: boolean): boolean => {
    const frame = upstream.next();
    if (frame === undefined) return false;
    feed.listener?.onFrame(structuredClone(frame));
    if (doubled) feed.listener?.onFrame(structuredClone(frame));
    return true;
  };
  upstream.reconnect(10, false);

  for (const one of steps) {
    switch (one.does) {
      case 'move':
      case 'withdraw':
      case 'offer':
        upstream[one.does](one.rows);
        break;
      case 'drop':
        if (upstream.isConnected) feed.listener?.onTrouble('RECONNECTING', 'The stream ended.');
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
          const joined = new Subscriber(session, one.wish);
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
      .filter((odds) => passes(subscriber.wish, odds))
      .map(keptOf);
    const byId = (a: Kept, b: Kept) => Number(a.id) - Number(b.id);
    expect([...subscriber.mirror.odds.values()].sort(byId)).toEqual(expected.sort(byId));
  }
  for (const subscriber of subscribers) subscriber.close();
  clock.advance(AT_REST_MS);
  expect(clock.pendingTimers).toBe(0);
}

test('at rest every subscriber holds the origin’s board under its filter, whatever has happened', async () => {
  const steps = fc.array(step, { maxLength: STEPS_MAX, size: 'max' });
  await fc.assert(fc.asyncProperty(steps, play), {
    numRuns: RUNS,
  });
}, 60_000);
