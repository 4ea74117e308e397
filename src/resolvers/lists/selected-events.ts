import type { Event } from '../../contract/events.ts';
import { marketMatcher } from '../../contract/markets.ts';
import { timeReader } from '../../contract/odds/odds-order.ts';
import type { Routes } from '../../contract/routes.ts';
import type { EventFilter } from '../../generated/schema-types.ts';
import { listAllEvents, listEventsOf } from '../../loaders/events.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import { type StartRange, startRange } from '../arguments/start-range.ts';
import type { ListQuery, RowSelection } from './route-connection.ts';

/** The fields of the filter that upstream's list of events has no parameter for. */
export type SelectingField = 'startsAfter' | 'startsBefore' | 'outrights' | 'markets';

/**
 * Selects events by what upstream doesn't filter by; null if a filter has no such condition. All events under the rest
 * of the filter are read, of a range of time day by day if they are many, so that the order and the total are those of
 * the whole list.
 */
export function eventSelection(
  scope: RequestScope,
  filter: EventFilter,
): RowSelection<Event, ListQuery<Routes['events']>> | null {
  const range = startRange(filter);
  const outrights = filter.outrights ?? null;
  const markets = filter.markets ?? [];
  if (range === null && outrights === null && markets.length === 0) return null;
  const { after = null, before = null, days = null } = range ?? {};
  return {
    criteria: { after, before, outrights, markets },
    rows: async (_read, query) => {
      const events = await (days === null
        ? listAllEvents(scope, query)
        : listEventsOf(days, scope, query));
      const isOnMarket = marketMatcher(markets);
      return events
        .filter(isSelected(range, outrights))
        .filter((event) => markets.length === 0 || event.markets.some(isOnMarket))
        .sort(byStart());
    },
  };
}

function isSelected(range: StartRange | null, outrights: boolean | null) {
  return ({ start_time, home_team, away_team }: Event): boolean => {
    const start = Date.parse(start_time);
    const isInRange = range === null || (start >= range.after && start < range.before);
    return isInRange && (outrights === null || outrights === !(home_team && away_team));
  };
}

/** Events that start at the same time stay in upstream's order. */
function byStart() {
  const time = timeReader();
  return (one: Event, other: Event): number => time(one.start_time) - time(other.start_time);
}
