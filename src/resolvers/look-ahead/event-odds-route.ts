import { BATCH_FIELDS } from '../../models/odds.ts';
import { type Selection, selectedFields } from './selection.ts';

/** Fields of `Odds` that `POST /odds/batch` carries, and links to objects with loaders of their own. */
const BATCHABLE: ReadonlySet<string> = new Set([
  ...BATCH_FIELDS,
  'event',
  'sportsbook',
  '__typename',
]);

/** Whether `POST /odds/batch` can answer everything that is selected below an `Event.odds`. */
export function isBatchable(selection: Selection): boolean {
  return selectedFields(selection).isSubsetOf(BATCHABLE);
}

/** The fields selected below an `Event.odds` that `POST /odds/batch` cannot answer. */
export function fieldsBeyondBatch(selection: Selection): ReadonlySet<string> {
  return selectedFields(selection).difference(BATCHABLE);
}
