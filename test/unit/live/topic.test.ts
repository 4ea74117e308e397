import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { noteFormerLine } from '../../../src/live/board/odds-rows.ts';
import { VersionedRows } from '../../../src/live/board/versioned-rows.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import { type BatchCache, newBatchCache } from '../../../src/live/topics/batch-cache.ts';
import { StatusLog } from '../../../src/live/topics/feed-status.ts';
import { type OddsPayload, oddsProjection } from '../../../src/live/topics/odds-projection.ts';
import { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Throttle } from '../../../src/live/topics/throttle.ts';
import { Topic } from '../../../src/live/topics/topic.ts';
import { OddsModel } from '../../../src/models/odds.ts';
import { readAll } from '../../harness/feeds/odds-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';

let clock: ManualClock;
let board: VersionedRows<Odds>;
let batchCache: BatchCache;
let admission: BatchAdmission;

beforeEach(() => {
  clock = new ManualClock();
  board = new VersionedRows();
  batchCache = newBatchCache();
  admission = new BatchAdmission(queueMicrotask);
});

const cursors = {
  encode: (version: number) => `version ${version}`,
  decode: (cursor: string) => Number(cursor.split(' ')[1]),
};

interface Reading {
  readonly topic: Topic<Odds, OddsPayload>;
  readonly subscriber: Subscriber<Odds, OddsPayload>;
}

function topicFor({ throttleMs = 0, chunkSize = 100, filter = {} } = {}): Topic<Odds, OddsPayload> {
  const projection = oddsProjection(filter, chunkSize);
  return new Topic({ board, projection, clock, throttleMs, cursors, batchCache });
}

function subscriberOf(topic: Topic<Odds, OddsPayload>, after: number | null = null): Reading {
  const source = { hasSnapshot: true, statuses: new StatusLog(), admission, error: null };
  const resume = { cursor: after === null ? null : cursors.encode(after), waits: false };
  return { topic, subscriber: new Subscriber(source, topic, resume, () => {}) };
}

/** Reads everything that is available to a subscriber. */
function read({ subscriber }: Reading): OddsPayload[] {
  return readAll(subscriber).filter((one) => one.__typename !== 'FeedStatus');
}

function ids(payload: OddsPayload | undefined): string[] {
  if (payload === undefined) return [];
  return payload.__typename === 'OddsRemoval'
    ? payload.ids
    : payload.odds.map((odds) => String(odds.id));
}

/** Changes the board as a shared stream does: topics record each change and flush once. */
function change(topics: readonly Topic<Odds, OddsPayload>[], ...rows: Odds[]): void {
  for (const row of rows) {
    const earlier = board.get(row.id) ?? board.removed(row.id);
    if (earlier !== undefined) noteFormerLine(row, earlier, board.version + 1);
    const entry = board.put(row.id, row);
    for (const topic of topics) topic.recordIfMatching(entry);
  }
  for (const topic of topics) topic.flush();
}

test('a snapshot is made again after more than two thousand changes', () => {
  const topic = topicFor();
  const first = subscriberOf(topic).subscriber.read();
  change([topic], ...Array.from({ length: 2_000 }, (_, i) => oddsRow(i)));
  expect(subscriberOf(topic).subscriber.read()).toBe(first);
  change([topic], oddsRow(0, 1));
  expect(subscriberOf(topic).subscriber.read()).not.toBe(first);
});

describe('an update', () => {
  test('counts conflated changes once, however many events it has', () => {
    const topic = topicFor({ chunkSize: 1 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], oddsRow(1), oddsRow(2), oddsRow(1, 1), oddsRow(2, 1));
    const events = read(reading).map((one) => [ids(one), 'conflated' in one && one.conflated]);
    expect(events).toEqual([
      [['1'], 2],
      [['2'], 0],
    ]);
  });

  test('has what still waits for the throttle interval if its reader has fallen behind, and not again', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], oddsRow(1, 1));
    clock.advance(1_000);
    for (const version of [2, 3]) change([topic], oddsRow(1, version));
    const events = read(reading);
    clock.advance(1_000);
    events.push(...read(reading));
    expect(events).toMatchObject([{ conflated: 2 }]);
  });

  test('of many prices comes in several chunks that count as one update for the throttle interval', () => {
    const topic = topicFor({ chunkSize: 50, throttleMs: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], ...Array.from({ length: 1_100 }, (_, i) => oddsRow(i)));
    const chunks = [reading.subscriber.read(), reading.subscriber.read()];
    change([topic], oddsRow(0, 1));
    clock.advance(1_000); // The next one is released before this one has been read.
    chunks.push(reading.subscriber.read(), reading.subscriber.read());
    expect(chunks.map((chunk) => chunk?.payloads.length)).toEqual([10, 10, 2, 1]);
    const cursors = chunks.map((chunk) => {
      const last = chunk?.payloads.at(-1);
      return last && 'cursor' in last ? last.cursor : null;
    });
    expect(cursors).toEqual(['version 0', 'version 0', 'version 1100', 'version 1101']);
  });

  test.each([63, 64, 2_500, 2_600, 6_000])('has all of %i prices', (count) => {
    const topic = topicFor({ throttleMs: 60_000, chunkSize: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], oddsRow(0));
    expect(read(reading).map(ids)).toEqual([['0']]);
    const rows = Array.from({ length: count }, (_, i) => oddsRow(i, 1));
    change([topic], ...rows);
    const entry = board.put('7', oddsRow(7, 2));
    topic.recordIfMatching(entry);
    topic.recordIfMatching(entry); // The index may find a topic twice.
    clock.advance(60_000);
    const events = read(reading);
    expect(new Set(events.flatMap(ids)).size).toBe(count);
    expect(events[0]).toMatchObject({ conflated: 1 });
  });
});

