import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { VersionedRows } from '../../../src/live/board/versioned-rows.ts';
import { BatchAdmission } from '../../../src/live/topics/batch-admission.ts';
import { BatchCache } from '../../../src/live/topics/batch-cache.ts';
import { StatusLog } from '../../../src/live/topics/feed-status.ts';
import { type OddsPayload, oddsProjection } from '../../../src/live/topics/odds-projection.ts';
import { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Topic } from '../../../src/live/topics/topic.ts';
import { LiveMirror } from '../../harness/clients/live-mirror.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';

let clock: ManualClock;
let board: VersionedRows<Odds>;
let batchCache: BatchCache;
let admission: BatchAdmission;

beforeEach(() => {
  clock = new ManualClock();
  board = new VersionedRows();
  batchCache = new BatchCache();
  admission = new BatchAdmission();
});

const cursorAt = (version: number) => `version ${version}`;

interface Reading {
  readonly topic: Topic<Odds, OddsPayload>;
  readonly subscriber: Subscriber<Odds, OddsPayload>;
}

function topicFor({ throttleMs = 0, chunkSize = 100, filter = {} } = {}): Topic<Odds, OddsPayload> {
  const projection = oddsProjection(filter, chunkSize);
  return new Topic({ board, projection, clock, throttleMs, cursorAt, batchCache });
}

function subscriberOf(topic: Topic<Odds, OddsPayload>, after: number | null = null): Reading {
  const { version } = board;
  const source = { hasSnapshot: true, version, statuses: new StatusLog(), admission, error: null };
  const resume = { version: () => after, waits: false };
  return { topic, subscriber: new Subscriber(source, topic, resume, () => {}) };
}

/** Reads everything that is available to a subscriber. */
function read({ subscriber }: Reading): OddsPayload[] {
  const payloads: OddsPayload[] = [];
  for (let chunk = subscriber.read(); chunk !== null; chunk = subscriber.read()) {
    for (const payload of chunk.payloads) {
      if (payload.__typename !== 'FeedStatus') payloads.push(payload);
    }
  }
  return payloads;
}

function ids(payload: OddsPayload | undefined): string[] {
  if (payload === undefined) return [];
  return payload.__typename === 'OddsRemoval'
    ? payload.ids
    : payload.odds.map((odds) => String(odds.id));
}

/** A subscriber that checks the time between updates. A slow one does not read when it is woken. */
class TimedSubscriber {
  readonly held = new Map<string, number>();
  /** Changes that were delivered or counted as conflated. */
  counted = 0;
  resumed = false;
  readonly #topic: Topic<Odds, OddsPayload>;
  readonly #isSlow: boolean;
  #reading: Reading;
  #cursorVersion: number | null = null;
  #updatedAt = Number.NEGATIVE_INFINITY;

  constructor(topic: Topic<Odds, OddsPayload>, isSlow: boolean) {
    this.#topic = topic;
    this.#isSlow = isSlow;
    this.#reading = this.#open();
    this.read(); // The empty board, so that every change is counted.
  }

