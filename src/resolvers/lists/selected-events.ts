import type { Event } from '../../contract/events.ts';
import { marketMatcher } from '../../contract/markets.ts';
import { routeName } from '../../contract/route.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { EventFilter } from '../../generated/schema-types.ts';
import { listAllEvents, listEventsOf } from '../../loaders/events.ts';
import { EventModel } from '../../models/event.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import { type StartRange, startRange } from '../arguments/start-range.ts';
import { connection, type PageArguments, pageOf } from './connection.ts';
import { type FilterParameters, filterQuery } from './route-connection.ts';

/** The fields of the filter that upstream's list of events has no parameter for. */
export type SelectingField = 'startsAfter' | 'startsBefore' | 'outrights' | 'markets';

type EventArguments = PageArguments & { readonly filter?: EventFilter | null };

/**
 * A page of the events that a filter selects by what upstream doesn't filter by; null if it has no such condition.
 * All events under the rest of the filter are read, of a range of time day by day if they are many, so that the order
 * and the total are those of the whole list.
 */
export function selectedEvents(
  scope: RequestScope,
  args: EventArguments,
  filters: FilterParameters<Omit<EventFilter, SelectingField>, Routes['events']>,
) {
  const filter = args.filter ?? {};
  const range = startRange(filter);
  const outrights = filter.outrights ?? null;
  const markets = filter.markets ?? [];
  if (range === null && outrights === null && markets.length === 0) return null;
  const query = filterQuery(filter, filters);
  const { after = null, before = null } = range ?? {};
  return connection({
    args,
    list: routeName(ROUTES.events),
    query: { ...query, after, before, outrights, markets },
    readPage: async (page) => {
      const events =
        range === null
          ? await listAllEvents(scope, query)
          : await listEventsOf(range.days, scope, query);
      const isOnMarket = marketMatcher(markets);
      const selected = events
        .filter(isSelected(range, outrights))
        .filter((event) => markets.length === 0 || event.markets.some(isOnMarket));
      return pageOf(selected.sort(byStart), page);
    },
    nodesOf: (page) => page.data.map((event) => new EventModel(event)),
  });
}

function isSelected(range: StartRange | null, outrights: boolean | null) {
  return ({ start_time, home_team, away_team }: Event): boolean => {
    const start = Date.parse(start_time);
    const isInRange = range === null || (start >= range.after && start < range.before);
    return isInRange && (outrights === null || outrights === !(home_team && away_team));
  };
}

/** Events that start at the same time stay in upstream's order. */
function byStart(one: Event, other: Event): number {
  return Date.parse(one.start_time) - Date.parse(other.start_time);
}