test('two changes of one version, as a copy of a board may have them, are both delivered', () => {
  board = new VersionedRows(undefined, { isSameRow: () => false });
  board.put('1', oddsRow(1));
  const topic = topicFor();
  const reading = subscriberOf(topic);
  read(reading);
  const change = { id: '1', value: oddsRow(1, 1), version: 2, isRemoved: false };
  for (const entry of board.replicate(change)) topic.recordIfMatching(entry);
  topic.flush();
  expect(read(reading).map(({ __typename }) => __typename)).toEqual(['OddsRemoval', 'OddsUpdate']);
});

describe('the throttle interval', () => {
  test('counts from an update for who reads it within 5 ms, and else from the moment when it is read', () => {
    const throttle = new Throttle(clock, 1_000, () => {});
    throttle.schedule(() => {});
    const emittedAt = clock.monotonic();
    clock.advance(5);
    expect(throttle.nextUpdateAt).toBe(emittedAt + 1_000);
    clock.advance(1);
    expect(throttle.nextUpdateAt).toBe(emittedAt + 1_006);
  });

  test('wakes subscribers at the earliest time that any of them waits for', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    const begun = clock.monotonic();
    const woken: number[] = [];
    topic.subscribers.add({ wake: () => woken.push(clock.monotonic() - begun) });
    for (const wait of [300, 100, 200]) expect(topic.throttle.deferUntil(begun + wait)).toBe(true);
    clock.advance(250);
    expect(woken).toEqual([100]); // All are woken, and those that are too early wait again.
    expect(topic.throttle.deferUntil(begun + 300)).toBe(true);
    clock.advance(50);
    expect(woken).toEqual([100, 300]);
    expect(topic.throttle.deferUntil(begun + 300)).toBe(false);
  });
});

describe('the batch cache', () => {
  beforeEach(() => {
    batchCache = newBatchCache(10);
    change([], ...[1, 2, 3, 4, 5, 6].map((i) => oddsRow(i)));
  });

  test('is bounded over all topics, and an evicted snapshot is made again', () => {
    batchCache = newBatchCache(1_000);
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [old, young] = [topicFor({ chunkSize: 250 }), topicFor()];
    const reading = subscriberOf(old);
    const first = reading.subscriber.read();
    const second = subscriberOf(young).subscriber.read();
    expect(subscriberOf(young).subscriber.read()).toBe(second);
    expect(subscriberOf(old).subscriber.read()).not.toBe(first);
    // A subscriber that is reading it continues.
    expect(read(reading).map((part) => [part.__typename, ids(part).length])).toEqual([
      ['OddsSnapshot', 100],
    ]);
  });

  test('is bounded in a quiet topic, from however many versions subscribers resume', () => {
    const topic = topicFor();
    change([topic], oddsRow(7));
    const chunks = [0, 1, 2].map((version) => subscriberOf(topic, version).subscriber.read());
    expect(subscriberOf(topic, 2).subscriber.read()).toBe(chunks[2]);
    expect(subscriberOf(topic, 0).subscriber.read()).not.toBe(chunks[0]);
  });

  test('may hold a single batch that is larger than the bound', () => {
    change([], ...Array.from({ length: 20 }, (_, i) => oddsRow(i)));
    const topic = topicFor();
    const first = subscriberOf(topic).subscriber.read();
    expect(subscriberOf(topic).subscriber.read()).toBe(first);
    clock.advance(5_000);
    expect(clock.pendingTimers).toBe(0);
    expect(subscriberOf(topic).subscriber.read()).not.toBe(first);
  });
});

