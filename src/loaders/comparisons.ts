import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { asError, OddsgraphError } from '../errors.ts';
import { type ComparisonModel, comparisonModel } from '../models/comparison.ts';
import type { Session } from '../upstream/session.ts';
import { namingTiers } from './restriction.ts';

/** What to compare. Equal wishes of one operation share one request. */
export interface ComparisonWish {
  readonly eventId: string;
  readonly markets: readonly string[];
  readonly sportsbooks: readonly string[];
}

export type ComparisonLoader = DataLoader<ComparisonWish, ComparisonModel | null, string>;

/** Requests of one batch that are under way side by side: the contract compares one event at a time. */
const AT_ONCE = 8;

/** Comparisons of events; null where an event is unknown or has no prices. */
export function comparisonLoader(session: Session): ComparisonLoader {
  return new DataLoader(
    async (wishes: readonly ComparisonWish[]) => {
      const atOnce = pLimit(AT_ONCE);
      const outcomes = await Promise.allSettled(
        wishes.map((wish) => atOnce(() => compare(session, wish))),
      );
      return outcomes.map((o) => (o.status === 'fulfilled' ? o.value : asError(o.reason)));
    },
    { cacheKeyFn: (wish) => JSON.stringify(wish) },
  );
}

async function compare(session: Session, wish: ComparisonWish): Promise<ComparisonModel | null> {
  try {
    const comparison = await namingTiers(session, wish.sportsbooks, () =>
      session.upstream.oddsComparison(session.caller, {
        event: wish.eventId,
        market: wish.markets,
        sportsbook: wish.sportsbooks,
      }),
    );
    return comparisonModel(comparison);
  } catch (error) {
    if (error instanceof OddsgraphError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
