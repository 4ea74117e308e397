import { expect, test } from 'vitest';
import { ReadingTurns } from '../../../src/live/reading-turns.ts';
import { partsOf, type Step, stepOf } from '../../../src/live/step.ts';

function stepOfRows(rows: number): Step<string> {
  return stepOf(partsOf(['part']), rows, { seq: rows, count: rows });
}

/** A reader who, whenever it is woken, begins its step if it may. */
class Reader {
  isReading = false;
  woken = 0;
  readonly #turns: ReadingTurns;
  readonly step: Step<string>;

  constructor(turns: ReadingTurns, step: Step<string>) {
    this.#turns = turns;
    this.step = step;
  }

  readonly wake = (): void => {
    this.woken += 1;
    this.begin();
  };

  begin(): void {
    this.isReading = this.#turns.begin(this.step, this.wake);
  }

  end(): void {
    this.isReading = false;
    this.#turns.end(this.step);
  }
}

function readersOf(turns: ReadingTurns, ...rows: number[]): Reader[] {
  const readers = rows.map((size) => new Reader(turns, stepOfRows(size)));
  for (const reader of readers) reader.begin();
  return readers;
}

const isReading = (readers: readonly Reader[]) => readers.map((reader) => reader.isReading);
const microtasks = () => new Promise((resolve) => setImmediate(resolve));

test('readers begin until their steps hold enough; then the first who came is the next', async () => {
  const readers = readersOf(new ReadingTurns(100), 60, 60, 10, 10);
  expect(isReading(readers)).toEqual([true, true, false, false]);
  readers[0]?.end();
  await microtasks();
  expect(isReading(readers)).toEqual([false, true, true, true]);
  expect(readers.map(({ woken }) => woken)).toEqual([0, 0, 1, 1]);
});

test('readers of one step share its place', () => {
  const turns = new ReadingTurns(100);
  const step = stepOfRows(100);
  const [first, second, third] = [step, step, stepOfRows(1)].map((one) => new Reader(turns, one));
  for (const reader of [first, second, third]) reader?.begin();
  expect([first?.isReading, second?.isReading, third?.isReading]).toEqual([true, true, false]);
});

test('a step that others still read keeps its place', async () => {
  const turns = new ReadingTurns(100);
  const step = stepOfRows(100);
  const readers = [step, step, stepOfRows(1)].map((one) => new Reader(turns, one));
  for (const reader of readers) reader.begin();
  readers[0]?.end();
  await microtasks();
  expect(isReading(readers)).toEqual([false, true, false]);
  readers[1]?.end();
  await microtasks();
  expect(isReading(readers)).toEqual([false, false, true]);
});

test('no more are woken than there is room for', async () => {
  const readers = readersOf(new ReadingTurns(100), 100, 100, 100, 100);
  readers[0]?.end();
  await microtasks();
  expect(readers.map(({ woken }) => woken)).toEqual([0, 1, 0, 0]);
  readers[1]?.end();
  await microtasks();
  expect(readers.map(({ woken }) => woken)).toEqual([0, 1, 1, 0]);
});

test('who no longer waits is not woken', async () => {
  const turns = new ReadingTurns(100);
  const [reading, gone, next] = readersOf(turns, 100, 10, 10);
  turns.leave(gone?.wake ?? (() => {}));
  reading?.end();
  await microtasks();
  expect([gone?.woken, next?.isReading]).toEqual([0, true]);
});

test('a step larger than all the room is read alone', async () => {
  const readers = readersOf(new ReadingTurns(100), 500, 500);
  expect(isReading(readers)).toEqual([true, false]);
  readers[0]?.end();
  await microtasks();
  expect(isReading(readers)).toEqual([false, true]);
});
