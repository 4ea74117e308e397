import { asError } from '../../errors/errors.ts';
import type { Log } from '../../observability/log.ts';
import { type HistoryRecord, type ImportTarget, importRecords } from './import-records.ts';

/** Imports the past that a feed tells, in the background, until it is cancelled. */
export class PastImport {
  readonly #done: Promise<void>;
  #isCancelled = false;

  /** `ready` resolves once `target` can be written to. */
  constructor(
    target: ImportTarget,
    records: Iterable<HistoryRecord>,
    ready: Promise<void>,
    log: Log,
  ) {
    this.#done = ready
      .then(() => importRecords(target, this.#untilCancelled(records)))
      .then((points) => log.info({ points }, 'the past of the feed is recorded'))
      .catch((error: unknown) => {
        log.warn({ err: asError(error) }, 'the past of the feed could not be recorded');
      });
  }

  /** Resolves once nothing is written any more. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    await this.#done;
  }

  *#untilCancelled(records: Iterable<HistoryRecord>): Generator<HistoryRecord> {
    for (const record of records) {
      if (this.#isCancelled) return;
      yield record;
    }
  }
}
