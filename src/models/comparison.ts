import { PLAYER_PROP_PREFIX } from '../contract/markets.ts';
import {
  type ComparedMarket,
  type ComparedPrice,
  compareMarkets,
} from '../contract/odds/compare-markets.ts';
import { marketKey, quotedMarkets } from '../contract/odds/complete-markets.ts';
import { onMainLines } from '../contract/odds/main-lines.ts';
import type { ComparisonSelection } from '../contract/routes/odds-comparison.ts';
import type {
  FairPriceMethod,
  MarketComparison,
  Price,
  SelectionComparison,
} from '../generated/schema-types.ts';
import type { EventModel } from './event.ts';
import { fairProbabilities } from './fair-prices/fair-probabilities.ts';
import type { LowHoldOpportunityModel } from './low-hold.ts';
import {
  type ArbitrageOpportunityModel,
  type EvOpportunityModel,
  isOn,
  type MiddleOpportunityModel,
  type Side,
} from './opportunity.ts';
import { price, priceFromProbability } from './price.ts';

export interface OddsComparisonModel {
  readonly eventId: string;
  readonly markets: MarketComparisonModel[];
}

export interface MarketComparisonModel extends Omit<MarketComparison, '__typename' | 'selections'> {
  readonly selections: SelectionComparisonModel[];
}

export interface SelectionComparisonModel
  extends Omit<SelectionComparison, '__typename' | 'fairPrice' | 'bestEvPercent'> {
  readonly fairPrice: (method: FairPriceMethod) => Price | null;
  /** Whether the best price can be measured against the fair price: see `bestEvPercent` in the schema. */
  readonly isBestComparable: () => boolean;
}

/** The comparison of an event's prices; null if there are none. `all`: those of all lines, if these are of some only. */
export function oddsComparisonModel(
  event: Pick<EventModel, 'id' | 'sport' | 'homeTeam' | 'awayTeam' | 'isLive'>,
  prices: Iterable<ComparedPrice>,
  all = prices,
): OddsComparisonModel | null {
  const { id, sport, homeTeam: home_team, awayTeam: away_team, isLive: is_live } = event;
  const markets = compareMarkets(prices, { sport, home_team, away_team, is_live }, all);
  return markets.length === 0 ? null : { eventId: id, markets: markets.map(marketModel) };
}

/** The same of the main line of each sportsbook alone. Markets and lines that more sportsbooks have come first. */
export function mainLineComparison(
  event: Parameters<typeof oddsComparisonModel>[0],
  prices: Iterable<ComparedPrice>,
): OddsComparisonModel | null {
  const main = onMainLines(prices);
  const compared = oddsComparisonModel(event, main, prices);
  const mostPrices = ({ selections }: MarketComparisonModel) => selections[0]?.prices.length ?? 0;
  for (const { marketType, selections } of compared?.markets ?? []) {
    // Of lines that as many have, the one nearest to 0, as for `bestHoldPercent`. Lines of several players don't compare.
    const isOfPlayers = marketType.includes(PLAYER_PROP_PREFIX);
    const fromZero = ({ line }: SelectionComparisonModel) =>
      isOfPlayers ? 0 : Math.abs(line ?? 0);
    selections.sort(
      (one, other) => other.prices.length - one.prices.length || fromZero(one) - fromZero(other),
    );
  }
  compared?.markets.sort((one, other) => mostPrices(other) - mostPrices(one));
  return compared;
}

function marketModel({ wire, complete, isOfSeveral }: ComparedMarket): MarketComparisonModel {
  const fairPrice = fairPricesOf(complete);
  const isBestComparable = comparableBests(complete);
  return {
    marketType: wire.market_type,
    bestHoldPercent: isOfSeveral ? null : (wire.hold.best_available ?? null),
    holdBySportsbook: Object.entries(isOfSeveral ? {} : wire.hold.by_book).map(
      ([sportsbookId, holdPercent]) => ({
        sportsbookId,
        holdPercent,
      }),
    ),
    selections: wire.selections.map((selection) => ({
      ...selectionModel(selection),
      fairPrice: (method) => fairPrice(selection, method),
      isBestComparable: () => isBestComparable(selection),
    })),
  };
}

