import type { EventOddsFilter } from '../generated/schema-types.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { type ComparisonLoader, comparisonLoader } from './comparisons.ts';
import { type DeepLinkLoader, deepLinkLoader } from './deep-links.ts';
import {
  batchedEventOddsLoader,
  type EventOddsLoader,
  listedEventOddsLoader,
} from './event-odds.ts';
import { type EventLoader, eventLoader } from './events.ts';
import { type SportGamesLoader, sportGamesLoader } from './game-states.ts';
import { type LowHoldLoader, lowHoldLoader } from './low-hold.ts';
import { RouteCost } from './route-cost.ts';
import {
  type SplitsHistoryLoader,
  type SplitsLoader,
  splitsHistoryLoader,
  splitsLoader,
} from './splits.ts';
import { type SportsbookLoader, sportsbookLoader } from './sportsbooks.ts';

/** The upstream route that reads the prices of events: `POST /odds/batch` or `GET /odds`. */
export type EventOddsRoute = 'batch' | 'list';

/** The loaders of one operation. They are never shared with another. */
export class Loaders {
  readonly events: EventLoader;
  readonly sportsbooks: SportsbookLoader;
  readonly comparisons: ComparisonLoader;
  readonly splitsHistories: SplitsHistoryLoader;
  readonly sportGames: SportGamesLoader;
  readonly lowHold: LowHoldLoader;
  /** Prices by event id. */
  readonly eventOdds: (filter: EventOddsFilter, route: EventOddsRoute) => EventOddsLoader;
  /** The cost of reading the prices of events page by page from `GET /odds`. */
  readonly listedOddsCost: (filter: EventOddsFilter) => RouteCost;
  readonly comparisonCost = new RouteCost();
  readonly splitsHistoryCost = new RouteCost();
  /** Splits by event id. */
  readonly splits: (sportsbooks: readonly string[]) => SplitsLoader;
  /** Deep links by the id of odds or of an opportunity: redirect paths to the sites of sportsbooks in a US state. */
  readonly deepLinks: (state: string) => DeepLinkLoader;

  constructor(scope: RequestScope) {
    this.events = eventLoader(scope);
    this.sportsbooks = sportsbookLoader(scope);
    this.comparisons = comparisonLoader(scope, this.comparisonCost);
    this.splitsHistories = splitsHistoryLoader(scope, this.splitsHistoryCost);
    this.sportGames = sportGamesLoader(scope);
    this.lowHold = lowHoldLoader(scope);
    this.listedOddsCost = memoized(() => new RouteCost());
    this.eventOdds = memoized((filter, route) =>
      route === 'batch'
        ? batchedEventOddsLoader(scope, filter)
        : listedEventOddsLoader(scope, filter, this.listedOddsCost(filter)),
    );
    this.splits = memoized((sportsbooks) => splitsLoader(scope, sportsbooks));
    this.deepLinks = memoized((state) => deepLinkLoader(scope, state));
  }
}

/** Calls `make` once for each list of arguments, so that fields with equal arguments share a loader. */
function memoized<Arguments extends readonly unknown[], Value>(
  make: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  const made = new Map<string, Value>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = made.get(key) ?? make(...args);
    made.set(key, value);
    return value;
  };
}
