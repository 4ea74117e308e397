import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsgraphError } from '../../../src/errors/errors.ts';
import { mergingListener } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { IDLE_TIMEOUT_MS, type SharedStream } from '../../../src/live/stream/shared-stream.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import { type OddsPayload, oddsProjection } from '../../../src/live/topics/odds-projection.ts';
import type { Projection } from '../../../src/live/topics/projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { LiveMirror } from '../../harness/clients/live-mirror.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { oddsSpec, oddsStream, readAll } from '../../harness/feeds/odds-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

let clock: ManualClock;
let sharedStream: SharedStream<Odds, OddsPayload>;
/** Sends the stream what upstream sends. */
let feed: UpstreamStreamListener;
let closed: number;
let over: number;

beforeEach(() => {
  clock = new ManualClock();
  [closed, over] = [0, 0];
  sharedStream = newStream();
});

function newStream(
  options: { board?: OddsBoard; topicsPerStreamMax?: number; resumeWaitMs?: number } = {},
) {
  const { board = new OddsBoard(), ...rest } = options;
  return oddsStream({
    board,
    clock,
    openStream: (listener) => {
      feed = mergingListener(board, clock, listener);
      return {
        close() {
          closed += 1;
        },
        reconnect() {},
      };
    },
    onClose() {
      over += 1;
    },
    ...rest,
  });
}

function open(wish: Parameters<typeof oddsSpec>[0] = {}): Subscriber<Odds, OddsPayload> {
  return sharedStream.subscribe(oddsSpec(wish));
}

/** A viewer's subscription to a league. */
function openLeague(league: string, viewer: string | null) {
  return open({ filter: { leagues: [league] }, viewer });
}

function load(...odds: Odds[]): void {
  feed.onFrame(frames.connected());
  offer(...odds);
  feed.onFrame(frames.complete(odds));
}

function move(i: number, version: number, changes: { readonly line?: number } = {}): void {
  feed.onFrame(frames.update([{ ...oddsDelta(i, version), ...changes }]));
}

const offer = (...odds: Odds[]) => feed.onFrame(frames.snapshot(odds));
const remove = (i: number) => feed.onFrame(frames.removal([`${i}`]));

/** Reports a problem that passes. */
function notice(): void {
  feed.onFrame({ kind: 'error', data: { code: 'upstream_error', message: 'Slow.' } });
}

/** The cursor of the last event that is available. */
function lastCursor(subscriber: Subscriber<Odds, OddsPayload>): string {
  return readAll(subscriber).reduce((last, one) => ('cursor' in one && one.cursor) || last, '');
}

/** Reads everything that is available: event types, and statuses by their state. */
function read(subscriber: Subscriber<Odds, OddsPayload>): string[] {
  return readAll(subscriber).map((one) =>
    one.__typename === 'FeedStatus' ? one.state : one.__typename,
  );
}

describe('a new subscriber', () => {
  test('of an event is let in without a look at every price', () => {
    const board = new OddsBoard();
    sharedStream = newStream({ board });
    load(oddsRow(0), oddsRow(1));
    const entries = vi.spyOn(board.rows, 'entries');
    open({ filter: { eventIds: ['no_such_event'] } });
    open({ filter: { eventIds: [oddsRow(1).event_id] } });
    expect(entries).not.toHaveBeenCalled();
  });

  test('of a reconnecting stream gets the current board, and the status RECONNECTING, which it shares with all others', async () => {
    load(oddsRow(1));
    feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    notice();
    await turn();
    const both = [open(), open()];
    for (const one of both) expect(one.read()?.payloads).toMatchObject([{ total: 1 }]);
    const [chunk, other] = both.map((one) => one.read());
    expect(chunk?.payloads).toMatchObject([{ state: 'RECONNECTING' }]);
    expect(other).toBe(chunk);
    expect(both.flatMap(read)).toEqual([]);
  });
});

test('a subscriber that waits for admission gets no statuses before its snapshot', async () => {
  Object.assign(sharedStream, { admission: new BatchAdmission(queueMicrotask, 600) });
  const rows = Array.from({ length: 600 }, (_, i) => oddsRow(i));
  load(...rows);
  await turn();
  const slow = open();
  slow.read();
  const waiting = open({ throttleMs: 1 });
  expect(read(waiting)).toEqual([]);
  load(...rows);
  await turn();
  expect(read(waiting)).toEqual([]);
  slow.close();
  expect(read(waiting)).toEqual([...Array(6).fill('OddsSnapshot'), 'CONNECTED', 'READY']);
});