/** Returns a function for the fair price of a selection. The first call for a method computes those of all. */
function fairPricesOf(complete: ComparedMarket['complete']) {
  const computed = new Map<FairPriceMethod, ReadonlyMap<ComparisonSelection, number>>();
  return (selection: ComparisonSelection, method: FairPriceMethod): Price | null => {
    const fair = computed.get(method) ?? fairProbabilities(complete, method);
    computed.set(method, fair);
    const probability = fair.get(selection);
    return probability === undefined ? null : priceFromProbability(probability);
  };
}

/** Returns a function that tells whether a selection's best price can be measured. The first call looks at all. */
function comparableBests(complete: ComparedMarket['complete']) {
  let comparable: ReadonlySet<ComparisonSelection> | null = null;
  return (selection: ComparisonSelection): boolean => {
    comparable ??= new Set(
      quotedMarkets(complete).flatMap(({ sides, quotes, isPlausible }) =>
        sides.filter(({ best_book: best }) => {
          const isAlone = best && quotes.size === 1 && quotes.has(best);
          return best && isPlausible(best) && !isAlone;
        }),
      ),
    );
    return comparable.has(selection);
  };
}

function selectionModel(
  wire: ComparisonSelection,
): Omit<SelectionComparisonModel, 'fairPrice' | 'isBestComparable'> {
  const prices = Object.entries(wire.books).map(([sportsbookId, offer]) => ({
    sportsbookId,
    price: price(offer.odds_american, offer.odds_decimal),
    lastSeenAt: offer.last_seen_at,
  }));
  const best = prices.find(({ sportsbookId }) => sportsbookId === wire.best_book);
  const worst = prices.find(({ sportsbookId }) => sportsbookId === wire.worst_book);
  return {
    selection: wire.selection,
    selectionType: wire.selection_type,
    line: wire.line ?? null,
    prices,
    bestSportsbookId: wire.best_book ?? null,
    worstSportsbookId: wire.worst_book ?? null,
    best: best?.price ?? null,
    bestSeenAt: best?.lastSeenAt ?? null,
    worst: worst?.price ?? null,
    spreadPercent: wire.spread ?? null, // Between best and worst, not a point spread.
  };
}

/** An opportunity of any kind. */
export type ComparedOpportunity =
  | EvOpportunityModel
  | ArbitrageOpportunityModel
  | MiddleOpportunityModel
  | LowHoldOpportunityModel;

/**
 * The prices that an opportunity rests on, of those of its event: those on its bets and on what opposes them at the same
 * lines. Null if there are none.
 */
export function opportunityComparison(
  opportunity: ComparedOpportunity,
  event: EventModel | null,
  prices: Iterable<ComparedPrice>,
): MarketComparisonModel | null {
  const { eventId: id, sport, isLive, marketType } = opportunity;
  const {
    homeTeam = null,
    awayTeam = null,
    isLive: isInPlay = isLive ?? false,
  }: Partial<EventModel> = event ?? {};
  const teams = { home_team: homeTeam, away_team: awayTeam };
  // What opposes each other at one line has one key; what nothing is known to oppose has its own.
  const keyOf = (price: ComparedPrice) =>
    marketKey(price, teams) ?? `${price.selection_type}|${price.line}|${price.selection}`;
  const market = [...prices]
    .filter((price) => price.market_type === marketType)
    .map((price) => ({ price, key: keyOf(price) }));
  const sides = sidesOf(opportunity);
  const keys = new Set(
    market.filter(({ price }) => sides.some((side) => isOn(side, price))).map(({ key }) => key),
  );
  const compared = oddsComparisonModel(
    { id, sport, homeTeam, awayTeam, isLive: isInPlay },
    market.filter(({ key }) => keys.has(key)).map(({ price }) => price),
    market.map(({ price }) => price),
  );
  return compared?.markets[0] ?? null;
}

function sidesOf(opportunity: ComparedOpportunity): readonly Side[] {
  if ('legs' in opportunity) return opportunity.legs;
  if (!('side1' in opportunity)) return [opportunity];
  const { side1, side2 } = opportunity;
  const third = 'side3' in opportunity ? opportunity.side3 : null;
  return third === null ? [side1, side2] : [side1, side2, third];
}
