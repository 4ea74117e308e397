import type DataLoader from 'dataloader';
import { ROUTES } from '../contract/routes.ts';
import { type OddsComparisonModel, oddsComparisonModel } from '../models/comparison.ts';
import { invalidResponse } from '../upstream/failure.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './restriction.ts';
import type { RouteCost } from './route-cost.ts';
import { singleRequestLoader } from './single-requests.ts';

export interface ComparisonArguments {
  readonly eventId: string;
  readonly markets: readonly string[];
  readonly sportsbooks: readonly string[];
}

export type ComparisonLoader = DataLoader<ComparisonArguments, OddsComparisonModel | null, string>;

/**
 * Comparisons of the prices of sportsbooks, with one request for each event; null if an event is unknown or
 * has no prices.
 */
export function comparisonLoader(scope: RequestScope, cost: RouteCost): ComparisonLoader {
  return singleRequestLoader(async ({ eventId, markets, sportsbooks }) => {
    cost.requests += 1;
    cost.events += 1;
    const query = { event: eventId, market: markets, sportsbook: sportsbooks };
    const { data } = await callRoute(scope, ROUTES.oddsComparison, { query });
    if (data.event_id !== eventId) throw invalidResponse('compares another event');
    return data.markets.length === 0 ? null : oddsComparisonModel(data);
  });
}
