import { OFFSET_MAX, PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { OddsFilter } from '../../generated/schema-types.ts';
import { startRange } from '../arguments/start-range.ts';
import { isBatchable } from './carried-fields.ts';
import type { Selection } from './selection.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** What `@cost` and `@listSize` cannot say about what a field costs. */
export interface FieldCost {
  /** Requests of the field itself; null if `@cost` is right. `size` is the assumed length of its list. */
  readonly requestsFor?: (selection: Selection, size: number, args: Arguments) => number | null;
  /** Requests that a batched field adds once, however many objects it is read for. By default 1. */
  readonly sharedRequests?: number;
  /** The values that an item of its list counts as, without those below it. By default 1. */
  readonly valuesOfItem?: number;
  /** The argument that is as large as the list, where `@listSize` cannot express that. */
  readonly sizeArgument?: string;
}

/** How many prices an event is assumed to have, as `@listSize` of `Event.odds` says. */
const PRICES_OF_EVENT = 300;

/** By field, as `Type.field`. */
export const FIELD_COSTS: Readonly<Record<string, FieldCost>> = {
  // If `POST /odds/batch` lacks a selected field, an event's prices are read page by page.
  'Event.odds': {
    requestsFor: (selection, size, args) =>
      isBatchable(selection, args) ? null : size / PAGE_SIZE_MAX,
  },
  'Event.comparison': {
    requestsFor: (_selection, _size, { players }) =>
      Object(players).length > 0 ? PRICES_OF_EVENT / PAGE_SIZE_MAX : null,
  },
  // To select by players, all prices of the events are read.
  'Query.odds': { requestsFor: (_selection, _size, args) => pagesOfEvents(args) },
  'Query.oddsChanges': { requestsFor: (_selection, _size, args) => pagesOfEvents(args) },
  // One request for each day, if it has up to 200 events. A long list takes one more, which finds out that it is long.
  'Query.events': { requestsFor: (_selection, _size, args) => daysOfEvents(args) },
  // All events share one listing, which is read up to the highest offset that upstream accepts.
  'Event.lowHoldOpportunities': { sharedRequests: OFFSET_MAX / PAGE_SIZE_MAX + 1 },
  // One request for each sport. Upstream's specification names six, and there may be more.
  'Event.liveGameState': { sharedRequests: 10 },
  // One read of the list of events for all representations, and one of the list of sportsbooks. Each representation is
  // resolved apart, which takes the time of some twenty values.
  'Query._entities': { requestsFor: () => 2, valuesOfItem: 20 },
  // The list is in a member of a union, where `@listSize` cannot name it.
  'Subscription.liveOdds': { sizeArgument: 'chunkSize' },
};

/** The number of days by which events are read; null if they are not, or if the filter is refused. */
function daysOfEvents({ filter }: Arguments): number | null {
  try {
    return startRange(Object(filter))?.days.length ?? null;
  } catch {
    return null;
  }
}

/** The number of pages with the prices of all events in a filter; null if they are not all read. */
function pagesOfEvents({ filter }: Arguments): number | null {
  const { players, eventIds }: Partial<OddsFilter> = Object(filter);
  if (!players?.length || !eventIds) return null;
  return Math.ceil((eventIds.length * PRICES_OF_EVENT) / PAGE_SIZE_MAX);
}
