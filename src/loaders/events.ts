import type { Event } from '../contract/events.ts';
import { OFFSET_MAX, PAGE_SIZE_MAX } from '../contract/limits.ts';
import type { QueryOf } from '../contract/route.ts';
import { ROUTES, type Routes } from '../contract/routes.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { EventModel } from '../models/event.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

/** The filters of upstream's list of events. */
type Filter = Omit<QueryOf<Routes['events']>, 'limit' | 'offset'>;

/** Rows that two pages share, so that none is skipped while up to as many events end between two requests. */
const OVERLAP = 10;

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
  const isWithinReach = await readEvents(scope, {}, (page) => {
    for (const event of page) {
      if (wanted.delete(event.id)) found.set(event.id, new EventModel(event));
    }
    return wanted.size > 0; // Whether to read on.
  });
  if (!isWithinReach) for (const id of wanted) found.set(id, outOfReach('The event is not among'));
  return found;
}

/** All events under a filter. Throws `UPSTREAM_UNAVAILABLE` if upstream cannot be paged through all of them. */
export async function listAllEvents(scope: RequestScope, filter: Filter = {}): Promise<Event[]> {
  const events = new Map<string, Event>();
  const isWithinReach = await readEvents(scope, filter, (page) => {
    for (const event of page) events.set(event.id, event);
    return true;
  });
  if (!isWithinReach) throw outOfReach('There are more events than');
  return [...events.values()];
}

/**
 * All events under a filter that start on one of these days in UTC, and maybe others: the whole list is read if that takes
 * hardly more requests than a list for each day. An event whose start moves meanwhile is listed once.
 */
export async function listEventsOf(
  days: readonly string[],
  scope: RequestScope,
  filter: Filter,
): Promise<Event[]> {
  const [date] = days;
  if (days.length === 1) return listAllEvents(scope, { ...filter, date });
  const events = new Map<string, Event>();
  const take = (page: readonly Event[]) => {
    for (const event of page) events.set(event.id, event);
  };
  // Days are nine at most, so a list that is not long is far from the last page that can be read.
  let isLong = false;
  await readEvents(scope, filter, (page, total) => {
    take(page);
    isLong = total > PAGE_SIZE_MAX + days.length * (PAGE_SIZE_MAX - OVERLAP);
    return !isLong;
  });
  if (isLong) {
    events.clear(); // One that has ended since is not in the new lists.
    const lists = await Promise.all(
      days.map((day) => listAllEvents(scope, { ...filter, date: day })),
    );
    take(lists.flat());
  }
  return [...events.values()];
}

/**
 * Calls `take` with one page after another, and the total, until it returns false or the list ends. Returns false if
 * the list goes on beyond the last page that can be read.
 */
async function readEvents(
  scope: RequestScope,
  filter: Filter,
  take: (page: readonly Event[], total: number) => boolean,
): Promise<boolean> {
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_SIZE_MAX - OVERLAP) {
    const query = { ...filter, limit: PAGE_SIZE_MAX, offset };
    const { data, meta } = await callRoute(scope, ROUTES.events, { query });
    if (!take(data, meta.total) || !meta.pagination.has_more) return true;
  }
  return false;
}

function outOfReach(problem: string): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_UNAVAILABLE',
    `${problem} the ${OFFSET_MAX} events or so that the odds service can be paged through.`,
  );
}
