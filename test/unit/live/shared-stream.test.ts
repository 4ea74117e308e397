import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { OddsgraphError } from '../../../src/errors.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { IDLE_TIMEOUT_MS, SharedStream } from '../../../src/live/stream/shared-stream.ts';
import { BatchCache } from '../../../src/live/topics/batch-cache.ts';
import { LiveStream } from '../../../src/live/topics/live-stream.ts';
import {
  filterableOdds,
  type OddsPayload,
  oddsProjection,
} from '../../../src/live/topics/odds-projection.ts';
import type { Projection } from '../../../src/live/topics/projection.ts';
import { SnapshotAdmission } from '../../../src/live/topics/snapshot-admission.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Scheduler } from '../../../src/scheduler.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

const LANES_MAX = 2_000;

let clock: ManualClock;
let sharedStream: SharedStream<Odds, OddsPayload>;
let closed: number;
let over: number;

beforeEach(() => {
  clock = new ManualClock();
  [closed, over] = [0, 0];
  sharedStream = newSession();
});

function newSession(): SharedStream<Odds, OddsPayload> {
  return new SharedStream<Odds, OddsPayload>({
    clock,
    scheduler: new Scheduler(clock),
    account: 'account',
    board: new OddsBoard(),
    filterable: filterableOdds,
    openStream: () => ({
      close() {
        closed += 1;
      },
      reconnect() {},
    }),
    batchCache: new BatchCache(),
    topicsMax: LANES_MAX,
    checkSize: () => null,
    onClose() {
      over += 1;
    },
  });
}

function open(
  resumeCursor: string | null = null,
  filter = {},
  conflateMs = 0,
): Subscriber<Odds, OddsPayload> {
  const key = JSON.stringify([filter, conflateMs]);
  const projection = () => oddsProjection(filter, 100);
  return sharedStream.read({ key, filter, conflateMs, projection, resumeCursor });
}

function connect(): void {
  const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
  const data = { stream_id: 's', channel: 'odds', filters, reconnected: false };
  sharedStream.onFrame({ kind: 'connected', data });
}

function load(...odds: Odds[]): void {
  connect();
  const [count, total, offset, has_more] = [odds.length, odds.length, 0, false];
  sharedStream.onFrame({ kind: 'snapshot', data: { odds, count, total, offset, has_more } });
  const data = { status: 'ready', books: [], total_odds: total };
  sharedStream.onFrame({ kind: 'snapshot:complete', data });
}

function move(i: number, version: number): void {
  const odds = [oddsDelta(i, version)];
  const data = { odds, count: 1, book: 'draftkings', partial: false };
  sharedStream.onFrame({ kind: 'odds:update', data });
}

/** The kinds of all that there is to read, statuses by their state. */
function read(subscriber: Subscriber<Odds, OddsPayload>): string[] {
  const kinds: string[] = [];
  for (let frame = subscriber.read(); frame !== null; frame = subscriber.read()) {
    for (const one of frame.payloads) {
      kinds.push(one.__typename === 'FeedStatus' ? one.state : one.__typename);
    }
  }
  return kinds;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a newcomer', () => {
  test('is shown nothing of a board that is not whole yet', async () => {
    const subscriber = open();
    expect(read(subscriber)).toEqual([]);
    connect();
    await turn();
    expect(read(subscriber)).toEqual(['CONNECTED']);
    load(oddsRow(1));
    await turn();
    expect(read(subscriber)).toEqual(['OddsSnapshot', 'CONNECTED', 'READY']);
  });

  test('to a stream in order gets the board at once, and no status', async () => {
    load(oddsRow(1));
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot']);
  });

  test('to a stream in trouble gets the board that there is, and hears of the trouble', async () => {
    load(oddsRow(1));
    sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
    sharedStream.onFrame({
      kind: 'error',
      data: { code: 'upstream_error', message: 'A book is late.' },
    });
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot', 'RECONNECTING']);
  });

  test('does not hear of a notice of long ago', async () => {
    load(oddsRow(1));
    sharedStream.onFrame({
      kind: 'error',
      data: { code: 'upstream_error', message: 'A book is late.' },
    });
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot']);
    expect(sharedStream.readyBoard).not.toBeNull();
  });
});

