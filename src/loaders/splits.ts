import type DataLoader from 'dataloader';
import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import { ROUTES } from '../contract/routes.ts';
import {
  type SplitsHistoryModel,
  type SplitsModel,
  splitsHistoryModel,
  splitsModel,
} from '../models/splits.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { allPages } from './pages.ts';
import { callRoute } from './restriction.ts';
import type { RouteCost } from './route-cost.ts';
import { singleRequestLoader } from './single-requests.ts';

export type SplitsLoader = DataLoader<string, SplitsModel[]>;

/** Events whose splits fit on one page: the odds service has two sources of splits, each with one row for an event. */
const EVENTS_PER_PAGE = PAGE_SIZE_MAX / 2;

/**
 * Betting splits (the shares of bets and of money on each side) by event id, one entry for each source: a
 * sportsbook that reports them. An empty list of sportsbooks means all sources.
 */
export function splitsLoader(scope: RequestScope, sportsbooks: readonly string[]): SplitsLoader {
  return keyedBatchLoader<SplitsModel[]>({
    chunkSize: () => EVENTS_PER_PAGE,
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

export interface SplitsHistoryArguments {
  readonly eventId: string;
  readonly sportsbooks: readonly string[];
  /** `from` and `to` are inclusive, as RFC 3339 times; null leaves the range open. */
  readonly from: string | null;
  readonly to: string | null;
  /** The maximum number of entries; null for upstream's default. */
  readonly first: number | null;
}

export type SplitsHistoryLoader = DataLoader<
  SplitsHistoryArguments,
  SplitsHistoryModel | null,
  string
>;

/** The recorded splits of events, one request each; null if an event is unknown. */
export function splitsHistoryLoader(scope: RequestScope, cost: RouteCost): SplitsHistoryLoader {
  return singleRequestLoader(async ({ eventId, sportsbooks, from, to, first }) => {
    cost.requests += 1;
    cost.events += 1;
    const history = await callRoute(scope, ROUTES.splitsHistory, {
      query: {
        event_id: eventId,
        sportsbook: sportsbooks,
        start_time: from,
        end_time: to,
        limit: first,
      },
    });
    return splitsHistoryModel(history);
  });
}