test('a subscriber that resumes and waits for admission gets what has changed, and then READY', async () => {
  Object.assign(sharedStream, { admission: new BatchAdmission(queueMicrotask, 600) });
  load(...Array.from({ length: 700 }, (_, i) => oddsRow(i)));
  await turn();
  const before = open({ throttleMs: 1 });
  const resumeCursor = lastCursor(before);
  before.close();
  for (let i = 0; i < 700; i += 1) move(i, 1);
  await turn();
  const slow = open();
  slow.read();
  const resuming = open({ throttleMs: 1, resumeCursor });
  expect(read(resuming)).toEqual([]);
  slow.close();
  expect(read(resuming)).toEqual([...Array(7).fill('OddsUpdate'), 'READY']);
});

test.each([
  { what: 'a notice does not take the place of READY', isNotice: true, told: ['READY', 'NOTICE'] },
  { what: 'a new status is told once', isNotice: false, told: ['RECONNECTING'] },
])(
  'while the board has not reached the cursor of a subscriber, $what',
  async ({ isNotice, told }) => {
    sharedStream = newStream({ resumeWaitMs: 3_000 });
    load(oddsRow(1));
    await turn();
    const before = open();
    const [board, version] = String(lastCursor(before)).split(/(?<=\D)(?=\d+$)/);
    const ahead = open({ resumeCursor: `${board}${Number(version) + 1}` });
    before.close();
    if (isNotice) notice();
    else feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    move(1, 2);
    await turn();
    expect(read(ahead)).toEqual(told);
  },
);

describe('the throttle interval', () => {
  beforeEach(async () => {
    load(oddsRow(1), oddsRow(2));
    await turn();
  });

  test('delays a status until the changes before it are delivered', async () => {
    const subscriber = open({ throttleMs: 1_000 });
    read(subscriber);
    move(1, 2);
    await turn();
    expect(read(subscriber)).toEqual(['OddsUpdate']);
    move(1, 3);
    feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    await turn();
    clock.advance(999);
    expect(read(subscriber)).toEqual([]);
    clock.advance(1);
    await turn();
    expect(read(subscriber)).toEqual(['OddsUpdate', 'RECONNECTING']);
    feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    await turn();
    expect(read(subscriber)).toEqual(['RECONNECTING']); // There are no changes to wait for.
  });

  test('does not delay a status for subscribers without pending changes', async () => {
    const [early, other] = [
      open({ throttleMs: 1_000 }),
      open({ filter: { leagues: ['eredivisie'] }, throttleMs: 1_000 }),
    ];
    for (const subscriber of [early, other]) read(subscriber);
    clock.advance(5_000); // The shared snapshot has expired.
    move(1, 2);
    await turn();
    read(early);
    move(1, 3);
    const late = open({ throttleMs: 1_000 });
    expect(read(late)).toEqual(['OddsSnapshot']);
    feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    await turn();
    expect([early, late, other].map(read)).toEqual([[], ['RECONNECTING'], ['RECONNECTING']]);
  });

  test('does not delay a status for changes that come after it', async () => {
    load(...Array.from({ length: 60 }, (_, i) => oddsRow(i)));
    await turn();
    const [early, late] = [open({ throttleMs: 1_000 }), open({ throttleMs: 1_000 })];
    const received = [early, late].map(read);
    for (let tick = 0; tick < 60; tick += 1) {
      move(tick, 2);
      if (tick === 30) feed.onDegraded('RECONNECTING', 'The stream ended.', null);
      clock.advance(100);
      await turn();
      received[0]?.push(...read(early));
      if (tick >= 15) received[1]?.push(...read(late)); // It no longer reads when the topic releases its batches.
    }
    for (const all of received) expect(all).toContain('RECONNECTING');
  });
});

