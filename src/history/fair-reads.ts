import { FairQueue } from '../scheduling/fair-queue.ts';
import { type HistoryReader, readerBy } from './history-store.ts';

/** One read more than the store does at a time with SQLite; PostgreSQL has another connection, for the recorder. */
const READS_AT_ONCE = 2;

/** Has accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export function fairReads(store: HistoryReader) {
  const waiting = new FairQueue<() => void>();
  let running = 0;
  /** The reads of an operation. */
  return (account: string, operation: object): HistoryReader =>
    readerBy(async (name, args) => {
      if (running < READS_AT_ONCE) running += 1;
      else await new Promise<void>((start) => waiting.push(account, operation, start));
      try {
        const read = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
        return await read(...args);
      } finally {
        const start = waiting.takeNext(); // It takes the place of this one.
        if (start === undefined) running -= 1;
        else start();
      }
    });
}