test('who waits for slow subscribers to be shown the board hears of nothing that came after it', async () => {
  Object.assign(sharedStream, { admission: new SnapshotAdmission(600) });
  const rows = Array.from({ length: 600 }, (_, i) => oddsRow(i));
  load(...rows);
  await turn();
  const slow = open();
  slow.read();
  const waiting = open(null, {}, 1);
  expect(read(waiting)).toEqual([]);
  load(...rows);
  await turn();
  expect(read(waiting)).toEqual([]);
  slow.close();
  expect(read(waiting)).toEqual([...Array(6).fill('OddsSnapshot'), 'CONNECTED', 'READY']);
});

test('changes come before the status that followed them, whenever a subscriber looks', async () => {
  load(oddsRow(1), oddsRow(2));
  await turn();
  const subscriber = open();
  read(subscriber);
  move(1, 2);
  sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
  expect(read(subscriber)).toEqual([]);
  await turn();
  expect(read(subscriber)).toEqual(['OddsUpdate', 'RECONNECTING']);
  load(oddsRow(1, 3));
  expect(read(subscriber)).toEqual([]);
  await turn();
  expect(read(subscriber)).toEqual(['OddsUpdate', 'OddsRemoval', 'CONNECTED', 'READY']);
});

describe('conflation', () => {
  beforeEach(async () => {
    load(oddsRow(1), oddsRow(2));
    await turn();
  });

  test('holds a status back until the changes before it have been told', async () => {
    const subscriber = open(null, {}, 1_000);
    read(subscriber);
    move(1, 2);
    await turn();
    expect(read(subscriber)).toEqual(['OddsUpdate']);
    move(1, 3);
    sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
    await turn();
    clock.advance(999);
    expect(read(subscriber)).toEqual([]);
    clock.advance(1);
    expect(read(subscriber)).toEqual(['OddsUpdate', 'RECONNECTING']);
    sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
    await turn();
    expect(read(subscriber)).toEqual(['RECONNECTING']); // There is nothing to wait for.
  });

  test('holds no status back from whom it concerns nothing, or who was shown it', async () => {
    const [early, other] = [open(null, {}, 1_000), open(null, { leagues: ['eredivisie'] }, 1_000)];
    for (const subscriber of [early, other]) read(subscriber);
    clock.advance(5_000); // No snapshot is young any more.
    move(1, 2);
    await turn();
    read(early);
    move(1, 3);
    const late = open(null, {}, 1_000);
    expect(read(late)).toEqual(['OddsSnapshot']);
    sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
    await turn();
    expect([early, late, other].map(read)).toEqual([[], ['RECONNECTING'], ['RECONNECTING']]);
  });

  test('holds no status back for what changes after it', async () => {
    load(...Array.from({ length: 60 }, (_, i) => oddsRow(i)));
    await turn();
    const [early, late] = [open(null, {}, 1_000), open(null, {}, 1_000)];
    const heard = [early, late].map(read);
    for (let tick = 0; tick < 60; tick += 1) {
      move(tick, 2);
      if (tick === 30) sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
      clock.advance(100);
      await turn();
      heard[0]?.push(...read(early));
      if (tick >= 15) heard[1]?.push(...read(late)); // From then on beside the others' beat.
    }
    for (const all of heard) expect(all).toContain('RECONNECTING');
  });
});

test('a turn that takes long lets others have theirs, and keeps the order for each subscriber', async () => {
  load(oddsRow(1));
  await turn();
  const slow = (): Projection<Odds, OddsPayload> => {
    const projection = oddsProjection({}, 100);
    const changes: typeof projection.changes = (...all) => {
      clock.stall(6);
      return projection.changes(...all);
    };
    return { ...projection, changes };
  };
  const subscribers = [1, 2, 3, 4, 5].map((i) =>
    sharedStream.read({
      key: `${i}`,
      filter: {},
      conflateMs: 0,
      projection: slow,
      resumeCursor: null,
    }),
  );
  subscribers.forEach(read);
  move(1, 2);
  sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
  const told: string[][] = [[], [], [], [], []];
  const after: number[] = [];
  while (told.some((all) => all.length === 0)) {
    await turn();
    subscribers.forEach((subscriber, i) => void told[i]?.push(...read(subscriber)));
    after.push(told.filter((all) => all.length > 0).length);
  }
  expect(after).toEqual([2, 4, 5]);
  for (const all of told) expect(all).toEqual(['OddsUpdate', 'RECONNECTING']);
});

