import { OFFSET_MAX, PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { isBatchable } from './event-odds-route.ts';
import type { Selection } from './selection.ts';

/** What `@cost` and `@listSize` cannot say about a field's upstream requests. */
export interface FieldCost {
  /** Requests of the field itself, in place of `@cost`. */
  readonly requests?: number;
  /**
   * Requests of the field itself if they depend on what is selected below it; null if `@cost` is right.
   * `size` is the assumed length of its list.
   */
  readonly requestsFor?: (selection: Selection, size: number) => number | null;
  /** Requests that a batched field adds once, however many objects it is read for. By default 1. */
  readonly sharedRequests?: number;
  /** The argument that is as large or as long as the list, where `@listSize` cannot express that. */
  readonly sizeArgument?: string;
}

/** By field, as `Type.field`. */
export const FIELD_COSTS: Readonly<Record<string, FieldCost>> = {
  // If `POST /odds/batch` lacks a selected field, an event's prices are read page by page.
  'Event.odds': {
    requestsFor: (selection, size) => (isBatchable(selection) ? null : size / PAGE_SIZE_MAX),
  },
  // All events share one listing, which is read up to the highest offset that upstream accepts.
  'Event.lowHoldOpportunities': { sharedRequests: OFFSET_MAX / PAGE_SIZE_MAX + 1 },
  // One request for each sport. Upstream's specification names six, and there may be more.
  'Event.liveGameState': { sharedRequests: 10 },
  // One read of the list of events for all representations, and one of the list of sportsbooks.
  'Query._entities': { requests: 2, sizeArgument: 'representations' },
  // The list is in a member of a union, where `@listSize` cannot name it.
  'Subscription.liveOdds': { sizeArgument: 'chunkSize' },
};
