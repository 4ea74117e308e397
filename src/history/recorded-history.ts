import { asError, OddsgraphError } from '../errors/errors.ts';
import type { Log } from '../observability/log.ts';
import type { PastImport } from './files/past-import.ts';
import type { History } from './history.ts';
import type {
  Appended,
  Batch,
  Coverage,
  EventFilter,
  EventSeriesFilter,
  HistoryReader,
  Move,
  PointPage,
  PointsQuery,
  SeriesFilter,
  Span,
  StandingPrice,
  Summary,
} from './history-store.ts';
import type { Recorder } from './recorder/recorder.ts';
import type { HistoricEvent, Series, SeriesId } from './series.ts';
import { coverageOf } from './store/coverage.ts';
import type { StoreConnection } from './store-connection.ts';

const ALWAYS: Span = { from: 0, to: 8_640_000_000_000_000 };

export interface RecordedHistoryOptions {
  readonly connection: StoreConnection;
  readonly recorder: Recorder;
  /** Brings what was before; null if nothing is brought. */
  readonly pastImport: PastImport | null;
  readonly days: number;
  readonly now: () => number;
  readonly log: Log;
  /** Ends what else belongs to the history. */
  readonly stop: () => Promise<void>;
}

/** Prices over time from a store, and the recorder that writes it. A store that fails is a temporary error to callers. */
export class RecordedHistory implements History {
  readonly #options: RecordedHistoryOptions;

  constructor(options: RecordedHistoryOptions) {
    this.#options = options;
  }

  get days(): number {
    return this.#options.days;
  }

  seriesOf(filter: EventSeriesFilter): Promise<Series[]> {
    return this.#read((store) => store.seriesOf(filter));
  }
  eventsIn(range: Span, filter: EventFilter): Promise<HistoricEvent[]> {
    return this.#read((store) => store.eventsIn(range, filter));
  }
  points(query: PointsQuery): Promise<PointPage[]> {
    return this.#read((store) => store.points(query));
  }
  standingAt(filter: EventSeriesFilter, at: number): Promise<StandingPrice[]> {
    return this.#read((store) => store.standingAt(filter, at));
  }
  changesSince(filter: SeriesFilter, since: number, limit: number): Promise<Move[]> {
    return this.#read((store) => store.changesSince(filter, since, limit));
  }
  /** What is stored, and what has been watched since: readers that have settled know it. */
  async coverage(range: Span): Promise<Coverage> {
    const { spans } = await this.#read((store) => store.coverage(range));
    const { watched } = this.#options.recorder;
    const all = watched === null ? spans : [...spans, watched];
    return coverageOf(
      range,
      all.toSorted((one, other) => one.from - other.from),
    );
  }
  summary(): Promise<Summary> {
    return this.#read((store) => store.summary());
  }

  async closings(filter: EventSeriesFilter): Promise<Series[]> {
    const [series, provisional] = await Promise.all([
      this.seriesOf(filter),
      this.#provisionalClosings(filter),
    ]);
    return series.map((one) => ({
      ...one,
      closing: one.closing ?? provisional.get(one.id) ?? null,
    }));
  }

  settled(): Promise<void> {
    return this.#options.recorder.settled();
  }

  append(batch: Batch & { readonly position: null }): Promise<Appended> {
    return this.#options.connection.store.append(batch);
  }

  async stop(): Promise<void> {
    const { recorder, pastImport, connection, stop } = this.#options;
    await pastImport?.cancel();
    await recorder.stop();
    await connection.close();
    await stop();
  }

  /** Of events in which play has not begun: what stands now, or stood when it was scheduled to begin. */
  async #provisionalClosings(filter: EventSeriesFilter) {
    const now = this.#options.now();
    const { eventIds } = filter;
    const events = await this.eventsIn(ALWAYS, { eventIds });
    const pending = events.filter(({ startedAt }) => startedAt === null);
    const times = Map.groupBy(pending, ({ startsAt }) => Math.min(startsAt, now));
    const standing = await Promise.all(
      Array.from(times, ([at, group]) =>
        this.standingAt({ ...filter, eventIds: group.map(({ id }) => id) }, at),
      ),
    );
    return new Map<SeriesId, Series['closing']>(
      standing
        .flat()
        .map(({ series, point: { at, american, line, status } }) => [
          series.id,
          { at, american, line, isProvisional: true, wasOpen: status === 'open' },
        ]),
    );
  }

  async #read<Result>(read: (store: HistoryReader) => Promise<Result>): Promise<Result> {
    const { connection, log } = this.#options;
    try {
      return await read(connection.store);
    } catch (error) {
      log.warn({ err: asError(error) }, 'prices over time cannot be read');
      throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'Prices over time cannot be read now.');
    }
  }
}
