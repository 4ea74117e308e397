import type DataLoader from 'dataloader';
import { OFFSET_MAX, PAGE_SIZE_MAX } from '../contract/limits.ts';
import { ROUTES } from '../contract/routes.ts';
import { OddsgraphError } from '../errors.ts';
import { EventModel } from '../models/event.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

export type EventLoader = DataLoader<string, EventModel | null>;

/** Rows that two pages share: an event that ends between the requests moves the rest forward. */
const OVERLAP = 10;

/**
 * Events by id; null if upstream does not list one.
 *
 * The contract has no endpoint for events by id. A batch of odds would contain league and start, but
 * also every price, and it leaves out events without odds. So the list of events is read page by page,
 * 200 events per request, until all ids are found. While a page is fresh, all operations with the same
 * key share it.
 */
export function eventLoader(scope: RequestScope): EventLoader {
  return keyedBatchLoader<EventModel | null>({
    load: (ids) => findEvents(scope, ids),
    missing: null,
  });
}

async function findEvents(
  { upstream, caller }: RequestScope,
  ids: readonly string[],
): Promise<Map<string, EventModel | Error>> {
  const wanted = new Set(ids);
  const found = new Map<string, EventModel | Error>();
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_SIZE_MAX - OVERLAP) {
    const page = await upstream.call(ROUTES.events, caller, {
      query: { limit: PAGE_SIZE_MAX, offset },
    });
    for (const event of page.data) {
      if (wanted.delete(event.id)) found.set(event.id, new EventModel(event));
    }
    if (wanted.size === 0 || !page.meta.pagination.has_more) return found;
  }
  for (const id of wanted) found.set(id, outOfReach());
  return found;
}

function outOfReach(): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_UNAVAILABLE',
    `The event is not among the first ${OFFSET_MAX} events, and the odds service cannot be paged beyond them.`,
  );
}
