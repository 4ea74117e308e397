import { eventName } from '../../../contract/events.ts';
import { percent, probability } from '../../rounding.ts';
import type { Finding } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import type { Bet, PricedBet } from '../valuation/quoted-market.ts';

/**
 * The arbitrage of a bet: its best prices, where their implied probabilities sum to less than 1.
 * Stakes in proportion to the implied probabilities return the same whichever side wins; where a
 * line or a rule voids the bet, the stakes come back. Where nothing tells what is fair an error
 * looks the same: none is found.
 */
export function findArbitrage(bet: Bet, priced: PricedBet): Finding<'arb'>[] {
  if (priced.basis === null) return [];
  const offers = priced.sides.map((side) => side.best[0]);
  const total = offers.reduce((sum, { odds }) => sum + 1 / odds.odds_decimal, 0);
  const profit = profitPercent(total);
  if (profit <= 0) return [];
  return [
    {
      bet,
      key: '',
      percent: profit,
      worth: offers.map(({ odds }) => `${odds.sportsbook} ${odds.odds_decimal}`).join(),
      offers,
      payload: ({ id, detected_at }, { event }) => ({
        id,
        event_id: event.id,
        event_name: eventName(event),
        sport: event.sport,
        league: event.league,
        market_type: bet.marketType,
        line: bet.line,
        profit_percent: profit,
        implied_total: probability(total),
        is_live: event.is_live,
        legs: offers.map(({ odds }) => ({
          sportsbook: odds.sportsbook,
          selection: selectionLabel(odds),
          odds_american: odds.odds_american,
          odds_decimal: odds.odds_decimal,
          implied_probability: probability(1 / odds.odds_decimal),
          stake_percent: percent(100 / odds.odds_decimal / total),
        })),
        detected_at,
      }),
    },
  ];
}

/** Profit in percent of all stakes: (1 / sum of implied probabilities - 1) x 100. */
function profitPercent(impliedTotal: number): number {
  return percent((1 / impliedTotal - 1) * 100);
}
