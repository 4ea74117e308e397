import type { Event } from '../contract/events.ts';
import { OFFSET_MAX, PAGE_SIZE_MAX } from '../contract/limits.ts';
import type { QueryOf } from '../contract/route.ts';
import { ROUTES, type Routes } from '../contract/routes.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { type EventModel, eventModel } from '../models/event.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

/** The filters of upstream's list of events. */
type Filter = Omit<QueryOf<Routes['events']>, 'limit' | 'offset'>;

/** Rows that two pages share, so that none is skipped while up to as many events end between two requests. */
const OVERLAP = 10;
const PAGE_STEP = PAGE_SIZE_MAX - OVERLAP;

/** The most events that can be read in such pages: none may begin beyond `OFFSET_MAX`. */
const TOTAL_MAX = PAGE_SIZE_MAX + Math.floor(OFFSET_MAX / PAGE_STEP) * PAGE_STEP;

/**
 * Events by id; null if upstream does not list one, and an error if its list is too long to tell.
 *
 * The contract of the odds service has no endpoint for events by id. A batch of odds would contain their league
 * and start, but prices as well, and it leaves out events without any. So the list of events is read page by
 * page, some 200 events per request, until all ids are found. While a page is fresh, all operations with the same
 * API key share it.
 */
export function eventLoader(scope: RequestScope) {
  return keyedBatchLoader<EventModel | null>({
    load: (ids) => findEvents(scope, ids),
    missing: null,
  });
}

async function findEvents(
  scope: RequestScope,
  ids: readonly string[],
): Promise<Map<string, EventModel | Error>> {
  const wanted = new Set(ids);
  const found = new Map<string, EventModel | Error>();
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_STEP) {
    const { data, meta } = await eventsAt(offset, scope);
    for (const event of data) {
      if (wanted.delete(event.id)) found.set(event.id, eventModel(event));
    }
    if (wanted.size === 0 || !meta.pagination.has_more) return found;
  }
  for (const id of wanted) found.set(id, outOfReach('The event is not among'));
  return found;
}

/** All events under a filter. Throws `UPSTREAM_UNAVAILABLE` if upstream cannot be paged through all of them. */
export async function listAllEvents(scope: RequestScope, filter: Filter = {}): Promise<Event[]> {
  const events = await listUpTo(TOTAL_MAX, scope, filter);
  if (events === null) throw outOfReach('There are more events than');
  return events;
}

/**
 * All events under a filter that start on one of these days in UTC. If reading the list without its days takes hardly more
 * requests than a list for each day, events of other days are returned as well.
 */
export async function listEventsOf(
  days: readonly string[],
  scope: RequestScope,
  filter: Filter,
): Promise<Event[]> {
  const [date] = days;
  if (days.length === 1) return listAllEvents(scope, { ...filter, date });
  // Far below `TOTAL_MAX`: the range of time of a query touches nine days at most.
  const events = await listUpTo(PAGE_SIZE_MAX + days.length * PAGE_STEP, scope, filter);
  if (events !== null) return events;
  const lists = await Promise.all(
    days.map((day) => listAllEvents(scope, { ...filter, date: day })),
  );
  return distinct(lists.flat()); // An event whose start moves meanwhile may be in two lists.
}

/**
 * All events under a filter; null if they are more than `max`. The pages after the first one are read together: events that
 * are added meanwhile may push the last ones off these pages.
 */
async function listUpTo(max: number, scope: RequestScope, filter: Filter): Promise<Event[] | null> {
  const first = await eventsAt(0, scope, filter);
  const { total } = first.meta;
  if (total > max) return null;
  const further = Math.max(0, Math.ceil((total - PAGE_SIZE_MAX) / PAGE_STEP));
  const offsets = Array.from({ length: further }, (_, index) => (index + 1) * PAGE_STEP);
  const pages = await Promise.all(offsets.map((offset) => eventsAt(offset, scope, filter)));
  return distinct([first, ...pages].flatMap(({ data }) => data));
}

function eventsAt(offset: number, scope: RequestScope, filter: Filter = {}) {
  return callRoute(scope, ROUTES.events, { query: { ...filter, limit: PAGE_SIZE_MAX, offset } });
}

function distinct(events: readonly Event[]): Event[] {
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

function outOfReach(problem: string): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_UNAVAILABLE',
    `${problem} the ${OFFSET_MAX} events or so that the odds service can be paged through.`,
  );
}
