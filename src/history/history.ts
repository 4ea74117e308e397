import type { HistoryReader } from './history-store.ts';

/** Prices over time, as the resolvers of one operation use them. Nothing of it asks upstream. */
export interface OperationHistory extends HistoryReader {
  /** How many days are kept. */
  readonly days: number;
  /**
   * Resolves when everything that the board has shown until now can be read or is known to be a gap, and after a second in
   * any case. Then a read and the board's updates from now on leave no hole between them. Reads of moves and of starting
   * events may be a second old all the same.
   */
  settled(): Promise<void>;
}

/** An operation that reads. */
export interface ReadingOperation {
  readonly account: string;
  /** Aborts when its client has left; null if that is never known. */
  readonly signal: AbortSignal | null;
  /** Resolves when it is its turn to work on what it has read. */
  turn(): Promise<void>;
}

/** Prices over time. */
export interface History {
  /** Accounts take turns in reading, and so do the operations of each. */
  readerFor(operation: ReadingOperation): OperationHistory;
  /** Begins to record, and to import what the feed tells of its past. */
  start(): void;
  /** Stops recording, writes what is buffered, and closes the store. */
  stop(): Promise<void>;
}