describe('within one throttle interval', () => {
  /** What a subscriber has and gets after an update that starts its interval, and then what happens. */
  async function outcomeOf(happens: () => void) {
    load(oddsRow(1));
    await turn();
    const subscriber = open({ throttleMs: 1_000 });
    const mirror = new LiveMirror();
    const take = () => {
      const taken = readAll(subscriber).filter((one) => one.__typename !== 'FeedStatus');
      for (const one of taken) mirror.apply(one);
      return taken;
    };
    take();
    move(1, 1);
    await turn();
    take();
    happens();
    await turn();
    clock.advance(1_000);
    await turn();
    return { events: take(), held: [...mirror.odds.keys()] };
  }

  test.each([
    { isRemoved: false, held: 1 },
    { isRemoved: true, held: 0 },
  ])('a price with more lines than its row notes leaves none of them behind: %j', async (price) => {
    const { held } = await outcomeOf(() => {
      for (let line = 101; line <= 165; line += 1) move(1, 2, { line });
      if (price.isRemoved) remove(1);
    });
    expect(held).toHaveLength(price.held);
  });

  test('a price that comes and goes is removed once, even if another one had its id', async () => {
    const other = { ...oddsRow(1), selection: 'Another' };
    const { events, held } = await outcomeOf(() => {
      for (const row of [oddsRow(1), other]) {
        remove(1);
        offer(row);
      }
      remove(1);
    });
    expect([events, held]).toMatchObject([[{ ids: ['1'] }], []]);
  });
});

test.each([0, 1_000])(
  'long work is spread over several turns of the event loop, and each subscriber gets its events in order, at most every %d ms',
  async (throttleMs) => {
    load(oddsRow(1));
    await turn();
    const slow = (): Projection<Odds, OddsPayload> => {
      const projection = oddsProjection({}, 100);
      const changes: typeof projection.changes = (...all) => {
        clock.stall(3);
        return projection.changes(...all);
      };
      return { ...projection, changes };
    };
    const subscribers = [1, 2, 3, 4, 5].map((i) =>
      sharedStream.subscribe({ ...oddsSpec({ throttleMs }), key: `${i}`, createProjection: slow }),
    );
    subscribers.forEach(read);
    if (throttleMs > 0) {
      move(1, 1);
      for (let seen = 0; seen < 5; seen += subscribers.flatMap(read).length) await turn();
    }
    move(1, 2);
    feed.onDegraded('RECONNECTING', 'The stream ended.', null);
    const delivered: string[][] = [[], [], [], [], []];
    const after: number[] = [];
    if (throttleMs > 0) {
      await turn(); // The interval holds the change back.
      clock.advance(throttleMs);
    }
    while (delivered.some((all) => all.length === 0)) {
      await turn();
      subscribers.forEach((subscriber, i) => void delivered[i]?.push(...read(subscriber)));
      after.push(delivered.filter((all) => all.length > 0).length);
    }
    expect(after).toEqual([2, 4, 5]);
    for (const all of delivered) expect(all).toEqual(['OddsUpdate', 'RECONNECTING']);
  },
);

