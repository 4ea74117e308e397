import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { StatusLog } from '../../../src/live/feed-status.ts';
import { KeptFrames } from '../../../src/live/kept-frames.ts';
import { Lane } from '../../../src/live/lane.ts';
import { LiveReader } from '../../../src/live/live-reader.ts';
import { type OddsPayload, oddsLaneShape } from '../../../src/live/odds-lane.ts';
import { ReadingTurns } from '../../../src/live/reading-turns.ts';
import { VersionedBoard } from '../../../src/live/versioned-board.ts';
import { LiveMirror } from '../../harness/live-mirror.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';

let clock: ManualClock;
let board: VersionedBoard<Odds>;
let kept: KeptFrames;
let turns: ReadingTurns;

beforeEach(() => {
  clock = new ManualClock();
  board = new VersionedBoard();
  kept = new KeptFrames();
  turns = new ReadingTurns();
});

const cursorAt = (seq: number) => `place ${seq}`;

interface Reading {
  readonly lane: Lane<Odds, OddsPayload>;
  readonly reader: LiveReader<Odds, OddsPayload>;
}

function laneOf({ conflateMs = 0, chunkSize = 100, filter = {} } = {}): Lane<Odds, OddsPayload> {
  const shape = oddsLaneShape(filter, chunkSize);
  return new Lane({ board, shape, clock, conflateMs, cursorAt, kept });
}

function readerOf(lane: Lane<Odds, OddsPayload>, after: number | null = null): Reading {
  const source = { isReady: true, statuses: new StatusLog(), turns, error: null };
  return { lane, reader: new LiveReader(source, lane, after, () => {}) };
}

