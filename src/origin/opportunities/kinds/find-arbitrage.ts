import { sumOf } from '../../../contract/odds/implied-probability.ts';
import { roundPercent, roundProbability } from '../../../contract/rounding.ts';
import { type Finding, impliedBy, placeOf, revisionOf, selectionLabel } from '../finding.ts';
import type { MarketValuation, QuotedMarket } from '../valuation/quoted-market.ts';

/**
 * The arbitrage of a market: its best prices, if their implied probabilities sum to less than 1.
 * Stakes in proportion to the implied probabilities return the same whichever side wins. Where a
 * rule voids the bets, all stakes are returned. Without a fair probability an arbitrage cannot be
 * told from an error, so none is reported.
 */
export function findArbitrage(market: QuotedMarket, valuation: MarketValuation): Finding<'arb'>[] {
  if (valuation.basis === null) return [];
  const prices = valuation.sides.map((side) => side.best[0]);
  const impliedTotal = sumOf(prices.map(impliedBy));
  // In percent of all stakes.
  const profit = roundPercent((1 / impliedTotal - 1) * 100);
  if (profit <= 0) return [];
  const finding: Finding<'arb'> = {
    kind: 'arb',
    market,
    // A market has at most one arbitrage, so nothing has to tell it from others.
    key: '',
    percent: profit,
    revision: revisionOf(prices),
    prices,
    payload: (identity, { event }) => ({
      ...identity,
      ...placeOf(market, event),
      line: market.line,
      profit_percent: profit,
      implied_total: roundProbability(impliedTotal),
      is_live: event.is_live,
      legs: prices.map((price) => ({
        sportsbook: price.odds.sportsbook,
        selection: selectionLabel(price.odds),
        odds_american: price.odds.odds_american,
        odds_decimal: price.odds.odds_decimal,
        implied_probability: roundProbability(impliedBy(price)),
        stake_percent: roundPercent((100 * impliedBy(price)) / impliedTotal),
      })),
    }),
  };
  return [finding];
}
