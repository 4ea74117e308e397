import { ClientLeftError } from '../errors/errors.ts';
import { FairGate, partOfFree, type Release } from '../scheduling/fair-gate.ts';
import type { ReadingOperation } from './history.ts';
import { type HistoryReader, readerAround } from './history-store.ts';

/** SQLite does one read while the next one is ready. PostgreSQL does both, on two of its three connections. */
const READS_AT_ONCE = 2;

/** The most reads that have not been answered, or whose answers wait for a turn: each may have 200,000 points. */
const ANSWERS_MAX = 32;

/** Lets accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export function fairReads(store: HistoryReader) {
  const answers = new FairGate(ANSWERS_MAX, partOfFree(1 / 4));
  const reads = new FairGate(READS_AT_ONCE, () => true);
  return (operation: ReadingOperation): HistoryReader =>
    readerAround(
      () => store,
      async (read) => {
        const workedOn = await enter(answers, operation);
        try {
          const leave = await enter(reads, operation);
          // Not at once: the answers to many reads would be there in one turn of the event loop.
          const found = await read().finally(() => setImmediate(leave));
          await operation.turn(); // Others read meanwhile: its account may have a long queue.
          return found;
        } finally {
          workedOn();
        }
      },
    );
}

function enter(gate: FairGate, operation: ReadingOperation): Promise<Release> {
  const { account, signal } = operation;
  return gate.wait({ account, owner: operation, weight: 1 }, signal).catch(() => {
    throw new ClientLeftError();
  });
}
