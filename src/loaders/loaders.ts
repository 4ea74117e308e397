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

/** The route that reads the prices of events. */
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
  /** The cost of reading the prices of events page by page. */
  readonly listedOddsCost: (filter: EventOddsFilter) => RouteCost;
  readonly comparisonCost = new RouteCost();
  readonly splitsHistoryCost = new RouteCost();
  /** Splits by event id. */
  readonly splits: (sportsbooks: readonly string[]) => SplitsLoader;
  /** Redirect paths by id, for the sites of a US state. */
  readonly deepLinks: (state: string) => DeepLinkLoader;

  constructor(scope: RequestScope) {
    this.events = eventLoader(scope);
    this.sportsbooks = sportsbookLoader(scope);
    this.comparisons = comparisonLoader(scope, this.comparisonCost);
    this.splitsHistories = splitsHistoryLoader(scope, this.splitsHistoryCost);
    this.sportGames = sportGamesLoader(scope);
    this.lowHold = lowHoldLoader(scope);
    this.listedOddsCost = forEachArguments(() => new RouteCost());
    this.eventOdds = forEachArguments((filter, route) =>
      route === 'batch'
        ? batchedEventOddsLoader(scope, filter)
        : listedEventOddsLoader(scope, filter, this.listedOddsCost(filter)),
    );
    this.splits = forEachArguments((sportsbooks) => splitsLoader(scope, sportsbooks));
    this.deepLinks = forEachArguments((state) => deepLinkLoader(scope, state));
  }
}

/** Creates one loader for each set of arguments, so that fields with equal arguments share requests. */
function forEachArguments<A extends readonly unknown[], L>(
  make: (...args: A) => L,
): (...args: A) => L {
  const made = new Map<string, L>();
  return (...args) => {
    const key = JSON.stringify(args);
    const loader = made.get(key) ?? make(...args);
    made.set(key, loader);
    return loader;
  };
}
