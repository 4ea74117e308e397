import { OFFSET_MAX, PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { isBatchable } from './event-odds-route.ts';
import type { Selection } from './selection.ts';

/** What `@cost` and `@listSize` cannot say about a field's upstream requests. */
export interface FieldCost {
  /** Requests of the field itself, in place of `@cost`. */
  readonly requests?: number;
  /** The same if it depends on the selection; null if `@cost` is right. */
  readonly requestsFor?: (selection: Selection, size: number) => number | null;
  /** Requests that a batched field adds once, however many objects it is read for. By default 1. */
  readonly sharedRequests?: number;
  /** The argument with the size of a list that `@listSize` cannot reach. */
  readonly sizeArgument?: string;
}

/** By field. */
export const FIELD_COSTS: Readonly<Record<string, FieldCost>> = {
  // Without a batch, an event's prices are read page by page.
  'Event.odds': {
    requestsFor: (selection, size) => (isBatchable(selection) ? null : size / PAGE_SIZE_MAX),
  },
  // One listing for all events, as far as upstream can be paged through.
  'Event.lowHoldOpportunities': { sharedRequests: OFFSET_MAX / PAGE_SIZE_MAX + 1 },
  // One request for each sport.
  'Event.liveGameState': { sharedRequests: 10 },
  // One read of the catalogue for all events, and one of the list of sportsbooks.
  'Query._entities': { requests: 2, sizeArgument: 'representations' },
  // The list is below a union.
  'Subscription.liveOdds': { sizeArgument: 'chunkSize' },
};
