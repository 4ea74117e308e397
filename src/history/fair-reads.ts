import { ClientLeftError } from '../errors/errors.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import type { ReadingOperation } from './history.ts';
import { type HistoryReader, readerBy } from './history-store.ts';

/** One read more than the store does at a time with SQLite; PostgreSQL has another connection, for the recorder. */
const READS_AT_ONCE = 2;

/** Has accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export function fairReads(store: HistoryReader) {
  const waiting = new FairQueue<() => void>();
  let running = 0;
  const leave = () => {
    const next = waiting.takeNext();
    if (next === undefined) running -= 1;
    else next();
  };
  return (operation: ReadingOperation): HistoryReader =>
    readerBy(async (name, args) => {
      if (running < READS_AT_ONCE) running += 1;
      else await new Promise<void>((start) => waiting.push(operation.account, operation, start));
      let found: unknown;
      try {
        if (operation.signal?.aborted) throw new ClientLeftError();
        const read = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
        found = await read(...args);
      } finally {
        setImmediate(leave); // Not now: the answers to many reads would be there in one turn of the event loop.
      }
      await operation.turn(); // Others read meanwhile: its account may have a long queue.
      return found;
    });
}
