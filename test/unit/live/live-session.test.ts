import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { OddsgraphError } from '../../../src/errors.ts';
import { KeptFrames } from '../../../src/live/kept-frames.ts';
import type { LaneShape } from '../../../src/live/lane.ts';
import type { LiveReader } from '../../../src/live/live-reader.ts';
import { LINGER_MS, LiveSession } from '../../../src/live/live-session.ts';
import { LiveStream } from '../../../src/live/live-stream.ts';
import { OddsBoard } from '../../../src/live/odds-board.ts';
import { filterableOdds, type OddsPayload, oddsLaneShape } from '../../../src/live/odds-lane.ts';
import { ReadingTurns } from '../../../src/live/reading-turns.ts';
import { Scheduler } from '../../../src/scheduler.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

const LANES_MAX = 2_000;

let clock: ManualClock;
let session: LiveSession<Odds, OddsPayload>;
let closed: number;
let over: number;

beforeEach(() => {
  clock = new ManualClock();
  [closed, over] = [0, 0];
  session = newSession();
});

function newSession(): LiveSession<Odds, OddsPayload> {
  return new LiveSession<Odds, OddsPayload>({
    clock,
    scheduler: new Scheduler(clock),
    account: 'account',
    board: (onChange) => new OddsBoard(onChange),
    filterable: filterableOdds,
    openFeed: () => ({
      close() {
        closed += 1;
      },
      reconnect() {},
    }),
    kept: new KeptFrames(),
    lanesMax: LANES_MAX,
    refuseGrowth: () => null,
    onOver() {
      over += 1;
    },
  });
}

function open(
  resumeAt: string | null = null,
  filter = {},
  conflateMs = 0,
): LiveReader<Odds, OddsPayload> {
  const key = JSON.stringify([filter, conflateMs]);
  const shape = () => oddsLaneShape(filter, 100);
  return session.read({ key, filter, conflateMs, shape, resumeAt });
}

function connect(): void {
  const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
  const data = { stream_id: 's', channel: 'odds', filters, reconnected: false };
  session.onFrame({ kind: 'connected', data });
}

function load(...odds: Odds[]): void {
  connect();
  const [count, total, offset, has_more] = [odds.length, odds.length, 0, false];
  session.onFrame({ kind: 'snapshot', data: { odds, count, total, offset, has_more } });
  const data = { status: 'ready', books: [], total_odds: total };
  session.onFrame({ kind: 'snapshot:complete', data });
}

function move(i: number, version: number): void {
  const odds = [oddsDelta(i, version)];
  const data = { odds, count: 1, book: 'draftkings', partial: false };
  session.onFrame({ kind: 'odds:update', data });
}

/** The kinds of all that there is to read, statuses by their state. */
function read(reader: LiveReader<Odds, OddsPayload>): string[] {
  const kinds: string[] = [];
  for (let frame = reader.read(); frame !== null; frame = reader.read()) {
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
    const reader = open();
    expect(read(reader)).toEqual([]);
    connect();
    await turn();
    expect(read(reader)).toEqual(['CONNECTED']);
    load(oddsRow(1));
    await turn();
    expect(read(reader)).toEqual(['OddsSnapshot', 'CONNECTED', 'READY']);
  });

  test('to a stream in order gets the board at once, and no status', async () => {
    load(oddsRow(1));
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot']);
  });

  test('to a stream in trouble gets the board that there is, and hears of the trouble', async () => {
    load(oddsRow(1));
    session.onTrouble('RECONNECTING', 'The stream ended.', null);
    session.onFrame({
      kind: 'error',
      data: { code: 'upstream_error', message: 'A book is late.' },
    });
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot', 'RECONNECTING']);
  });

  test('does not hear of a notice of long ago', async () => {
    load(oddsRow(1));
    session.onFrame({
      kind: 'error',
      data: { code: 'upstream_error', message: 'A book is late.' },
    });
    await turn();
    expect(read(open())).toEqual(['OddsSnapshot']);
    expect(session.warmBoard).not.toBeNull();
  });
});

