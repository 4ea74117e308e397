import type {
  Appended,
  Batch,
  Coverage,
  EventFilter,
  EventSeriesFilter,
  HistoryStore,
  Move,
  PointPage,
  PointsQuery,
  SeriesFilter,
  Span,
  StandingColumns,
  StandingPrice,
  Summary,
} from '../history-store.ts';
import type { HistoricEvent, Series } from '../series.ts';
import { SQLITE_SCHEME } from '../store/store-url.ts';
import { StoreThread } from './store-thread.ts';

/** A store in worker threads: nothing that it does takes time of this thread, except for copying what it returns. */
export class WorkerStore implements HistoryStore {
  readonly #writer: StoreThread;
  readonly #reader: StoreThread;

  private constructor(writer: StoreThread, reader: StoreThread) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /**
   * Opens the database at `sqlite:PATH` or a URL of PostgreSQL, creates it or brings its schema up to date. Rejects
   * with `NewerSchemaError`, or with the error of the database.
   */
  static async open(url: string): Promise<WorkerStore> {
    const writer = await StoreThread.open({ url, role: 'write' });
    if (!url.startsWith(SQLITE_SCHEME)) return new WorkerStore(writer, writer);
    try {
      return new WorkerStore(writer, await StoreThread.open({ url, role: 'read' }));
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** Whether a thread has ended by itself, so that the store has to be opened again. */
  get hasEnded(): boolean {
    return this.#writer.hasEnded || this.#reader.hasEnded;
  }

  append(batch: Batch): Promise<Appended> {
    return this.#writer.call('append', batch);
  }
  position() {
    return this.#writer.call('position');
  }
  forgetBefore(time: number): Promise<void> {
    return this.#writer.call('forgetBefore', time);
  }
  standing(): Promise<StandingColumns> {
    return this.#reader.call('standing');
  }
  seriesOf(filter: EventSeriesFilter): Promise<Series[]> {
    return this.#reader.call('seriesOf', filter);
  }
  eventsIn(range: Span, filter: EventFilter): Promise<HistoricEvent[]> {
    return this.#reader.call('eventsIn', range, filter);
  }
  points(query: PointsQuery): Promise<PointPage[]> {
    return this.#reader.call('points', query);
  }
  standingAt(filter: EventSeriesFilter, at: number): Promise<StandingPrice[]> {
    return this.#reader.call('standingAt', filter, at);
  }
  changesSince(filter: SeriesFilter, since: number, limit: number): Promise<Move[]> {
    return this.#reader.call('changesSince', filter, since, limit);
  }
  coverage(range: Span): Promise<Coverage> {
    return this.#reader.call('coverage', range);
  }
  summary(): Promise<Summary> {
    return this.#reader.call('summary');
  }

  async close(): Promise<void> {
    await this.#reader.close();
    if (this.#writer !== this.#reader) await this.#writer.close();
  }
}
