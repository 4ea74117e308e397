import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { VersionedBoard } from '../../../src/live/board/versioned-board.ts';
import { BatchCache } from '../../../src/live/topics/batch-cache.ts';
import { StatusLog } from '../../../src/live/topics/feed-status.ts';
import { type OddsPayload, oddsProjection } from '../../../src/live/topics/odds-projection.ts';
import { SnapshotAdmission } from '../../../src/live/topics/snapshot-admission.ts';
import { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Topic } from '../../../src/live/topics/topic.ts';
import { LiveMirror } from '../../harness/clients/live-mirror.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';

let clock: ManualClock;
let board: VersionedBoard<Odds>;
let batchCache: BatchCache;
let admission: SnapshotAdmission;

beforeEach(() => {
  clock = new ManualClock();
  board = new VersionedBoard();
  batchCache = new BatchCache();
  admission = new SnapshotAdmission();
});

const cursorAt = (version: number) => `place ${version}`;

interface Reading {
  readonly topic: Topic<Odds, OddsPayload>;
  readonly subscriber: Subscriber<Odds, OddsPayload>;
}

function topicFor({ conflateMs = 0, chunkSize = 100, filter = {} } = {}): Topic<Odds, OddsPayload> {
  const projection = oddsProjection(filter, chunkSize);
  return new Topic({ board, projection, clock, conflateMs, cursorAt, batchCache });
}

function subscriberOf(topic: Topic<Odds, OddsPayload>, after: number | null = null): Reading {
  const source = { isReady: true, statuses: new StatusLog(), admission, error: null };
  return { topic, subscriber: new Subscriber(source, topic, after, () => {}) };
}

/** All that a subscriber has to read now. */
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

/** A subscriber whose updates are timed, and who reads whenever it is woken, or only when it is told to. */
class Paced {
  readonly held = new Map<string, number>();
  /** Changes that were told, or said to be overtaken. */
  counted = 0;
  resumed = false;
  readonly #topic: Topic<Odds, OddsPayload>;
  readonly #isSlow: boolean;
  #reading: Reading;
  #place: number | null = null;
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
      this.#place = Number(payload.cursor.replace('place ', ''));
      if (payload.__typename !== 'OddsUpdate') continue;
      this.counted += payload.odds.length + payload.conflated;
      expect(clock.now() - this.#updatedAt).toBeGreaterThanOrEqual(1_000);
      this.#updatedAt = clock.now();
    }
  }

  /** Comes back to the place that it read last, as a new connection. */
  resume(): void {
    this.resumed = true;
    this.#reading.subscriber.close();
    this.#updatedAt = Number.NEGATIVE_INFINITY;
    this.#reading = this.#open();
  }

  #open(): Reading {
    const reading = subscriberOf(this.#topic, this.#place);
    if (!this.#isSlow) reading.subscriber.onWake(() => this.read());
    return reading;
  }
}

/** Changes the board as a shared stream does: topics note each change, and flush once. */
function change(topics: readonly Topic<Odds, OddsPayload>[], ...rows: Odds[]): void {
  for (const row of rows) {
    const entry = board.put(row.id, row);
    for (const topic of topics) topic.record(entry);
  }
  for (const topic of topics) topic.flush();
}

function withdraw(topics: readonly Topic<Odds, OddsPayload>[], ...removed: string[]): void {
  for (const id of removed) {
    const entry = board.remove(id);
    if (entry !== undefined) for (const topic of topics) topic.record(entry);
  }
  for (const topic of topics) topic.flush();
}

