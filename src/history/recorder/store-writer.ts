import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { historyMetrics } from '../history-metrics.ts';
import type {
  Appended,
  Batch,
  BatchRows,
  Position,
  Span,
  StoredPosition,
} from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import type { StoreConnection } from '../store-connection.ts';

/** Where a recorder writes. */
export type RecordedStore = Pick<StoreConnection, 'store' | 'opened'>;

/** How long to wait after the store has failed. */
export const RETRY_MS = 1_000;

/** Why a batch was not written although the store may work. */
export class NotWrittenError extends Error {}

/** Replicas without a common Redis overtake each other again and again, and begin anew each time. */
const OVERTAKEN = 'another replica records to the same database: they have to share a Redis';

/** Writes batches for a recorder: again and again if the store fails, until it works or the recorder gives up. */
export class StoreWriter {
  readonly #connection: RecordedStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #isCancelled = false;
  #wake: () => void = () => {};
  #isFailing = false;
  #isWriting = false;
  #hasDropped = false;
  #isOvertaken = false;
  #takenAt = Number.NEGATIVE_INFINITY;
  #writtenAt: number | null = null;
  #stored: StoredPosition | null = null;

  constructor(connection: RecordedStore, clock: Clock, log: Log) {
    this.#connection = connection;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether the store has not worked when it was last used. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Whether a batch is being written, or is to be written again. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** When the store last took something, on the monotonic clock. */
  get takenAt(): number {
    return this.#takenAt;
  }

  /** Seconds since a point was written; NaN if none has been. */
  get newestPointAge(): number {
    if (this.#writtenAt === null) return Number.NaN;
    return (this.#clock.monotonic() - this.#writtenAt) / 1_000;
  }

  /** How far the board has been stored, by this recorder or another one, as far as is known here. */
  get stored(): StoredPosition | null {
    return this.#stored;
  }

  /** Asks the store how far the board has been stored. */
  async readStored(): Promise<StoredPosition | null> {
    this.#stored = await this.#connection.store.position();
    return this.#stored;
  }

  /**
   * Writes changes of the board, the position that it has reached with them, and the coverage; returns the numbers of the
   * series. Rejects with `NotWrittenError` if another recorder has written, or if it is cancelled.
   */
  async record(rows: BatchRows, to: Position, span: Span): Promise<readonly SeriesId[]> {
    const position = { after: this.#stored?.position ?? null, to };
    const seriesIds = await this.#write({ ...rows, coverage: span, position });
    this.#stored = { position: to, span };
    return seriesIds;
  }

  /** Writes a part of the board, wherever the store stands. Rejects with `NotWrittenError` if it is cancelled. */
  write(rows: BatchRows): Promise<readonly SeriesId[]> {
    return this.#write({ ...rows, coverage: null, position: null });
  }

  /** Throws `NotWrittenError` if it is cancelled. */
  throwIfCancelled(): void {
    if (this.#isCancelled) throw new NotWrittenError('The recorder has given up.');
  }

  /** From now on it writes, also if it was cancelled. */
  start(): void {
    this.#isCancelled = false;
  }

  /** Nothing more is written, until it starts again. If the store is about to take a batch, that is written. */
  cancel(): void {
    this.#isCancelled = true;
    this.#wake();
  }

  /** Cancels, and gives up changes that have waited too long for the store. */
  giveUp(changes: number): void {
    this.cancel();
    historyMetrics.history_points_dropped_total.inc(changes);
    const reason = this.#isFailing ? 'the database fails' : 'the database is too slow';
    if (!this.#hasDropped)
      this.#log.warn({ changes, reason }, 'changes of prices were not recorded');
    this.#hasDropped = true;
  }

  reportFailure(err: unknown): void {
    if (!this.#isFailing) this.#log.warn({ err }, 'prices over time cannot be recorded');
    this.#isFailing = true;
  }

  async #write(batch: Batch): Promise<readonly SeriesId[]> {
    this.#isWriting = true;
    try {
      return await this.#untilWritten(batch);
    } finally {
      this.#isWriting = false;
    }
  }

  async #untilWritten(batch: Batch): Promise<readonly SeriesId[]> {
    while (true) {
      this.throwIfCancelled();
      try {
        return this.#accept(await this.#connection.store.append(batch), batch.position);
      } catch (error) {
        if (error instanceof NotWrittenError) throw error;
        this.throwIfCancelled();
        this.reportFailure(error);
        await this.#pause();
      }
    }
  }

  #accept(answer: Appended, position: Batch['position']): readonly SeriesId[] {
    if (this.#isFailing) this.#log.info({}, 'prices over time are recorded again');
    this.#isFailing = false;
    this.#hasDropped = false;
    this.#takenAt = this.#clock.monotonic();
    if (answer.refusedAt !== null) {
      const { epoch } = answer.refusedAt;
      // Replicas that share a Redis have the same epoch, and a new database has none.
      const isForeign = epoch !== '' && epoch !== position?.to.epoch;
      if (isForeign && !this.#isOvertaken) this.#log.warn({}, OVERTAKEN);
      this.#isOvertaken ||= isForeign;
      throw new NotWrittenError('Another recorder has gone on.');
    }
    if (answer.points > 0) this.#writtenAt = this.#clock.monotonic();
    historyMetrics.history_points_written_total.inc(answer.points);
    return answer.seriesIds;
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.after(RETRY_MS, resolve);
    this.#wake = () => {
      timer.cancel();
      resolve();
    };
    return promise;
  }
}
