import type { Appended, Batch, EventSeriesFilter, HistoryReader } from './history-store.ts';
import type { Series } from './series.ts';

/** Prices over time, as resolvers and imports use them. Nothing of it asks upstream. */
export interface History extends HistoryReader {
  /** How many days are kept. */
  readonly days: number;
  /**
   * The series with their closings, provisional ones too: of an event in which play has not begun, what stands now
   * or stood at the scheduled start, whichever is earlier. Series without any price before play have none.
   */
  closings(filter: EventSeriesFilter): Promise<Series[]>;
  /**
   * Resolves when everything that the board has shown until now can be read, or has been declared a gap; after
   * a second in any case. A read after it and updates after the board's present version leave no hole between them.
   */
  settled(): Promise<void>;
  /** Writes what doesn't come from the board, such as an import: `position` has to be null. */
  append(batch: Batch & { readonly position: null }): Promise<Appended>;
  /** Stops recording, writes what is buffered, and closes the store. */
  stop(): Promise<void>;
}
