import { eventName } from '../../../contract/events.ts';
import { roundPercent, roundProbability } from '../../../contract/rounding.ts';
import type { Finding } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import type { MarketValuation } from '../valuation/market-valuation.ts';
import type { QuotedMarket } from '../valuation/quoted-market.ts';

/**
 * The arbitrage of a market: its best prices, if their implied probabilities sum to less than 1.
 * Stakes in proportion to the implied probabilities return the same whichever side wins. Where a
 * rule voids the bets, all stakes are returned. Without a fair probability an arbitrage cannot be
 * told from an error, so none is reported.
 */
export function findArbitrage(market: QuotedMarket, valuation: MarketValuation): Finding<'arb'>[] {
  if (valuation.basis === null) return [];
  const prices = valuation.sides.map((side) => side.best[0]);
  const impliedTotal = prices.reduce((sum, { odds }) => sum + 1 / odds.odds_decimal, 0);
  const profit = profitPercent(impliedTotal);
  if (profit <= 0) return [];
  const finding: Finding<'arb'> = {
    market,
    // A market has at most one arbitrage, so nothing has to tell it from others.
    key: '',
    percent: profit,
    revision: prices.map(({ odds }) => `${odds.sportsbook} ${odds.odds_decimal}`).join(),
    prices,
    payload: ({ id, detected_at }, { event }) => ({
      id,
      event_id: event.id,
      event_name: eventName(event),
      sport: event.sport,
      league: event.league,
      market_type: market.marketType,
      line: market.line,
      profit_percent: profit,
      implied_total: roundProbability(impliedTotal),
      is_live: event.is_live,
      legs: prices.map(({ odds }) => ({
        sportsbook: odds.sportsbook,
        selection: selectionLabel(odds),
        odds_american: odds.odds_american,
        odds_decimal: odds.odds_decimal,
        implied_probability: roundProbability(1 / odds.odds_decimal),
        stake_percent: roundPercent(100 / odds.odds_decimal / impliedTotal),
      })),
      detected_at,
    }),
  };
  return [finding];
}

/** Profit in percent of all stakes: (1 / sum of implied probabilities - 1) x 100. */
function profitPercent(impliedTotal: number): number {
  return roundPercent((1 / impliedTotal - 1) * 100);
}
