import { FairQueue } from '../scheduling/fair-queue.ts';
import { type HistoryReader, readerBy } from './history-store.ts';

/** One read more than the store does at a time with SQLite; PostgreSQL has another connection, for the recorder. */
const READS_AT_ONCE = 2;

/** Has accounts read the store in turn, and the operations of each: one alone may ask for a minute's worth of reads. */
export class FairReads {
  readonly #reader: HistoryReader;
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;

  constructor(reader: HistoryReader) {
    this.#reader = reader;
  }

  /** The reads of an operation. */
  readerFor(account: string, operation: object): HistoryReader {
    return readerBy(async (name, args) => {
      if (this.#running < READS_AT_ONCE) this.#running += 1;
      else await new Promise<void>((start) => this.#waiting.push(account, operation, start));
      try {
        const read = this.#reader[name] as (...values: readonly unknown[]) => Promise<unknown>;
        return await read(...args);
      } finally {
        const start = this.#waiting.takeNext(); // It takes the place of this one.
        if (start === undefined) this.#running -= 1;
        else start();
      }
    });
  }
}