test('who waits for slow readers to be shown the board hears of nothing that came after it', async () => {
  Object.assign(session, { turns: new ReadingTurns(600) });
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

test('changes come before the status that followed them, whenever a reader looks', async () => {
  load(oddsRow(1), oddsRow(2));
  await turn();
  const reader = open();
  read(reader);
  move(1, 2);
  session.onTrouble('RECONNECTING', 'The stream ended.', null);
  expect(read(reader)).toEqual([]);
  await turn();
  expect(read(reader)).toEqual(['OddsUpdate', 'RECONNECTING']);
  load(oddsRow(1, 3));
  expect(read(reader)).toEqual([]);
  await turn();
  expect(read(reader)).toEqual(['OddsUpdate', 'OddsRemoval', 'CONNECTED', 'READY']);
});

describe('conflation', () => {
  beforeEach(async () => {
    load(oddsRow(1), oddsRow(2));
    await turn();
  });

  test('holds a status back until the changes before it have been told', async () => {
    const reader = open(null, {}, 1_000);
    read(reader);
    move(1, 2);
    await turn();
    expect(read(reader)).toEqual(['OddsUpdate']);
    move(1, 3);
    session.onTrouble('RECONNECTING', 'The stream ended.', null);
    await turn();
    clock.advance(999);
    expect(read(reader)).toEqual([]);
    clock.advance(1);
    expect(read(reader)).toEqual(['OddsUpdate', 'RECONNECTING']);
    session.onTrouble('RECONNECTING', 'The stream ended.', null);
    await turn();
    expect(read(reader)).toEqual(['RECONNECTING']); // There is nothing to wait for.
  });

  test('holds no status back from whom it concerns nothing, or who was shown it', async () => {
    const [early, other] = [open(null, {}, 1_000), open(null, { leagues: ['eredivisie'] }, 1_000)];
    for (const reader of [early, other]) read(reader);
    clock.advance(5_000); // No snapshot is young any more.
    move(1, 2);
    await turn();
    read(early);
    move(1, 3);
    const late = open(null, {}, 1_000);
    expect(read(late)).toEqual(['OddsSnapshot']);
    session.onTrouble('RECONNECTING', 'The stream ended.', null);
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
      if (tick === 30) session.onTrouble('RECONNECTING', 'The stream ended.', null);
      clock.advance(100);
      await turn();
      heard[0]?.push(...read(early));
      if (tick >= 15) heard[1]?.push(...read(late)); // From then on beside the others' beat.
    }
    for (const all of heard) expect(all).toContain('RECONNECTING');
  });
});

test('a turn that takes long lets others have theirs, and keeps the order for each reader', async () => {
  load(oddsRow(1));
  await turn();
  const slow = (): LaneShape<Odds, OddsPayload> => {
    const shape = oddsLaneShape({}, 100);
    const changes: typeof shape.changes = (...all) => {
      clock.stall(6);
      return shape.changes(...all);
    };
    return { ...shape, changes };
  };
  const readers = [1, 2, 3, 4, 5].map((i) =>
    session.read({ key: `${i}`, filter: {}, conflateMs: 0, shape: slow, resumeAt: null }),
  );
  readers.forEach(read);
  move(1, 2);
  session.onTrouble('RECONNECTING', 'The stream ended.', null);
  const told: string[][] = [[], [], [], [], []];
  const after: number[] = [];
  while (told.some((all) => all.length === 0)) {
    await turn();
    readers.forEach((reader, i) => void told[i]?.push(...read(reader)));
    after.push(told.filter((all) => all.length > 0).length);
  }
  expect(after).toEqual([2, 4, 5]);
  for (const all of told) expect(all).toEqual(['OddsUpdate', 'RECONNECTING']);
});

test('what comes in one piece leaves in one piece', async () => {
  load(oddsRow(1), oddsRow(2));
  const reader = open();
  await turn();
  read(reader);
  let woken = 0;
  reader.onWake(() => {
    woken += 1;
  });
  for (const version of [1, 2, 3]) move(1, version);
  move(2, 4);
  await turn();
  expect(woken).toBe(1);
  expect(reader.read()?.payloads).toMatchObject([{ __typename: 'OddsUpdate', conflated: 2 }]);
  expect(read(reader)).toEqual([]);
});

test('those who missed the same statuses share one frame of them', async () => {
  const readers = [open(), open(), open()];
  load(oddsRow(1));
  await turn();
  for (const reader of readers) reader.read();
  const [frame, other] = readers.slice(0, 2).map((reader) => reader.read());
  expect(frame?.payloads).toMatchObject([{ state: 'CONNECTED' }, { state: 'READY' }]);
  expect(other).toBe(frame);
  session.onTrouble('RECONNECTING', 'The stream ended.', null);
  await turn();
  expect(readers.map(read)).toEqual([
    ['RECONNECTING'],
    ['RECONNECTING'],
    ['CONNECTED', 'READY', 'RECONNECTING'],
  ]);
});

test('a reader who missed very many statuses gets the last hundred', async () => {
  load(oddsRow(1));
  await turn();
  const reader = open();
  read(reader);
  for (let i = 0; i < 150; i += 1) session.onTrouble('RECONNECTING', `Try ${i}.`, null);
  await turn();
  const told = reader.read()?.payloads ?? [];
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
    session = newSession();
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

  test('comes a linger after the last reader has left, and not while one reads', () => {
    load(oddsRow(1));
    const [one, two] = [open(), open()];
    read(one);
    one.close();
    clock.advance(LINGER_MS);
    two.close();
    clock.advance(LINGER_MS - 1);
    expect([closed, over]).toEqual([0, 0]);
    const three = open();
    clock.advance(LINGER_MS);
    expect([closed, over]).toEqual([0, 0]);
    three.close();
    three.close();
    clock.advance(LINGER_MS);
    expect([closed, over]).toEqual([1, 1]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('comes a linger after the stream was opened where nobody has come at all', () => {
    clock.advance(LINGER_MS - 1);
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

  test('by refusal reaches every reader and whoever waits, and comes once', async () => {
    const readers = [open(), open()];
    session.onEnd(refusal);
    await expect(session.opened).rejects.toBe(refusal);
    for (const reader of readers) {
      expect(() => reader.read()).toThrow(refusal);
      reader.close();
    }
    session.end(new OddsgraphError('TIER_RESTRICTED', 'Too low.'));
    expect(session.error).toBe(refusal);
    clock.advance(LINGER_MS);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('by refusal leaves nothing of a stream that nobody reads any more', () => {
    load(oddsRow(1));
    const reader = open();
    read(reader);
    reader.close();
    expect(read(reader)).toEqual([]);
    session.onEnd(refusal);
    expect(read(reader)).toEqual([]);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('by refusal lets go of the reader of whoever iterates', async () => {
    const reader = open();
    const events = new LiveStream('liveOdds', reader, () => {})[Symbol.asyncIterator]();
    const next = events.next();
    session.onEnd(refusal);
    await expect(next).rejects.toBe(refusal);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(session.readers).toBe(0);
  });
});

test('whoever iterates gets each payload as an event of its own, and may return while it waits', async () => {
  const reader = open();
  let before = 0;
  const stream = new LiveStream('liveOdds', reader, () => {
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
  expect([before, session.readers]).toEqual([3, 0]);
});

test('a lane that nobody reads any more takes nothing in, and no step that was due', async () => {
  load(oddsRow(1));
  const stays = open();
  const timers = clock.pendingTimers;
  let asked = 0;
  const shape = () => ({
    ...oddsLaneShape({}, 100),
    matches: () => {
      asked += 1;
      return true;
    },
  });
  const gone = session.read({ key: 'gone', filter: {}, conflateMs: 1_000, shape, resumeAt: null });
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

test('too many different wishes are refused, equal ones are not', () => {
  const wishes = Array.from({ length: LANES_MAX }, (_, i) =>
    open(null, { leagues: [`league ${i}`] }),
  );
  expect(() => open(null, { leagues: ['one more'] })).toThrow(/2000 different subscriptions/);
  expect(() => open(null, { leagues: ['league 7'] })).not.toThrow();
  wishes[9]?.close();
  expect(() => open(null, { leagues: ['one more'] })).not.toThrow();
});
