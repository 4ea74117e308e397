import { ROUTES } from '../contract/routes.ts';
import { type SplitsModel, splitsModel } from '../models/splits.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { allPages } from './pages.ts';

/**
 * Betting splits (the shares of bets and of money on each side) by event id, one entry for each source: a
 * sportsbook that reports them. An empty list of sportsbooks means all sources.
 */
export function splitsLoader(scope: RequestScope, sportsbooks: readonly string[]) {
  return keyedBatchLoader<SplitsModel[]>({
    chunkSize: () => ROUTES.splits.objectsPerRequest,
    load: async (ids) => {
      const rows = await allPages(
        (pageStart) =>
          callRoute(scope, ROUTES.splits, {
            query: { event_id: ids, sportsbook: sportsbooks, ...pageStart },
          }),
        ({ event_id, sportsbook }) => JSON.stringify([event_id, sportsbook]),
      );
      return Map.groupBy(rows.map(splitsModel), ({ eventId }) => eventId);
    },
    missing: [],
  });
}
