import type DataLoader from 'dataloader';
import { isMarketAlias, marketMatcher } from '../contract/markets.ts';
import type { BatchEvent, BatchOdds } from '../contract/odds/odds.ts';
import { anyOf } from '../contract/odds/odds-filter.ts';
import { ROUTES } from '../contract/routes.ts';
import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';
import type { EventOddsFilter } from '../generated/schema-types.ts';
import { BatchedOdds, ListedOdds, type OddsModel } from '../models/odds.ts';
import { oddsBatch } from '../upstream/read-odds-batch.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { allPages } from './pages.ts';
import { callRoute, refuseRestricted, withRequiredTier } from './restriction.ts';
import type { RouteCost } from './route-cost.ts';

export type EventOddsLoader = DataLoader<string, OddsModel[]>;

/** Events in one query of `GET /odds`, so that its URL does not get too long. */
const EVENTS_PER_LIST = 50;

/**
 * The prices of events from `POST /odds/batch`: one request for as many events as the tier's batch
 * limit. The route filters by at most one sportsbook and one exact market type. The rest of the filter is
 * applied here, and so is an alias, which stands for several market types.
 */
export function batchedEventOddsLoader(
  scope: RequestScope,
  filter: EventOddsFilter,
): EventOddsLoader {
  const sportsbooks = filter.sportsbooks ?? [];
  const markets = filter.markets ?? [];
  const [market] = markets;
  const [sportsbook] = sportsbooks;
  const narrowed = {
    ...(sportsbooks.length === 1 && sportsbook !== undefined && { sportsbook }),
    ...(markets.length === 1 && market !== undefined && !isMarketAlias(market) && { market }),
  };
  const matches = eventOddsMatcher(filter);
  return keyedBatchLoader<OddsModel[]>({
    chunkSize: async () => ODDS_BATCH_LIMIT[await scope.tier()],
    load: async (ids) => {
      if (sportsbooks.length > 1) await refuseRestricted(scope, sportsbooks); // The request does not name them.
      const events = await withRequiredTier(scope, sportsbooks, () =>
        oddsBatch(scope.upstream, scope.caller, { event_ids: ids, ...narrowed }),
      );
      const odds = new Map<string, OddsModel[] | Error>();
      for (const [id, event] of events) {
        odds.set(id, event instanceof Error ? event : batchedOdds(event, matches));
      }
      return odds;
    },
    missing: [],
  });
}

/** The prices of events from all pages of `GET /odds?event=…`, with the fields that a batch lacks. */
export function listedEventOddsLoader(
  scope: RequestScope,
  filter: EventOddsFilter,
  cost: RouteCost,
): EventOddsLoader {
  const hasSelectionType = anyOf(filter.selectionTypes);
  return keyedBatchLoader<OddsModel[]>({
    chunkSize: () => EVENTS_PER_LIST,
    load: async (ids) => {
      cost.events += ids.length;
      const query = {
        event: ids,
        sportsbook: filter.sportsbooks,
        market: filter.markets,
        min_odds: filter.minAmerican,
        max_odds: filter.maxAmerican,
      };
      const rows = await allPages(
        (pageStart) => {
          cost.requests += 1;
          return callRoute(scope, ROUTES.odds, { query: { ...query, ...pageStart } });
        },
        ({ id }) => id,
      );
      const odds = new Map<string, OddsModel[]>(ids.map((id) => [id, []]));
      for (const row of rows) {
        if (hasSelectionType(row.selection_type)) {
          odds.get(row.event_id)?.push(new ListedOdds(row));
        }
      }
      return odds;
    },
    missing: [],
  });
}

function batchedOdds(event: BatchEvent, matches: (odds: BatchOdds) => boolean): OddsModel[] {
  const odds: OddsModel[] = [];
  for (const wire of event.odds) if (matches(wire)) odds.push(new BatchedOdds(event, wire));
  return odds;
}

/** Tests the prices of an event against a filter. */
export function eventOddsMatcher(filter: EventOddsFilter): (odds: BatchOdds) => boolean {
  const sportsbook = anyOf(filter.sportsbooks);
  const selectionType = anyOf(filter.selectionTypes);
  const market = marketMatcher(filter.markets ?? []);
  const min = filter.minAmerican ?? Number.NEGATIVE_INFINITY;
  const max = filter.maxAmerican ?? Number.POSITIVE_INFINITY;
  return (odds) =>
    sportsbook(odds.sportsbook) &&
    selectionType(odds.selection_type) &&
    market(odds.market_type) &&
    odds.odds_american >= min &&
    odds.odds_american <= max;
}