describe('a batch of several chunks', () => {
  test.each([
    [1, 1_120, [500, 500, 120]],
    [100, 1_100, [5, 5, 1]],
    [1_000, 1_100, [1, 1]],
  ])('has chunks of about 500 prices, in events of %i', (chunkSize, rows, lengths) => {
    change([], ...Array.from({ length: rows }, (_, i) => oddsRow(i)));
    const { subscriber } = subscriberOf(topicFor({ chunkSize }));
    const chunks = Array.from(lengths, () => subscriber.read()?.payloads.length);
    expect([chunks, subscriber.read()]).toEqual([lengths, null]);
  });

  const isReading = ({ subscriber }: Reading) => subscriber.read() !== null;
  let woken: string[];

  /** Two subscribers of different topics: the first one's batch fills the room, so the second one waits. */
  function subscribers(): [Reading, Reading] {
    admission = new BatchAdmission(queueMicrotask, 600);
    woken = [];
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [first, second] = [subscriberOf(topicFor()), subscriberOf(topicFor({ chunkSize: 99 }))];
    first.subscriber.onWake(() => woken.push('first'));
    second.subscriber.onWake(() => woken.push('second'));
    expect([isReading(first), isReading(second)]).toEqual([true, false]);
    return [first, second];
  }

  test('does not delay batches of a single chunk', () => {
    subscribers();
    const topic = topicFor({ filter: { eventIds: ['none'] } });
    expect(isReading(subscriberOf(topic))).toBe(true);
  });

  test('is no bulk work for who was woken to read it: that turn was waited for already', async () => {
    const [first, second] = subscribers();
    first.subscriber.close();
    await turn();
    expect([woken, second.subscriber.isBulk]).toEqual([['second'], false]);
  });

  test('is read when there is room, first come, first served, and takes room once for all who read it', async () => {
    admission = new BatchAdmission(queueMicrotask, 1_000);
    change([], ...Array.from({ length: 1_200 }, (_, i) => oddsRow(i)));
    const filter = { leagues: ['nba'] }; // Half of them.
    const ofNba = topicFor({ filter });
    const others = [99, 98].map((chunkSize) => topicFor({ chunkSize, filter }));
    const readings = [topicFor(), ofNba, ...others].map((topic) => subscriberOf(topic));
    expect(readings.map(isReading)).toEqual([true, false, false, false]);
    const turns: number[] = [];
    for (const [i, reading] of readings.entries()) {
      reading.subscriber.onWake(() => isReading(reading) && turns.push(i));
    }
    const closed = async (reading: Reading | undefined) => {
      reading?.subscriber.close();
      await turn();
      return [...turns];
    };
    expect(await closed(readings[0])).toEqual([1, 2]);
    const same = subscriberOf(ofNba);
    expect(isReading(same)).toBe(true);
    expect(await closed(readings[1])).toEqual([1, 2]);
    expect(await closed(same)).toEqual([1, 2, 3]);
  });

  test('is not offered to a subscriber that has left', async () => {
    const [first, second] = subscribers();
    const third = subscriberOf(topicFor({ chunkSize: 98 }));
    third.subscriber.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    second.subscriber.close();
    first.subscriber.close();
    await turn();
    expect(woken).toEqual(['third']);
  });
});

test('the former keys of prices whose lines have moved cost no more in small events than in large ones', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => oddsRow(i));
  const projection = oddsProjection({}, 1);
  for (const row of rows) board.put(row.id, row);
  const from = { version: board.version, count: 0 };
  for (const row of rows) {
    const moved = { ...row, line: 7 };
    noteFormerLine(moved, row, board.version + 1);
    board.put(row.id, moved);
  }
  const changes = board.changesSince(from.version, () => true);
  const range = { from, to: { version: board.version, count: 0 } };
  const payloads = projection.changes(changes, range, 0, cursors.encode);
  const key = vi.spyOn(OddsModel.prototype, 'key', 'get');
  const events = Array.from({ length: payloads?.count ?? 0 }, (_, i) => payloads?.at(i));
  const replaced = events.flatMap((event) =>
    event?.__typename === 'OddsUpdate' ? event.replacedKeys : [],
  );
  expect(replaced).toHaveLength(5_000);
  expect(key.mock.calls.length).toBeLessThanOrEqual(3 * 5_000);
});

test('a status is told that came before more notices than are kept', () => {
  const log = new StatusLog();
  const add = (state: 'CONNECTED' | 'STALE' | 'NOTICE', count: number) => {
    for (let i = 0; i < count; i += 1) {
      log.add({ __typename: 'FeedStatus', state, code: null, message: null, at: '' }, 0);
    }
  };
  add('CONNECTED', 1);
  add('STALE', 1);
  add('NOTICE', 150);
  const states = log.since(0)?.payloads.map(({ state }) => state);
  expect([states?.length, states?.[0], states?.[1]]).toEqual([101, 'STALE', 'NOTICE']);
});
