import type { GraphQLResolveInfo } from 'graphql';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { BATCH_FIELDS } from '../../models/odds.ts';
import { selectedFields } from './selection.ts';

/** Fields of `Odds` that cost a batch nothing: those it carries, and links that have their own loaders. */
const CARRIED: ReadonlySet<string> = new Set([
  ...BATCH_FIELDS,
  'event',
  'sportsbook',
  '__typename',
]);

type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** Whether all that is selected below an `Event.odds` can be answered from `POST /odds/batch`. */
export function isBatchable(selection: Selection): boolean {
  return selectedFields(selection).isSubsetOf(CARRIED);
}

/** What is selected below an `Event.odds` and cannot be answered from there. */
export function fieldsBeyondBatch(selection: Selection): ReadonlySet<string> {
  return selectedFields(selection).difference(CARRIED);
}

/** Upstream requests, or the part of one, for so many prices that no batch can answer. */
export function listedRequests(prices: number): number {
  return prices / PAGE_SIZE_MAX;
}
