import { chunksOf } from '../contract/lists/chunks.ts';
import { isMarketAlias } from '../contract/markets.ts';
import type { BatchEvent, BatchOdds, Odds } from '../contract/odds/odds.ts';
import { anyOf, playerMatcher, priceMatcher } from '../contract/odds/odds-filter.ts';
import type { NamedSelection, Teams } from '../contract/odds/selection-name.ts';
import { ROUTES } from '../contract/routes.ts';
import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import type { EventOddsFilter } from '../generated/schema-types.ts';
import { type BatchOutcome, readOddsBatch } from '../upstream/read-odds-batch.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';
import { allPages } from './pages.ts';
import { RouteCost } from './route-cost.ts';

/** Events in one query of `GET /odds`, so that its URL does not get too long. */
const EVENTS_PER_LIST = 50;

/**
 * Events with those of their prices that a filter matches, from `POST /odds/batch`: one request for as many events as
 * the tier's batch limit; null for an event that the response lacks. The route filters by at most one sportsbook and one
 * exact market type. The rest of the filter is applied here, and so is an alias, which stands for several market types.
 * Not for filters by player, whom batches don't name.
 */
export function eventBatchLoader(scope: RequestScope, filter: EventOddsFilter) {
  const sportsbooks = filter.sportsbooks ?? [];
  const markets = filter.markets ?? [];
  const [market] = markets;
  const [sportsbook] = sportsbooks;
  const filteredByRoute = {
    ...(sportsbooks.length === 1 && sportsbook !== undefined && { sportsbook }),
    ...(markets.length === 1 && market !== undefined && !isMarketAlias(market) && { market }),
  };
  const matches = eventOddsMatcher(filter);
  const isFiltered = Object.values(filter).some((value) => [value ?? []].flat().length > 0);
  /** Reads in smaller batches if the account's tier, which is remembered for a minute, has become a lower one meanwhile. */
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, BatchOutcome>> => {
    try {
      const body = { event_ids: ids, ...filteredByRoute };
      return await callRoute(scope, ROUTES.oddsBatch, { body }, readOddsBatch);
    } catch (error) {
      const isRefused = error instanceof OddsgraphError && error.code === 'BAD_USER_INPUT';
      if (!isRefused || ids.length <= ODDS_BATCH_LIMIT.free) throw error;
      const size = ODDS_BATCH_LIMIT[await scope.refreshedTier()];
      if (ids.length <= size) throw error;
      const parts = await Promise.all(chunksOf(ids, size).map(read));
      return new Map(parts.flatMap((part) => [...part]));
    }
  };
  return keyedBatchLoader<BatchEvent | null>({
    chunkSize: async () => ODDS_BATCH_LIMIT[await scope.tier()],
    load: async (ids) => {
      const events = await read(ids);
      if (!isFiltered) return events; // Without a copy of each.
      const matching = (event: BatchEvent | Error) =>
        event instanceof Error ? event : { ...event, odds: event.odds.filter(matches) };
      return new Map(Array.from(events, ([id, event]) => [id, matching(event)] as const));
    },
    missing: null,
  });
}

/** The prices of events from all pages of `GET /odds?event=…`, with the fields that a batch lacks. */
export function listedEventOddsLoader(scope: RequestScope, filter: EventOddsFilter) {
  const cost = new RouteCost();
  const hasSelectionType = anyOf(filter.selectionTypes);
  const isOfPlayer = playerMatcher(filter.players);
  const loader = keyedBatchLoader<Odds[]>({
    chunkSize: () => EVENTS_PER_LIST,
    load: async (ids) => {
      cost.objects += ids.length;
      const query = { event: ids, ...priceQuery(filter) };
      const rows = await allPages((pageStart) => {
        cost.requests += 1;
        return callRoute(scope, ROUTES.odds, { query: { ...query, ...pageStart } });
      }, rowIdOf);
      const odds = new Map<string, Odds[]>(ids.map((id) => [id, []]));
      for (const row of rows) {
        if (hasSelectionType(row.selection_type) && isOfPlayer(row)) {
          odds.get(row.event_id)?.push(row);
        }
      }
      return odds;
    },
    missing: [],
  });
  return Object.assign(loader, { cost });
}

/**
 * Tells the rows of a list apart: some feeds repeat ids, but not on one selection. The line is no part of it, since it
 * may move from one page to the next.
 */
export function rowIdOf(row: Odds): string {
  const { id, event_id, sportsbook, market_type, selection, selection_type } = row;
  return JSON.stringify([id, event_id, sportsbook, market_type, selection, selection_type]);
}

/** The parameters of `GET /odds` for a filter. It has none for selection types and players. */
function priceQuery({ sportsbooks, markets, minAmerican, maxAmerican }: EventOddsFilter) {
  return {
    sportsbook: sportsbooks,
    market: markets,
    min_odds: minAmerican,
    max_odds: maxAmerican,
  };
}

/** A predicate for the prices of an event. */
export function eventOddsMatcher(
  filter: EventOddsFilter,
): (odds: BatchOdds & NamedSelection & Teams) => boolean {
  const hasSelectionType = anyOf(filter.selectionTypes);
  const matchesPrice = priceMatcher(priceQuery(filter));
  const isOfPlayer = playerMatcher(filter.players);
  return (odds) => hasSelectionType(odds.selection_type) && matchesPrice(odds) && isOfPlayer(odds);
}