test('what comes in one piece leaves in one piece', async () => {
  load(oddsRow(1), oddsRow(2));
  const subscriber = open();
  await turn();
  read(subscriber);
  let woken = 0;
  subscriber.onWake(() => {
    woken += 1;
  });
  for (const version of [1, 2, 3]) move(1, version);
  move(2, 4);
  await turn();
  expect(woken).toBe(1);
  expect(subscriber.read()?.payloads).toMatchObject([{ __typename: 'OddsUpdate', conflated: 2 }]);
  expect(read(subscriber)).toEqual([]);
});

test('those who missed the same statuses share one frame of them', async () => {
  const subscribers = [open(), open(), open()];
  load(oddsRow(1));
  await turn();
  for (const subscriber of subscribers) subscriber.read();
  const [frame, other] = subscribers.slice(0, 2).map((subscriber) => subscriber.read());
  expect(frame?.payloads).toMatchObject([{ state: 'CONNECTED' }, { state: 'READY' }]);
  expect(other).toBe(frame);
  sharedStream.onTrouble('RECONNECTING', 'The stream ended.', null);
  await turn();
  expect(subscribers.map(read)).toEqual([
    ['RECONNECTING'],
    ['RECONNECTING'],
    ['CONNECTED', 'READY', 'RECONNECTING'],
  ]);
});

test('a subscriber who missed very many statuses gets the last hundred', async () => {
  load(oddsRow(1));
  await turn();
  const subscriber = open();
  read(subscriber);
  for (let i = 0; i < 150; i += 1) sharedStream.onTrouble('RECONNECTING', `Try ${i}.`, null);
  await turn();
  const told = subscriber.read()?.payloads ?? [];
  expect(told).toHaveLength(100);
  expect(told.at(-1)).toMatchObject({ message: 'Try 149.' });
});

describe('a cursor', () => {
  test('of another board is no place on this one', async () => {
    load(oddsRow(1));
    await turn();
    expect(read(open('00000000.1'))).toEqual(['OddsSnapshot']);
  });

  test('of the board before leads to a snapshot, though the same came on it', () => {
    load(oddsRow(1));
    const [snapshot] = open().read()?.payloads ?? [];
    const cursor = snapshot !== undefined && 'cursor' in snapshot ? snapshot.cursor : null;
    expect(read(open(cursor))).toEqual([]);
    sharedStream = newSession();
    load(oddsRow(1));
    expect(read(open(cursor))).toEqual(['OddsSnapshot']);
  });

  test('of who asked for something else leads to a snapshot', async () => {
    load(oddsRow(1), oddsRow(2));
    await turn();
    const [first] = open(null, { leagues: ['eredivisie'] }).read()?.payloads ?? [];
    const cursor = first?.__typename === 'OddsSnapshot' ? first.cursor : '';
    expect(read(open(cursor, { leagues: ['eredivisie'] }))).toEqual([]);
    expect(read(open(cursor, { leagues: ['eredivisie'] }, 1_000))).toEqual([]); // Told less often.
    expect(read(open(cursor))).toEqual(['OddsSnapshot']);
  });

  test('that makes no sense leads to a snapshot', async () => {
    load(oddsRow(1));
    await turn();
    const frame = open().read();
    const [first] = frame?.payloads ?? [];
    const cursor = first?.__typename === 'OddsSnapshot' ? first.cursor : '';
    expect(read(open(cursor))).toEqual([]);
    const [epoch] = cursor.split('.');
    for (const broken of ['', '.', `${epoch}`, `${epoch}.`, `${epoch}.-1`, `${epoch}.1e3`]) {
      expect(read(open(broken))).toEqual(['OddsSnapshot']);
    }
  });
});