test('changes that arrive in the same turn are delivered in one batch', async () => {
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

describe('a shared stream', () => {
  const refusal = new OddsgraphError('UNAUTHENTICATED', 'The API key was refused.');

  test('closes after the idle timeout if nobody ever subscribes', () => {
    clock.advance(IDLE_TIMEOUT_MS - 1);
    expect([closed, over]).toEqual([0, 0]);
    clock.advance(1);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('closes immediately if its subscribers leave before they have read anything', () => {
    const [one, two] = [open(), open()];
    one.close();
    expect([closed, over]).toEqual([0, 0]);
    two.close();
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });

  test('leaves no timers if upstream refuses it after its last subscriber has left', () => {
    load(oddsRow(1));
    const subscriber = open();
    read(subscriber);
    subscriber.close();
    expect(read(subscriber)).toEqual([]);
    feed.onEnd(refusal);
    expect(read(subscriber)).toEqual([]);
    expect([closed, over, clock.pendingTimers]).toEqual([1, 1, 0]);
  });
});

test('a topic without subscribers records no changes and drops its scheduled batch', async () => {
  load(oddsRow(1));
  const stays = open();
  const timers = clock.pendingTimers;
  let matched = 0;
  const createProjection = () => ({
    ...oddsProjection({}, 100),
    matches: () => {
      matched += 1;
      return true;
    },
  });
  const gone = sharedStream.subscribe({
    ...oddsSpec({ throttleMs: 1_000 }),
    key: 'gone',
    createProjection,
  });
  for (const version of [1, 2]) {
    move(1, version);
    await turn();
  }
  expect(clock.pendingTimers).toBe(timers + 1); // The second update waits for the throttle interval.
  move(1, 3);
  gone.close();
  expect(clock.pendingTimers).toBe(timers);
  move(1, 4);
  await turn();
  expect([matched, clock.pendingTimers]).toEqual([3, timers]);
  stays.close();
});

test('an event that comes onto the board takes a place, for which who has the most gives way', async () => {
  sharedStream = newStream({ topicsPerStreamMax: 2 });
  load(oddsRow(1));
  const coming = open({ filter: { eventIds: ['coming'] }, viewer: 'alice' });
  const [kept, ended] = ['one', 'two'].map((league) => openLeague(league, 'bob'));
  for (const subscriber of [coming, kept, ended])
    expect(subscriber && read(subscriber)).toContain('OddsSnapshot');
  offer({ ...oddsRow(2), event_id: 'coming' });
  await turn();
  expect(read(coming)).toContain('OddsUpdate');
  expect(() => ended?.read()).toThrow(/you had the most/);
  expect(kept && read(kept)).not.toContain('OddsSnapshot');
});

test('who comes back with a cursor and finds no place on the first snapshot is told so', () => {
  sharedStream = newStream({ topicsPerStreamMax: 1 });
  const [, refused] = [oddsRow(1), oddsRow(2)].map(({ event_id }) =>
    open({ filter: { eventIds: [event_id] }, resumeCursor: 'another-board.1' }),
  );
  load(oddsRow(1), oddsRow(2));
  expect(() => refused?.isBulk).not.toThrow(); // Its connection asks this before it reads.
  expect(() => refused?.read()).toThrow(/1 different subscriptions/);
});

test('a place goes to the next viewer of the same filter when the first one leaves', () => {
  sharedStream = newStream({ topicsPerStreamMax: 3 });
  load(oddsRow(1));
  const [first] = ['one', 'two', 'three'].map((league) => openLeague(league, 'alice'));
  const second = openLeague('one', 'bob');
  first?.close();
  openLeague('four', 'carol');
  expect(read(second)).toContain('OddsSnapshot');
  expect(() => openLeague('five', 'bob')).toThrow(/3 different subscriptions/);
});

test('a subscription of the key itself gives way to no viewer, even if a viewer came first', () => {
  sharedStream = newStream({ topicsPerStreamMax: 2 });
  load(oddsRow(1));
  for (const league of ['one', 'two']) openLeague(league, 'alice');
  const own = ['one', 'two'].map((league) => openLeague(league, null));
  expect(() => openLeague('three', 'carol')).toThrow(/2 different subscriptions/);
  for (const subscriber of own) expect(read(subscriber)).toContain('OddsSnapshot');
});

test('the newest topic gives way, even if its viewer has meanwhile subscribed to an older one again', () => {
  sharedStream = newStream({ topicsPerStreamMax: 2 });
  load(oddsRow(1));
  const [older, newer] = ['one', 'two'].map((league) => openLeague(league, 'alice'));
  openLeague('one', 'alice').close();
  openLeague('three', 'bob');
  expect(older && read(older)).toContain('OddsSnapshot');
  expect(() => newer?.read()).toThrow(/you had the most/);
});

test('a place is free again when the viewer to whom it was handed leaves', () => {
  sharedStream = newStream({ topicsPerStreamMax: 1 });
  load(oddsRow(1));
  const [first, last] = ['alice', 'bob'].map((viewer) => openLeague('one', viewer));
  if (last) read(last);
  first?.close();
  last?.close();
  expect(read(openLeague('two', 'carol'))).toContain('OddsSnapshot');
});

test('a read of the board waits on if the stream is lost as soon as it is READY', async () => {
  let isOver = false;
  const { promise: deadline } = Promise.withResolvers<never>();
  const reading = sharedStream.readBoard(deadline).finally(() => {
    isOver = true;
  });
  load(oddsRow(1));
  feed.onDegraded('RECONNECTING', 'The stream ended.', null);
  await turn();
  expect(isOver).toBe(false);
  load(oddsRow(1), oddsRow(2));
  expect((await reading).map(({ id }) => id)).toEqual(['1', '2']);
});
