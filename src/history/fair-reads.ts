import { ClientLeftError } from '../errors/errors.ts';
import { FairGate } from '../scheduling/fair-gate.ts';
import type { ReadingOperation } from './history.ts';
import { type HistoryReader, readerBy } from './history-store.ts';

/** One read more than the store does at a time with SQLite; PostgreSQL has another connection, for the recorder. */
const READS_AT_ONCE = 2;

/** Has accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export function fairReads(store: HistoryReader) {
  const gate = new FairGate(READS_AT_ONCE, () => true);
  return (operation: ReadingOperation): HistoryReader =>
    readerBy(async (name, args) => {
      const { account, signal } = operation;
      if (signal?.aborted) throw new ClientLeftError();
      const leave =
        gate.take(account) ??
        (await gate.wait({ account, owner: operation, weight: 1 }, signal).catch(() => {
          throw new ClientLeftError();
        }));
      let found: unknown;
      try {
        const read = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
        found = await read(...args);
      } finally {
        setImmediate(leave); // Not now: the answers to many reads would be there in one turn of the event loop.
      }
      await operation.turn(); // Others read meanwhile: its account may have a long queue.
      return found;
    });
}