/** All that a reader has to read now. */
function read({ reader }: Reading): OddsPayload[] {
  const payloads: OddsPayload[] = [];
  for (let frame = reader.read(); frame !== null; frame = reader.read()) {
    for (const payload of frame.payloads) {
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

/** A reader whose updates are timed, and who reads whenever it is woken, or only when it is told to. */
class Paced {
  readonly held = new Map<string, number>();
  /** Changes that were told, or said to be overtaken. */
  counted = 0;
  resumed = false;
  readonly #lane: Lane<Odds, OddsPayload>;
  readonly #isSlow: boolean;
  #reading: Reading;
  #place: number | null = null;
  #updatedAt = Number.NEGATIVE_INFINITY;

  constructor(lane: Lane<Odds, OddsPayload>, isSlow: boolean) {
    this.#lane = lane;
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
    this.#reading.reader.close();
    this.#updatedAt = Number.NEGATIVE_INFINITY;
    this.#reading = this.#open();
  }

  #open(): Reading {
    const reading = readerOf(this.#lane, this.#place);
    if (!this.#isSlow) reading.reader.onWake(() => this.read());
    return reading;
  }
}

/** Changes the board as a session does: lanes note each change, and flush once. */
function change(lanes: readonly Lane<Odds, OddsPayload>[], ...rows: Odds[]): void {
  for (const row of rows) {
    const entry = board.put(row.id, row);
    for (const lane of lanes) lane.note(entry);
  }
  for (const lane of lanes) lane.flush();
}

function withdraw(lanes: readonly Lane<Odds, OddsPayload>[], ...removed: string[]): void {
  for (const id of removed) {
    const entry = board.remove(id);
    if (entry !== undefined) for (const lane of lanes) lane.note(entry);
  }
  for (const lane of lanes) lane.flush();
}

describe('a snapshot', () => {
  test('comes in parts of the size that was asked for, of which only the last names its place', () => {
    change([], ...[1, 2, 3, 4, 5].map((i) => oddsRow(i)));
    const parts = read(readerOf(laneOf({ chunkSize: 2 })));
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
    const [part, ...more] = read(readerOf(laneOf()));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', odds: [], total: 0, isLast: true });
    expect(more).toEqual([]);
  });

  test('is made once for all who come within five seconds', () => {
    change([], oddsRow(1));
    const lane = laneOf();
    const [first, second] = [readerOf(lane).reader.read(), readerOf(lane).reader.read()];
    expect(second).toBe(first);
    clock.advance(5_000);
    expect(readerOf(lane).reader.read()).not.toBe(first);
  });

  test('is made anew where more than two thousand changes have come since', () => {
    const lane = laneOf();
    const first = readerOf(lane).reader.read();
    change([lane], ...Array.from({ length: 2_000 }, (_, i) => oddsRow(i)));
    expect(readerOf(lane).reader.read()).toBe(first);
    change([lane], oddsRow(0, 1));
    expect(readerOf(lane).reader.read()).not.toBe(first);
  });

  test('that is used again is followed by what has changed since', () => {
    const lane = laneOf();
    read(readerOf(lane));
    change([lane], oddsRow(1));
    const [part, update] = read(readerOf(lane));
    expect(part).toMatchObject({ __typename: 'OddsSnapshot', total: 0 });
    expect([update?.__typename, ids(update)]).toEqual(['OddsUpdate', ['1']]);
  });

  test('shows what still waits for its time, which is not told again', () => {
    const lane = laneOf({ conflateMs: 60_000 });
    const early = readerOf(lane);
    read(early);
    change([lane], oddsRow(1));
    clock.advance(5_000);
    change([lane], oddsRow(2));
    const late = readerOf(lane);
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
    const lane = laneOf({ chunkSize: 2 });
    const reading = readerOf(lane);
    read(reading);
    for (const i of [1, 2, 3]) lane.note(board.put(String(i), oddsRow(i)));
    withdraw([lane], '8', '9');
    const told = read(reading);
    expect(told.map((one) => [one.__typename, ids(one), one.cursor])).toEqual([
      ['OddsUpdate', ['1', '2'], 'place 2'],
      ['OddsUpdate', ['3'], 'place 2'],
      ['OddsRemoval', ['8', '9'], 'place 7'],
    ]);
  });

  test('are one frame for all who keep step', () => {
    const lane = laneOf();
    const readings = [readerOf(lane), readerOf(lane), readerOf(lane)];
    for (const reading of readings) read(reading);
    change([lane], oddsRow(1), oddsRow(2));
    const frames = new Set(readings.map(({ reader }) => reader.read()));
    expect(frames.size).toBe(1);
    expect([...frames][0]?.payloads).toHaveLength(1);
  });

  test('are one frame for all who have fallen behind to the same place', () => {
    const lane = laneOf();
    const readings = [readerOf(lane), readerOf(lane)];
    for (const reading of readings) read(reading);
    for (const version of [1, 2, 3]) change([lane], oddsRow(1, version));
    const [frame, other] = readings.map(({ reader }) => reader.read());
    expect(other).toBe(frame);
    expect(frame?.payloads).toMatchObject([{ __typename: 'OddsUpdate', conflated: 2 }]);
  });

  test('tell once how many changes were overtaken, however many parts they have', () => {
    const lane = laneOf({ chunkSize: 1 });
    const reading = readerOf(lane);
    read(reading);
    change([lane], oddsRow(1), oddsRow(2), oddsRow(1, 1), oddsRow(2, 1));
    const told = read(reading).map((one) => [ids(one), 'conflated' in one && one.conflated]);
    expect(told).toEqual([
      [['1'], 2],
      [['2'], 0],
    ]);
  });

  test('that are long come in several frames, which are one update to conflation', () => {
    const lane = laneOf({ chunkSize: 50, conflateMs: 1_000 });
    const reading = readerOf(lane);
    read(reading);
    change([lane], ...Array.from({ length: 1_100 }, (_, i) => oddsRow(i)));
    const frames = [reading.reader.read(), reading.reader.read()];
    change([lane], oddsRow(0, 1));
    clock.advance(1_000); // The next is let through before this one has been read.
    frames.push(reading.reader.read(), reading.reader.read());
    expect(frames.map((frame) => frame?.payloads.length)).toEqual([10, 10, 2, 1]);
    const cursors = frames.map((frame) => {
      const last = frame?.payloads.at(-1);
      return last && 'cursor' in last ? last.cursor : null;
    });
    expect(cursors).toEqual(['place 0', 'place 0', 'place 1100', 'place 1101']);
  });

  test('wake every reader once, and only where they concern the lane', () => {
    const lane = laneOf({ filter: { sportsbooks: ['fanduel'] } });
    let woken = 0;
    lane.join(() => {
      woken += 1;
    });
    const entry = board.put('1', { ...oddsRow(1), sportsbook: 'draftkings' });
    expect(lane.note(entry)).toBe(false);
    const concerning = board.put('2', { ...oddsRow(2), sportsbook: 'fanduel' });
    expect(lane.note(concerning)).toBe(true);
    lane.flush();
    expect(woken).toBe(1);
  });

  test('count a change once, though the index names the lane twice', () => {
    const lane = laneOf();
    const reading = readerOf(lane);
    read(reading);
    const entry = board.put('1', oddsRow(1));
    lane.note(entry);
    lane.note(entry);
    lane.flush();
    expect(read(reading)).toMatchObject([{ conflated: 0 }]);
  });
});

describe('conflation', () => {
  test('lets at most one update through in its time, and counts what a newer change overtook', () => {
    const lane = laneOf({ conflateMs: 1_000 });
    const reading = readerOf(lane);
    read(reading);
    const taken: number[] = [];
    let told = 0;
    let conflated = 0;
    for (let ms = 0; ms < 5_000; ms += 100) {
      change([lane], oddsRow(1, ms), oddsRow(2, ms));
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
    type Step = { readonly put: number } | { readonly passMs: number } | ReaderStep;
    type ReaderStep = { readonly does: 'read' | 'resume'; readonly reader: number };
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ put: fc.nat({ max: 4 }) }) },
      { weight: 3, arbitrary: fc.record({ passMs: fc.constantFrom(50, 300, 999, 1_000) }) },
      fc.record({ does: fc.constantFrom('read', 'resume'), reader: fc.nat({ max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        [clock, board] = [new ManualClock(), new VersionedBoard()];
        const lane = laneOf({ conflateMs: 1_000 });
        const readers = [true, false, false, true].map((isSlow) => new Paced(lane, isSlow));
        let version = 0;
        for (const one of steps) {
          if ('put' in one) {
            version += 1;
            change([lane], oddsRow(one.put, version));
          } else if ('passMs' in one) clock.advance(one.passMs);
          else if (one.does === 'read') readers[one.reader]?.read();
          else readers[one.reader]?.resume();
        }
        clock.advance(1_000);
        for (const reader of readers) reader.read();
        clock.advance(1_000); // Who has just read what was missed waits for what came meanwhile.
        const expected = new Map([...board.entries()].map((e) => [e.id, e.value.odds_american]));
        for (const reader of readers) {
          reader.read();
          expect(reader.held).toEqual(expected);
          expect(reader.counted).toBe(reader.resumed ? reader.counted : version);
        }
        lane.close();
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test('lets who comes back to a quiet lane wait its time after what it missed', () => {
    const lane = laneOf({ conflateMs: 1_000 });
    change([lane], oddsRow(1), oddsRow(2));
    const back = readerOf(lane, 1);
    let woken = 0;
    back.reader.onWake(() => {
      woken += 1;
    });
    clock.advance(5_000);
    expect(read(back).map(ids)).toEqual([['2']]);
    clock.advance(10);
    change([lane], oddsRow(1, 1));
    expect(read(back)).toEqual([]);
    clock.advance(989);
    woken = 0;
    expect(read(back)).toEqual([]);
    clock.advance(1);
    expect(woken).toBe(1);
    expect(read(back).map(ids)).toEqual([['1']]);
  });

  test('wakes whoever waits for a time of their own at that time, the earliest first', () => {
    const lane = laneOf({ conflateMs: 1_000 });
    const begun = clock.monotonic();
    const woken: number[] = [];
    lane.join(() => woken.push(clock.monotonic() - begun));
    for (const wait of [300, 100, 200]) expect(lane.isToCome(begun + wait)).toBe(true);
    clock.advance(250);
    expect(woken).toEqual([100]); // All are woken, and those for whom it is too soon wait again.
    expect(lane.isToCome(begun + 300)).toBe(true);
    clock.advance(50);
    expect(woken).toEqual([100, 300]);
    expect(lane.isToCome(begun + 300)).toBe(false);
  });

  test('ends with the lane', () => {
    const lane = laneOf({ conflateMs: 1_000 });
    change([lane], oddsRow(1));
    change([lane], oddsRow(1, 1));
    expect(clock.pendingTimers).toBe(1);
    expect(lane.isToCome(clock.monotonic() + 60_000)).toBe(true);
    lane.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('what is kept for those who come next', () => {
  beforeEach(() => {
    kept = new KeptFrames(10);
    change([], ...[1, 2, 3, 4, 5, 6].map((i) => oddsRow(i)));
  });

  test('has a bound over all lanes: the oldest snapshot is made anew', () => {
    kept = new KeptFrames(1_000);
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [old, young] = [laneOf({ chunkSize: 250 }), laneOf()];
    const reading = readerOf(old);
    const first = reading.reader.read();
    const second = readerOf(young).reader.read();
    expect(readerOf(young).reader.read()).toBe(second);
    expect(readerOf(old).reader.read()).not.toBe(first);
    // Who was reading it goes on.
    expect(read(reading).map((part) => [part.__typename, ids(part).length])).toEqual([
      ['OddsSnapshot', 100],
    ]);
  });

  test('has a bound in a quiet lane, from however many places readers come back', () => {
    const lane = laneOf();
    change([lane], oddsRow(7));
    const frames = [0, 1, 2].map((place) => readerOf(lane, place).reader.read());
    expect(readerOf(lane, 2).reader.read()).toBe(frames[2]);
    expect(readerOf(lane, 0).reader.read()).not.toBe(frames[0]);
  });

  test('may be one frame that is larger than the bound', () => {
    change([], ...Array.from({ length: 20 }, (_, i) => oddsRow(i)));
    const lane = laneOf();
    const first = readerOf(lane).reader.read();
    expect(readerOf(lane).reader.read()).toBe(first);
    clock.advance(5_000);
    expect(clock.pendingTimers).toBe(0);
    expect(readerOf(lane).reader.read()).not.toBe(first);
  });
});

describe('a step of several frames', () => {
  test.each([
    [1, 1_120, [500, 500, 120]],
    [100, 1_100, [5, 5, 1]],
    [1_000, 1_100, [1, 1]],
  ])('has frames of some hundred prices, by %i', (chunkSize, rows, lengths) => {
    change([], ...Array.from({ length: rows }, (_, i) => oddsRow(i)));
    const { reader } = readerOf(laneOf({ chunkSize }));
    const frames = Array.from(lengths, () => reader.read()?.payloads.length);
    expect([frames, reader.read()]).toEqual([lengths, null]);
  });

  const isReading = ({ reader }: Reading) => reader.read() !== null;
  let woken: string[];

  /** Readers of lanes of their own, beside one who has begun to read all that there is room for. */
  function readers(): [Reading, Reading] {
    turns = new ReadingTurns(600);
    woken = [];
    change([], ...Array.from({ length: 600 }, (_, i) => oddsRow(i)));
    const [first, second] = [readerOf(laneOf()), readerOf(laneOf({ chunkSize: 99 }))];
    first.reader.onWake(() => woken.push('first'));
    second.reader.onWake(() => woken.push('second'));
    expect([isReading(first), isReading(second)]).toEqual([true, false]);
    return [first, second];
  }

  const microtasks = () => new Promise((resolve) => setImmediate(resolve));

  test('waits until those before are through with theirs', async () => {
    const [first, second] = readers();
    read(first);
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(read(second).flatMap(ids)).toHaveLength(600);
  });

  test('waits until those before are gone', async () => {
    const [first, second] = readers();
    first.reader.close();
    await microtasks();
    expect(woken).toEqual(['second']);
    expect(isReading(second)).toBe(true);
  });

  test('holds up nobody whose step is a single frame', () => {
    readers();
    const lane = laneOf({ filter: { eventIds: ['none'] } });
    expect(isReading(readerOf(lane))).toBe(true);
  });

  test('that had to wait begins no conflation time of its own', async () => {
    const [first] = readers();
    const third = readerOf(laneOf({ conflateMs: 1_000 }), 0);
    third.reader.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    first.reader.close();
    await microtasks();
    expect(woken).toContain('third');
    expect(read(third).flatMap(ids)).toHaveLength(600);
  });

  test('is not waited for by who has gone', async () => {
    const [first, second] = readers();
    const third = readerOf(laneOf({ chunkSize: 98 }));
    third.reader.onWake(() => woken.push('third'));
    expect(isReading(third)).toBe(false);
    second.reader.close();
    first.reader.close();
    await microtasks();
    expect(woken).toEqual(['third']);
  });
});

describe('a cursor', () => {
  test('that the board remembers leads to what changed since, and to no snapshot', () => {
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    const lane = laneOf();
    withdraw([lane], '1');
    change([lane], oddsRow(2, 5));
    const told = read(readerOf(lane, 3));
    expect(told.map((one) => [one.__typename, ids(one)])).toEqual([
      ['OddsUpdate', ['2']],
      ['OddsRemoval', ['1']],
    ]);
  });

  test('of the newest place leads to nothing', () => {
    change([], oddsRow(1));
    expect(read(readerOf(laneOf(), 1))).toEqual([]);
  });

  test('that the board has forgotten leads to a snapshot', () => {
    board = new VersionedBoard(1);
    change([], oddsRow(1), oddsRow(2), oddsRow(3));
    withdraw([], '1', '2');
    const told = read(readerOf(laneOf(), 3));
    expect(told.map((one) => [one.__typename, ids(one)])).toEqual([['OddsSnapshot', ['3']]]);
  });

  test('of the future leads to a snapshot', () => {
    change([], oddsRow(1));
    expect(read(readerOf(laneOf(), 9))[0]?.__typename).toBe('OddsSnapshot');
  });
});

test('a reader whom a forgetful board has lost gets a new snapshot, and is right again', () => {
  type Step = { readonly put: number } | { readonly remove: number } | { readonly read: number };
  const row = fc.nat({ max: 7 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ put: row }),
    fc.record({ remove: row }),
    fc.record({ read: fc.nat({ max: 2 }) }),
  );
  let lost = 0;
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.constantFrom(0, 1_000),
      (steps, conflateMs) => {
        board = new VersionedBoard(2);
        clock = new ManualClock();
        const lane = laneOf({ conflateMs, chunkSize: 3 });
        const readers = [0, 1, 2].map(() => ({
          reading: readerOf(lane),
          mirror: new LiveMirror<{ id: string; american: number }>(),
          snapshots: 0,
        }));
        const take = ({ reading, mirror }: (typeof readers)[number]) => {
          for (const one of read(reading)) {
            if (one.__typename === 'OddsSnapshot' && one.offset === 0 && board.seq > 0) lost += 1;
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
        for (const one of steps) {
          version += 1;
          clock.advance(version % 7 === 0 ? 300 : 0);
          if ('put' in one) change([lane], oddsRow(one.put, version));
          else if ('remove' in one) withdraw([lane], String(one.remove));
          else for (const reader of readers.slice(one.read, one.read + 1)) take(reader);
        }
        clock.advance(1_000);
        for (const reader of readers) {
          take(reader);
          const expected = new Map(
            [...board.entries()].map(({ id, value }) => [id, value.odds_american]),
          );
          const held = [...reader.mirror.odds.values()].map((o) => [o.id, o.american] as const);
          expect(new Map(held)).toEqual(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(lost).toBeGreaterThan(300);
});