describe('a snapshot', () => {
  test('comes in parts of the size that was asked for, of which only the last names its place', () => {
    change([], ...[1, 2, 3, 4, 5].map((i) => oddsRow(i)));
    const parts = read(subscriberOf(topicFor({ chunkSize: 2 })));
    expect(parts.map((part) => ({ ...part, odds: ids(part).length }))).toEqual(
      [0, 2, 4].map((offset) => ({
        __typename: 'OddsSnapshot',
        odds: offset === 4 ? 1 : 2,
        total: 5,
        offset,
        isLast: offset === 4,
        cursor: offset === 4 ? 'place 5' : 'place 0',
      })),
    );
  });

  test('of nothing is told too', () => {
    const [part, ...more] = read(subscriberOf(topicFor()));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', odds: [], total: 0, isLast: true });
    expect(more).toEqual([]);
  });

  test('is made once for all who come within five seconds', () => {
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

  test('is made anew where more than two thousand changes have come since', () => {
    const topic = topicFor();
    const first = subscriberOf(topic).subscriber.read();
    change([topic], ...Array.from({ length: 2_000 }, (_, i) => oddsRow(i)));
    expect(subscriberOf(topic).subscriber.read()).toBe(first);
    change([topic], oddsRow(0, 1));
    expect(subscriberOf(topic).subscriber.read()).not.toBe(first);
  });

  test('that is used again is followed by what has changed since', () => {
    const topic = topicFor();
    read(subscriberOf(topic));
    change([topic], oddsRow(1));
    const [part, update] = read(subscriberOf(topic));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', total: 0 });
    expect([update?.__typename, ids(update)]).toEqual(['OddsUpdate', ['1']]);
  });

  test('shows what still waits for its time, which is not told again', () => {
    const topic = topicFor({ conflateMs: 60_000 });
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

describe('updates', () => {
  test('hold no more prices than was asked for, before removals, of which only the last moves on', () => {
    change([], oddsRow(8), oddsRow(9));
    const topic = topicFor({ chunkSize: 2 });
    const reading = subscriberOf(topic);
    read(reading);
    for (const i of [1, 2, 3]) topic.record(board.put(String(i), oddsRow(i)));
    withdraw([topic], '8', '9');
    const told = read(reading);
    expect(told.map((one) => [one.__typename, ids(one), one.cursor])).toEqual([
      ['OddsUpdate', ['1', '2'], 'place 2'],
      ['OddsUpdate', ['3'], 'place 2'],
      ['OddsRemoval', ['8', '9'], 'place 7'],
    ]);
  });

  test('are one chunk for all who keep batch', () => {
    const topic = topicFor();
    const readings = [subscriberOf(topic), subscriberOf(topic), subscriberOf(topic)];
    for (const reading of readings) read(reading);
    change([topic], oddsRow(1), oddsRow(2));
    const chunks = new Set(readings.map(({ subscriber }) => subscriber.read()));
    expect(chunks.size).toBe(1);
    expect([...chunks][0]?.payloads).toHaveLength(1);
  });

  test('are one chunk for all who have fallen behind to the same place', () => {
    const topic = topicFor();
    const readings = [subscriberOf(topic), subscriberOf(topic)];
    for (const reading of readings) read(reading);
    for (const version of [1, 2, 3]) change([topic], oddsRow(1, version));
    const [chunk, other] = readings.map(({ subscriber }) => subscriber.read());
    expect(other).toBe(chunk);
    expect(chunk?.payloads).toMatchObject([{ __typename: 'OddsUpdate', conflated: 2 }]);
  });

  test('tell once how many changes were overtaken, however many parts they have', () => {
    const topic = topicFor({ chunkSize: 1 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], oddsRow(1), oddsRow(2), oddsRow(1, 1), oddsRow(2, 1));
    const told = read(reading).map((one) => [ids(one), 'conflated' in one && one.conflated]);
    expect(told).toEqual([
      [['1'], 2],
      [['2'], 0],
    ]);
  });

  test('that are long come in several chunks, which are one update to conflation', () => {
    const topic = topicFor({ chunkSize: 50, conflateMs: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    change([topic], ...Array.from({ length: 1_100 }, (_, i) => oddsRow(i)));
    const chunks = [reading.subscriber.read(), reading.subscriber.read()];
    change([topic], oddsRow(0, 1));
    clock.advance(1_000); // The next is let through before this one has been read.
    chunks.push(reading.subscriber.read(), reading.subscriber.read());
    expect(chunks.map((chunk) => chunk?.payloads.length)).toEqual([10, 10, 2, 1]);
    const cursors = chunks.map((chunk) => {
      const last = chunk?.payloads.at(-1);
      return last && 'cursor' in last ? last.cursor : null;
    });
    expect(cursors).toEqual(['place 0', 'place 0', 'place 1100', 'place 1101']);
  });

  test('wake every subscriber once, and only where they concern the topic', () => {
    const topic = topicFor({ filter: { sportsbooks: ['fanduel'] } });
    let woken = 0;
    topic.join(() => {
      woken += 1;
    });
    const entry = board.put('1', { ...oddsRow(1), sportsbook: 'draftkings' });
    expect(topic.record(entry)).toBe(false);
    const concerning = board.put('2', { ...oddsRow(2), sportsbook: 'fanduel' });
    expect(topic.record(concerning)).toBe(true);
    topic.flush();
    expect(woken).toBe(1);
  });

  test('count a change once, though the index names the topic twice', () => {
    const topic = topicFor();
    const reading = subscriberOf(topic);
    read(reading);
    const entry = board.put('1', oddsRow(1));
    topic.record(entry);
    topic.record(entry);
    topic.flush();
    expect(read(reading)).toMatchObject([{ conflated: 0 }]);
  });
});

describe('conflation', () => {
  test('lets at most one update through in its time, and counts what a newer change overtook', () => {
    const topic = topicFor({ conflateMs: 1_000 });
    const reading = subscriberOf(topic);
    read(reading);
    const taken: number[] = [];
    let told = 0;
    let conflated = 0;
    for (let ms = 0; ms < 5_000; ms += 100) {
      change([topic], oddsRow(1, ms), oddsRow(2, ms));
      for (const payload of read(reading)) {
        if (payload.__typename !== 'OddsUpdate') continue;
        taken.push(ms);
        told += payload.odds.length;
        conflated += payload.conflated;
        const newest = 100 + Math.max(0, ms - 100);
        expect(payload.odds.map((odds) => odds.american)).toEqual([newest, newest]);
      }
      clock.advance(100);
    }
    expect(taken).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(told + conflated).toBe(2 * 40); // All before the last of these updates.
    clock.advance(1_000);
    expect(read(reading)).toMatchObject([{ conflated: 2 * 10 - 2 }]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('holds for whoever falls behind or comes back, at any time, and nothing is lost', () => {
    type Batch = { readonly put: number } | { readonly passMs: number } | SubscriberBatch;
    type SubscriberBatch = { readonly does: 'read' | 'resume'; readonly subscriber: number };
    const batch: fc.Arbitrary<Batch> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ put: fc.nat({ max: 4 }) }) },
      { weight: 3, arbitrary: fc.record({ passMs: fc.constantFrom(50, 300, 999, 1_000) }) },
      fc.record({ does: fc.constantFrom('read', 'resume'), subscriber: fc.nat({ max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 60, size: 'max' }), (batches) => {
        [clock, board] = [new ManualClock(), new VersionedBoard()];
        const topic = topicFor({ conflateMs: 1_000 });
        const subscribers = [true, false, false, true].map((isSlow) => new Paced(topic, isSlow));
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
        clock.advance(1_000); // Who has just read what was missed waits for what came meanwhile.
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

  test('lets who comes back to a quiet topic wait its time after what it missed', () => {
    const topic = topicFor({ conflateMs: 1_000 });
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

  test('wakes whoever waits for a time of their own at that time, the earliest first', () => {
    const topic = topicFor({ conflateMs: 1_000 });
    const begun = clock.monotonic();
    const woken: number[] = [];
    topic.join(() => woken.push(clock.monotonic() - begun));
    for (const wait of [300, 100, 200]) expect(topic.throttle.isTooSoon(begun + wait)).toBe(true);
    clock.advance(250);
    expect(woken).toEqual([100]); // All are woken, and those for whom it is too soon wait again.
    expect(topic.throttle.isTooSoon(begun + 300)).toBe(true);
    clock.advance(50);
    expect(woken).toEqual([100, 300]);
    expect(topic.throttle.isTooSoon(begun + 300)).toBe(false);
  });

  test('ends with the topic', () => {
    const topic = topicFor({ conflateMs: 1_000 });
    change([topic], oddsRow(1));
    change([topic], oddsRow(1, 1));
    expect(clock.pendingTimers).toBe(1);
    expect(topic.throttle.isTooSoon(clock.monotonic() + 60_000)).toBe(true);
    topic.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('batches that are cached for the next subscribers', () => {
  beforeEach(() => {
    batchCache = new BatchCache(10);
    change([], ...[1, 2, 3, 4, 5, 6].map((i) => oddsRow(i)));
  });

  test('has a bound over all topics: the oldest snapshot is made anew', () => {
    batchCache = new BatchCache(1_000);
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [old, young] = [topicFor({ chunkSize: 250 }), topicFor()];
    const reading = subscriberOf(old);
    const first = reading.subscriber.read();
    const second = subscriberOf(young).subscriber.read();
    expect(subscriberOf(young).subscriber.read()).toBe(second);
    expect(subscriberOf(old).subscriber.read()).not.toBe(first);
    // Who was reading it goes on.
    expect(read(reading).map((part) => [part.__typename, ids(part).length])).toEqual([
      ['OddsSnapshot', 100],
    ]);
  });

  test('has a bound in a quiet topic, from however many places subscribers come back', () => {
    const topic = topicFor();
    change([topic], oddsRow(7));
    const chunks = [0, 1, 2].map((place) => subscriberOf(topic, place).subscriber.read());
    expect(subscriberOf(topic, 2).subscriber.read()).toBe(chunks[2]);
    expect(subscriberOf(topic, 0).subscriber.read()).not.toBe(chunks[0]);
  });

  test('may be one chunk that is larger than the bound', () => {
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
  ])('has chunks of some hundred prices, by %i', (chunkSize, rows, lengths) => {
    change([], ...Array.from({ length: rows }, (_, i) => oddsRow(i)));
    const { subscriber } = subscriberOf(topicFor({ chunkSize }));
    const chunks = Array.from(lengths, () => subscriber.read()?.payloads.length);
    expect([chunks, subscriber.read()]).toEqual([lengths, null]);
  });

  const isReading = ({ subscriber }: Reading) => subscriber.read() !== null;
  let woken: string[];

  /** Subscribers of topics of their own, beside one who has begun to read all that there is room for. */
  function subscribers(): [Reading, Reading] {
    admission = new SnapshotAdmission(600);
    woken = [];
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [first, second] = [subscriberOf(topicFor()), subscriberOf(topicFor({ chunkSize: 99 }))];
    first.subscriber.onWake(() => woken.push('first'));
    second.subscriber.onWake(() => woken.push('second'));
    expect([isReading(first), isReading(second)]).toEqual([true, false]);
    return [first, second];
  }

  const microtasks = () => new Promise((resolve) => setImmediate(resolve));

  test('waits until those before are through with theirs', async () => {
    const [first, second] = subscribers();
    read(first);
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(read(second).flatMap(ids)).toHaveLength(600);
  });

  test('waits until those before are gone', async () => {
    const [first, second] = subscribers();
    first.subscriber.close();
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(isReading(second)).toBe(true);
  });

  test('holds up nobody whose batch is a single chunk', () => {
    subscribers();
    const topic = topicFor({ filter: { eventIds: ['none'] } });
    expect(isReading(subscriberOf(topic))).toBe(true);
  });

  test('that had to wait begins no conflation time of its own', async () => {
    const [first] = subscribers();
    const third = subscriberOf(topicFor({ conflateMs: 1_000 }), 0);
    third.subscriber.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    first.subscriber.close();
    await microtasks();
    expect(woken).toContain('third');
    expect(read(third).flatMap(ids)).toHaveLength(600);
  });

  test('is not waited for by who has gone', async () => {
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
  test('that the board remembers leads to what changed since, and to no snapshot', () => {
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    const topic = topicFor();
    withdraw([topic], '1');
    change([topic], oddsRow(2, 5));
    const told = read(subscriberOf(topic, 3));
    expect(told.map((one) => [one.__typename, ids(one)])).toEqual([
      ['OddsUpdate', ['2']],
      ['OddsRemoval', ['1']],
    ]);
  });

  test('of the newest place leads to nothing', () => {
    change([], oddsRow(1));
    expect(read(subscriberOf(topicFor(), 1))).toEqual([]);
  });

  test('that the board has forgotten leads to a snapshot', () => {
    board = new VersionedBoard(1);
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    withdraw([], '1', '2');
    const told = read(subscriberOf(topicFor(), 3));
    expect(told.map((one) => [one.__typename, ids(one)])).toEqual([['OddsSnapshot', ['3']]]);
  });

  test('of the future leads to a snapshot', () => {
    change([], oddsRow(1));
    expect(read(subscriberOf(topicFor(), 9))[0]?.__typename).toBe('OddsSnapshot');
  });
});

test('a subscriber whom a forgetful board has lost gets a new snapshot, and is right again', () => {
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
      (batches, conflateMs) => {
        board = new VersionedBoard(2);
        clock = new ManualClock();
        const topic = topicFor({ conflateMs, chunkSize: 3 });
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
