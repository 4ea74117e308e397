import { asError } from '../../errors/errors.ts';
import type { Log } from '../../observability/log.ts';
import { type HistoryRecord, type ImportTarget, importRecords } from './import-records.ts';

/**
 * Imports the past that a feed tells, in the background. `ready` resolves once `target` can be written to. Returns a
 * function that cancels the import, and resolves once nothing is written any more.
 */
export function importPast(
  target: ImportTarget,
  records: Iterable<HistoryRecord>,
  ready: Promise<void>,
  log: Log,
): () => Promise<void> {
  let isCancelled = false;
  function* untilCancelled() {
    for (const record of records) {
      if (isCancelled) return;
      yield record;
    }
  }
  const done = ready
    .then(() => importRecords(target, untilCancelled()))
    .then((points) => log.info({ points }, 'the past of the feed is recorded'))
    .catch((error: unknown) => {
      log.warn({ err: asError(error) }, 'the past of the feed could not be recorded');
    });
  return () => {
    isCancelled = true;
    return done;
  };
}
