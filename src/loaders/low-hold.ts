import DataLoader from 'dataloader';
import { OFFSET_MAX } from '../contract/limits.ts';
import { ROUTES } from '../contract/routes.ts';
import type { EventModel } from '../models/event.ts';
import { lowHoldOpportunityModel } from '../models/low-hold.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { allPages } from './pages.ts';

/**
 * The low-hold opportunities of events, the lowest hold first.
 *
 * The endpoint does not filter by event, and a request for each league would cost more than it saves.
 * So one listing of all leagues of the events is read, up to the highest offset of the endpoint, and
 * divided among the events.
 */
export function lowHoldLoader(scope: RequestScope) {
  return new DataLoader(
    async (events: readonly EventModel[]) => {
      const leagues = [...new Set(events.map(({ league }) => league))].sort();
      const rows = await allPages(
        (pageStart) =>
          callRoute(scope, ROUTES.lowHold, { query: { league: leagues, ...pageStart } }),
        ({ id }) => id,
        OFFSET_MAX,
      );
      // Sorted again: an opportunity that moved to another page meanwhile is still where the first page had it.
      const byHold = rows
        .map(lowHoldOpportunityModel)
        .sort((a, b) => a.holdPercent - b.holdPercent);
      const byEvent = Map.groupBy(byHold, ({ eventId }) => eventId);
      return events.map(({ id }) => byEvent.get(id) ?? []);
    },
    { cacheKeyFn: ({ id }) => id },
  );
}
