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

/** The contract has two sources of splits: so many events fit on one page. */
const EVENTS_AT_ONCE = PAGE_SIZE_MAX / 2;

/** Splits by event id, one entry a source; no sportsbooks are all sources. */
export function splitsLoader(scope: RequestScope, sportsbooks: readonly string[]): SplitsLoader {
  return keyedBatchLoader<SplitsModel[]>({
    chunkSize: () => EVENTS_AT_ONCE,
    load: async (ids) => {
      const rows = await allPages((start) =>
        callRoute(scope, ROUTES.splits, {
          query: { event_id: ids, sportsbook: sportsbooks, ...start },
        }),
      );
      return Map.groupBy(rows.map(splitsModel), ({ eventId }) => eventId);
    },
    missing: [],
  });
}

/** Which part of an event's history to read. */
export interface SplitsHistoryArguments {
  readonly eventId: string;
  readonly sportsbooks: readonly string[];
  /** Moments as RFC 3339; null leaves the range open. */
  readonly from: string | null;
  readonly to: string | null;
  /** Entries at the most; null for upstream's default. */
  readonly first: number | null;
}

export type SplitsHistoryLoader = DataLoader<
  SplitsHistoryArguments,
  SplitsHistoryModel | null,
  string
>;

/** How the splits of events developed; null where an event is unknown. */
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
