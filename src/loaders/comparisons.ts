import type DataLoader from 'dataloader';
import { type ComparisonModel, comparisonModel } from '../models/comparison.ts';
import type { Session } from '../upstream/session.ts';
import { namingTiers } from './restriction.ts';
import type { RouteCost } from './route-cost.ts';
import { singleRequestLoader } from './single-requests.ts';

/** What to compare. */
export interface ComparisonWish {
  readonly eventId: string;
  readonly markets: readonly string[];
  readonly sportsbooks: readonly string[];
}

export type ComparisonLoader = DataLoader<ComparisonWish, ComparisonModel | null, string>;

/**
 * Comparisons of events; null where an event is unknown or has no prices. The contract compares one
 * event at a time.
 */
export function comparisonLoader(session: Session, cost: RouteCost): ComparisonLoader {
  return singleRequestLoader(async ({ eventId, markets, sportsbooks }) => {
    cost.requests += 1;
    cost.events += 1;
    const query = { event: eventId, market: markets, sportsbook: sportsbooks };
    const comparison = await namingTiers(session, sportsbooks, () =>
      session.upstream.oddsComparison(session.caller, query),
    );
    return comparisonModel(comparison);
  });
}