  read(): void {
    for (const payload of read(this.#reading)) {
      if (payload.__typename === 'OddsRemoval') continue;
      for (const { id, american } of payload.odds) this.held.set(String(id), american);
      this.#cursorVersion = Number(payload.cursor.replace('version ', ''));
      if (payload.__typename !== 'OddsUpdate') continue;
      this.counted += payload.odds.length + payload.conflated;
      expect(clock.now() - this.#updatedAt).toBeGreaterThanOrEqual(1_000);
      this.#updatedAt = clock.now();
    }
  }

  /** Resumes from the last version it has read, as a new connection does. */
  resume(): void {
    this.resumed = true;
    this.#reading.subscriber.close();
    this.#updatedAt = Number.NEGATIVE_INFINITY;
    this.#reading = this.#open();
  }

  #open(): Reading {
    const reading = subscriberOf(this.#topic, this.#cursorVersion);
    if (!this.#isSlow) reading.subscriber.onWake(() => this.read());
    return reading;
  }
}

/** Changes the board as a shared stream does: topics record each change and flush once. */
function change(topics: readonly Topic<Odds, OddsPayload>[], ...rows: Odds[]): void {
  for (const row of rows) {
    const entry = board.put(row.id, row);
    for (const topic of topics) topic.recordIfMatching(entry);
  }
  for (const topic of topics) topic.flush();
}

function withdraw(topics: readonly Topic<Odds, OddsPayload>[], ...removed: string[]): void {
  for (const id of removed) {
    const entry = board.remove(id);
    if (entry !== undefined) for (const topic of topics) topic.recordIfMatching(entry);
  }
  for (const topic of topics) topic.flush();
}

describe('a snapshot', () => {
  test('comes in parts of the requested size, and only the last part has a cursor to resume from', () => {
    change([], ...[1, 2, 3, 4, 5].map((i) => oddsRow(i)));
    const parts = read(subscriberOf(topicFor({ chunkSize: 2 })));
    expect(parts.map((part) => ({ ...part, odds: ids(part).length }))).toEqual(
      [0, 2, 4].map((offset) => ({
        __typename: 'OddsSnapshot',
        odds: offset === 4 ? 1 : 2,
        total: 5,
        offset,
        isLast: offset === 4,
        cursor: offset === 4 ? 'version 5' : 'version 0',
      })),
    );
  });

  test('of an empty board is delivered too', () => {
    const [part, ...more] = read(subscriberOf(topicFor()));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', odds: [], total: 0, isLast: true });
    expect(more).toEqual([]);
  });

  test('is shared by subscribers that join within five seconds', () => {
    change([], oddsRow(1));
    const topic = topicFor();
    const [first, second] = [
      subscriberOf(topic).subscriber.read(),
      subscriberOf(topic).subscriber.read(),
    ];
    expect(second).toBe(first);
    clock.advance(5_000);
    expect(subscriberOf(topic).subscriber.read()).not.toBe(first);
  });

  test('is made again after more than two thousand changes', () => {
    const topic = topicFor();
    const first = subscriberOf(topic).subscriber.read();
    change([topic], ...Array.from({ length: 2_000 }, (_, i) => oddsRow(i)));
    expect(subscriberOf(topic).subscriber.read()).toBe(first);
    change([topic], oddsRow(0, 1));
    expect(subscriberOf(topic).subscriber.read()).not.toBe(first);
  });

  test('that is shared is followed by the changes since it was made', () => {
    const topic = topicFor();
    read(subscriberOf(topic));
    change([topic], oddsRow(1));
    const [part, update] = read(subscriberOf(topic));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', total: 0 });
    expect([update?.__typename, ids(update)]).toEqual(['OddsUpdate', ['1']]);
  });

  test('contains changes that are still throttled, which are not delivered again', () => {
    const topic = topicFor({ throttleMs: 60_000 });
    const early = subscriberOf(topic);
    read(early);
    change([topic], oddsRow(1));
    clock.advance(5_000);
    change([topic], oddsRow(2));
    const late = subscriberOf(topic);
    expect(read(late).map(ids)).toEqual([['1', '2']]);
    expect(read(early).map(ids)).toEqual([['1']]);
    clock.advance(60_000);
    expect(read(late)).toEqual([]);
    expect(read(early).map(ids)).toEqual([['2']]);
  });
});

describe('an update', () => {
  test('has at most the requested number of prices, removals come first, and only the last event moves the cursor', () => {
    change([], oddsRow(8), oddsRow(9));
    const topic = topicFor({ chunkSize: 2 });
    const reading = subscriberOf(topic);
    read(reading);
    for (const i of [1, 2, 3]) topic.recordIfMatching(board.put(String(i), oddsRow(i)));
    withdraw([topic], '8', '9');
    const events = read(reading);
    expect(events.map((one) => [one.__typename, ids(one), one.cursor])).toEqual([
      ['OddsRemoval', ['8', '9'], 'version 2'],
      ['OddsUpdate', ['1', '2'], 'version 2'],
      ['OddsUpdate', ['3'], 'version 7'],
    ]);
  });

  test('is one chunk for all subscribers at the newest version', () => {
    const topic = topicFor();
    const readings = [subscriberOf(topic), subscriberOf(topic), subscriberOf(topic)];
    for (const reading of readings) read(reading);
    change([topic], oddsRow(1), oddsRow(2));
    const chunks = new Set(readings.map(({ subscriber }) => subscriber.read()));
    expect(chunks.size).toBe(1);
    expect([...chunks][0]?.payloads).toHaveLength(1);
  });

  test('is one chunk for all subscribers that fell behind to the same version', () => {
    const topic = topicFor();
    const readings = [subscriberOf(topic), subscriberOf(topic)];
    for (const reading of readings) read(reading);
    for (const version of [1, 2, 3]) change([topic], oddsRow(1, version));
    const [chunk, other] = readings.map(({ subscriber }) => subscriber.read());
    expect(other).toBe(chunk);
    expect(chunk?.payloads).toMatchObject([{ __typename: 'OddsUpdate', conflated: 2 }]);
  });

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

  test('wakes every subscriber once, and only if it concerns the topic', () => {
    const topic = topicFor({ filter: { sportsbooks: ['fanduel'] } });
    let woken = 0;
    topic.subscribe(() => {
      woken += 1;
    });
    const entry = board.put('1', { ...oddsRow(1), sportsbook: 'draftkings' });
    expect(topic.recordIfMatching(entry)).toBe(false);
    const concerning = board.put('2', { ...oddsRow(2), sportsbook: 'fanduel' });
    expect(topic.recordIfMatching(concerning)).toBe(true);
    topic.flush();
    expect(woken).toBe(1);
  });

  test('counts a change once even if the index finds the topic twice', () => {
    const topic = topicFor();
    const reading = subscriberOf(topic);
    read(reading);
    const entry = board.put('1', oddsRow(1));
    topic.recordIfMatching(entry);
    topic.recordIfMatching(entry);
    topic.flush();
    expect(read(reading)).toMatchObject([{ conflated: 0 }]);
  });
});

describe('the throttle interval', () => {
  test('allows one update per interval, which counts the conflated changes', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    const taken: number[] = [];
    let delivered = 0;
    let conflated = 0;
    for (let ms = 0; ms < 5_000; ms += 100) {
      change([topic], oddsRow(1, ms), oddsRow(2, ms));
      for (const payload of read(reading)) {
        if (payload.__typename !== 'OddsUpdate') continue;
        taken.push(ms);
        delivered += payload.odds.length;
        conflated += payload.conflated;
        const newest = 100 + Math.max(0, ms - 100);
        expect(payload.odds.map((odds) => odds.american)).toEqual([newest, newest]);
      }
      clock.advance(100);
    }
    expect(taken).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(delivered + conflated).toBe(2 * 40); // All changes before the last of these updates.
    clock.advance(1_000);
    expect(read(reading)).toMatchObject([{ conflated: 2 * 10 - 2 }]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('applies to subscribers that fall behind or resume at any time, and no change is lost', () => {
    type Batch = { readonly put: number } | { readonly passMs: number } | SubscriberBatch;
    type SubscriberBatch = { readonly does: 'read' | 'resume'; readonly subscriber: number };
    const batch: fc.Arbitrary<Batch> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ put: fc.nat({ max: 4 }) }) },
      { weight: 3, arbitrary: fc.record({ passMs: fc.constantFrom(50, 300, 999, 1_000) }) },
      fc.record({ does: fc.constantFrom('read', 'resume'), subscriber: fc.nat({ max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 60, size: 'max' }), (batches) => {
        [clock, board] = [new ManualClock(), new VersionedRows()];
        const topic = topicFor({ throttleMs: 1_000 });
        const subscribers = [true, false, false, true].map(
          (isSlow) => new TimedSubscriber(topic, isSlow),
        );
        let version = 0;
        for (const one of batches) {
          if ('put' in one) {
            version += 1;
            change([topic], oddsRow(one.put, version));
          } else if ('passMs' in one) clock.advance(one.passMs);
          else if (one.does === 'read') subscribers[one.subscriber]?.read();
          else subscribers[one.subscriber]?.resume();
        }
        clock.advance(1_000);
        for (const subscriber of subscribers) subscriber.read();
        clock.advance(1_000); // A subscriber that has just caught up waits an interval for what came meanwhile.
        const expected = new Map([...board.entries()].map((e) => [e.id, e.value.odds_american]));
        for (const subscriber of subscribers) {
          subscriber.read();
          expect(subscriber.held).toEqual(expected);
          expect(subscriber.counted).toBe(subscriber.resumed ? subscriber.counted : version);
        }
        topic.close();
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test('starts for a resumed subscriber when it reads what it missed', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    change([topic], oddsRow(1), oddsRow(2));
    const back = subscriberOf(topic, 1);
    let woken = 0;
    back.subscriber.onWake(() => {
      woken += 1;
    });
    clock.advance(5_000);
    expect(read(back).map(ids)).toEqual([['2']]);
    clock.advance(10);
    change([topic], oddsRow(1, 1));
    expect(read(back)).toEqual([]);
    clock.advance(989);
    woken = 0;
    expect(read(back)).toEqual([]);
    clock.advance(1);
    expect(woken).toBe(1);
    expect(read(back).map(ids)).toEqual([['1']]);
  });

  test('wakes subscribers at the earliest time that any of them waits for', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    const begun = clock.monotonic();
    const woken: number[] = [];
    topic.subscribe(() => woken.push(clock.monotonic() - begun));
    for (const wait of [300, 100, 200]) expect(topic.throttle.deferUntil(begun + wait)).toBe(true);
    clock.advance(250);
    expect(woken).toEqual([100]); // All are woken, and those that are too early wait again.
    expect(topic.throttle.deferUntil(begun + 300)).toBe(true);
    clock.advance(50);
    expect(woken).toEqual([100, 300]);
    expect(topic.throttle.deferUntil(begun + 300)).toBe(false);
  });

  test('leaves no timers when the topic closes', () => {
    const topic = topicFor({ throttleMs: 1_000 });
    change([topic], oddsRow(1));
    change([topic], oddsRow(1, 1));
    expect(clock.pendingTimers).toBe(1);
    expect(topic.throttle.deferUntil(clock.monotonic() + 60_000)).toBe(true);
    topic.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the batch cache', () => {
  beforeEach(() => {
    batchCache = new BatchCache(10);
    change([], ...[1, 2, 3, 4, 5, 6].map((i) => oddsRow(i)));
  });

  test('is bounded over all topics, and an evicted snapshot is made again', () => {
    batchCache = new BatchCache(1_000);
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
    admission = new BatchAdmission({ rowsMax: 600 });
    woken = [];
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [first, second] = [subscriberOf(topicFor()), subscriberOf(topicFor({ chunkSize: 99 }))];
    first.subscriber.onWake(() => woken.push('first'));
    second.subscriber.onWake(() => woken.push('second'));
    expect([isReading(first), isReading(second)]).toEqual([true, false]);
    return [first, second];
  }

  const microtasks = () => new Promise((resolve) => setImmediate(resolve));

  test('waits until earlier subscribers have read theirs', async () => {
    const [first, second] = subscribers();
    read(first);
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(read(second).flatMap(ids)).toHaveLength(600);
  });

  test('waits until earlier subscribers have left', async () => {
    const [first, second] = subscribers();
    first.subscriber.close();
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(isReading(second)).toBe(true);
  });

  test('does not delay batches of a single chunk', () => {
    subscribers();
    const topic = topicFor({ filter: { eventIds: ['none'] } });
    expect(isReading(subscriberOf(topic))).toBe(true);
  });

  test('starts no throttle interval while it waits', async () => {
    const [first] = subscribers();
    const third = subscriberOf(topicFor({ throttleMs: 1_000 }), 0);
    third.subscriber.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    first.subscriber.close();
    await microtasks();
    expect(woken).toContain('third');
    expect(read(third).flatMap(ids)).toHaveLength(600);
  });

  test('is not offered to a subscriber that has left', async () => {
    const [first, second] = subscribers();
    const third = subscriberOf(topicFor({ chunkSize: 98 }));
    third.subscriber.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    second.subscriber.close();
    first.subscriber.close();
    await microtasks();
    expect(woken).toEqual(['third']);
  });
});

describe('a cursor', () => {
  test('that the board remembers leads to the changes since then instead of a snapshot', () => {
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    const topic = topicFor();
    withdraw([topic], '1');
    change([topic], oddsRow(2, 5));
    const events = read(subscriberOf(topic, 3));
    expect(events.map((one) => [one.__typename, ids(one)])).toEqual([
      ['OddsRemoval', ['1']],
      ['OddsUpdate', ['2']],
    ]);
  });

  test('of the newest version leads to no events', () => {
    change([], oddsRow(1));
    expect(read(subscriberOf(topicFor(), 1))).toEqual([]);
  });

  test('that the board has forgotten leads to a snapshot', () => {
    board = new VersionedRows(1);
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    withdraw([], '1', '2');
    const events = read(subscriberOf(topicFor(), 3));
    expect(events.map((one) => [one.__typename, ids(one)])).toEqual([['OddsSnapshot', ['3']]]);
  });

  test('of the future leads to a snapshot', () => {
    change([], oddsRow(1));
    expect(read(subscriberOf(topicFor(), 9))[0]?.__typename).toBe('OddsSnapshot');
  });
});

test('a subscriber whose version the board has forgotten gets a new snapshot and ends up with the right prices', () => {
  type Batch = { readonly put: number } | { readonly remove: number } | { readonly read: number };
  const row = fc.nat({ max: 7 });
  const batch: fc.Arbitrary<Batch> = fc.oneof(
    fc.record({ put: row }),
    fc.record({ remove: row }),
    fc.record({ read: fc.nat({ max: 2 }) }),
  );
  let lost = 0;
  fc.assert(
    fc.property(
      fc.array(batch, { maxLength: 60, size: 'max' }),
      fc.constantFrom(0, 1_000),
      (batches, throttleMs) => {
        board = new VersionedRows(2);
        clock = new ManualClock();
        const topic = topicFor({ throttleMs, chunkSize: 3 });
        const subscribers = [0, 1, 2].map(() => ({
          reading: subscriberOf(topic),
          mirror: new LiveMirror<{ id: string; american: number }>(),
          snapshots: 0,
        }));
        const take = ({ reading, mirror }: (typeof subscribers)[number]) => {
          for (const one of read(reading)) {
            if (one.__typename === 'OddsSnapshot' && one.offset === 0 && board.version > 0)
              lost += 1;
            mirror.apply(
              one.__typename === 'OddsRemoval'
                ? one
                : {
                    ...one,
                    odds: one.odds.map((o) => ({ id: String(o.id), american: o.american })),
                  },
            );
          }
        };
        let version = 0;
        for (const one of batches) {
          version += 1;
          clock.advance(version % 7 === 0 ? 300 : 0);
          if ('put' in one) change([topic], oddsRow(one.put, version));
          else if ('remove' in one) withdraw([topic], String(one.remove));
          else for (const subscriber of subscribers.slice(one.read, one.read + 1)) take(subscriber);
        }
        clock.advance(1_000);
        for (const subscriber of subscribers) {
          take(subscriber);
          const expected = new Map(
            [...board.entries()].map(({ id, value }) => [id, value.odds_american]),
          );
          const held = [...subscriber.mirror.odds.values()].map((o) => [o.id, o.american] as const);
          expect(new Map(held)).toEqual(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(lost).toBeGreaterThan(300);
});
