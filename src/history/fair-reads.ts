import { ClientLeftError } from '../errors/errors.ts';
import { FairGate, partOfFree, type Release } from '../scheduling/fair-gate.ts';
import type { ReadingOperation } from './history.ts';
import { type HistoryReader, readerBy } from './history-store.ts';

/** One read more than the store does at a time with SQLite; PostgreSQL has another connection, for the recorder. */
const READS_AT_ONCE = 2;

/** The most answers of the store that wait until it is their operations' turn: each may have 200,000 points. */
const ANSWERS_MAX = 32;

/** Has accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export function fairReads(store: HistoryReader) {
  const answers = new FairGate(ANSWERS_MAX, partOfFree(1 / 4));
  const reads = new FairGate(READS_AT_ONCE, () => true);
  return (operation: ReadingOperation): HistoryReader =>
    readerBy(async (name, args) => {
      const workedOn = await enter(answers, operation);
      try {
        const found = await readStore(name, args, operation);
        await operation.turn(); // Others read meanwhile: its account may have a long queue.
        return found;
      } finally {
        workedOn();
      }
    });

  async function readStore(
    name: keyof HistoryReader,
    args: readonly unknown[],
    operation: ReadingOperation,
  ): Promise<unknown> {
    const leave = await enter(reads, operation);
    try {
      const read = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
      return await read(...args);
    } finally {
      setImmediate(leave); // Not now: the answers to many reads would be there in one turn of the event loop.
    }
  }
}

function enter(gate: FairGate, operation: ReadingOperation): Promise<Release> {
  const { account, signal } = operation;
  return gate.wait({ account, owner: operation, weight: 1 }, signal).catch(() => {
    throw new ClientLeftError();
  });
}
