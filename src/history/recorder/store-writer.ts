import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { pointsWritten } from '../history-metrics.ts';
import type { Appended, Batch, HistoryStore } from '../history-store.ts';

/** Where a recorder writes. */
export interface RecordedStore {
  /** Throws if it is not open. */
  readonly store: HistoryStore;
  /** Resolves once it is open, or can't be opened now. */
  opened(): Promise<void>;
}

/** How long to wait after the store has failed. */
export const RETRY_MS = 1_000;

/** Why a batch was not written although the store may work. */
export class NotWrittenError extends Error {}

/** Writes batches for a recorder: again and again if the store fails, until it works or the recorder gives up. */
export class StoreWriter {
  readonly #connection: RecordedStore;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Batches that were begun before it was cancelled are given up. */
  #cancellations = 0;
  #wake: () => void = () => {};
  #isFailing = false;
  #writtenAt: number | null = null;

  constructor(connection: RecordedStore, clock: Clock, log: Log) {
    this.#connection = connection;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether the store has not worked when it was last used. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Seconds since a point was written; NaN if none has been. */
  get newestPointAge(): number {
    if (this.#writtenAt === null) return Number.NaN;
    return (this.#clock.monotonic() - this.#writtenAt) / 1_000;
  }

  /** Rejects with `NotWrittenError` if another recorder has written, or if it is cancelled. */
  async write(batch: Batch): Promise<Appended> {
    const begun = this.#cancellations;
    while (this.#cancellations === begun) {
      try {
        return this.#accept(await this.#connection.store.append(batch));
      } catch (error) {
        if (error instanceof NotWrittenError) throw error;
        this.reportFailure(error);
        if (this.#cancellations === begun) await this.#pause();
      }
    }
    throw new NotWrittenError('The recorder has given up.');
  }

  /** Gives up the batch that is being written. */
  cancel(): void {
    this.#cancellations += 1;
    this.#wake();
  }

  reportFailure(err: unknown): void {
    if (!this.#isFailing) this.#log.warn({ err }, 'prices over time cannot be recorded');
    this.#isFailing = true;
  }

  #accept(answer: Appended): Appended {
    if (this.#isFailing) this.#log.info({}, 'prices over time are recorded again');
    this.#isFailing = false;
    if (answer.refusedAt !== null) throw new NotWrittenError('Another recorder has gone on.');
    if (answer.points > 0) this.#writtenAt = this.#clock.monotonic();
    pointsWritten.inc(answer.points);
    return answer;
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