describe('the end', () => {
  const refusal = new OddsgraphError('UNAUTHENTICATED', 'The API key was refused.');

  test('comes a linger after the last subscriber has left, and not while one reads', () => {
    load(oddsRow(1));
    const [one, two] = [open(), open()];
    read(one);
    one.close();
    clock.advance(IDLE_TIMEOUT_MS);
    two.close();
    clock.advance(IDLE_TIMEOUT_MS - 1);
    expect([closed, over]).toEqual([0, 0]);
    const three = open();
    clock.advance(IDLE_TIMEOUT_MS);
    expect([closed, over]).toEqual([0, 0]);
    three.close();
    three.close();
    clock.advance(IDLE_TIMEOUT_MS);
    expect([closed, over]).toEqual([1, 1]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('comes a linger after the stream was opened where nobody has come at all', () => {
    clock.advance(IDLE_TIMEOUT_MS - 1);
    expect([closed, over]).toEqual([0, 0]);
    clock.advance(1);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('comes at once where nobody has got anything of the stream', () => {
    const [one, two] = [open(), open()];
    one.close();
    expect([closed, over]).toEqual([0, 0]);
    two.close();
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('by refusal reaches every subscriber and whoever waits, and comes once', async () => {
    const subscribers = [open(), open()];
    sharedStream.onEnd(refusal);
    await expect(sharedStream.opened).rejects.toBe(refusal);
    for (const subscriber of subscribers) {
      expect(() => subscriber.read()).toThrow(refusal);
      subscriber.close();
    }
    sharedStream.end(new OddsgraphError('TIER_RESTRICTED', 'Too low.'));
    expect(sharedStream.error).toBe(refusal);
    clock.advance(IDLE_TIMEOUT_MS);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('by refusal leaves nothing of a stream that nobody reads any more', () => {
    load(oddsRow(1));
    const subscriber = open();
    read(subscriber);
    subscriber.close();
    expect(read(subscriber)).toEqual([]);
    sharedStream.onEnd(refusal);
    expect(read(subscriber)).toEqual([]);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('by refusal lets go of the subscriber of whoever iterates', async () => {
    const subscriber = open();
    const events = new LiveStream('liveOdds', subscriber, () => {})[Symbol.asyncIterator]();
    const next = events.next();
    sharedStream.onEnd(refusal);
    await expect(next).rejects.toBe(refusal);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(sharedStream.subscribers).toBe(0);
  });
});

test('whoever iterates gets each payload as an event of its own, and may return while it waits', async () => {
  const subscriber = open();
  let before = 0;
  const stream = new LiveStream('liveOdds', subscriber, () => {
    before += 1;
  });
  const events = stream[Symbol.asyncIterator]();
  load(oddsRow(1));
  expect((await events.next()).value).toMatchObject({ liveOdds: { __typename: 'OddsSnapshot' } });
  expect((await events.next()).value).toMatchObject({ liveOdds: { state: 'CONNECTED' } });
  expect((await events.next()).value).toMatchObject({ liveOdds: { state: 'READY' } });
  const waiting = events.next();
  await events.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect([before, sharedStream.subscribers]).toEqual([3, 0]);
});

test('a topic that nobody reads any more takes nothing in, and no batch that was due', async () => {
  load(oddsRow(1));
  const stays = open();
  const timers = clock.pendingTimers;
  let asked = 0;
  const projection = () => ({
    ...oddsProjection({}, 100),
    matches: () => {
      asked += 1;
      return true;
    },
  });
  const gone = sharedStream.read({
    key: 'gone',
    filter: {},
    conflateMs: 1_000,
    projection,
    resumeCursor: null,
  });
  for (const version of [1, 2]) {
    move(1, version);
    await turn();
  }
  expect(clock.pendingTimers).toBe(timers + 1); // The second update waits for its time.
  move(1, 3);
  gone.close();
  expect(clock.pendingTimers).toBe(timers);
  move(1, 4);
  await turn();
  expect([asked, clock.pendingTimers]).toEqual([3, timers]);
  stays.close();
});

test('too many different specs are refused, equal ones are not', () => {
  const specs = Array.from({ length: LANES_MAX }, (_, i) =>
    open(null, { leagues: [`league ${i}`] }),
  );
  expect(() => open(null, { leagues: ['one more'] })).toThrow(/2000 different subscriptions/);
  expect(() => open(null, { leagues: ['league 7'] })).not.toThrow();
  specs[9]?.close();
  expect(() => open(null, { leagues: ['one more'] })).not.toThrow();
});
