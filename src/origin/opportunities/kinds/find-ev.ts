import { eventName } from '../../../contract/events.ts';
import { roundPercent } from '../../../contract/rounding.ts';
import { confidence } from '../confidence.ts';
import type { Finding } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import type { MarketPrice } from '../valuation/book-prices.ts';
import type { MarketValuation, SideValuation } from '../valuation/market-valuation.ts';
import { ageSeconds, isStale } from '../valuation/price-age.ts';
import type { QuotedMarket } from '../valuation/quoted-market.ts';

/** A side whose fair probability is known. */
type FairSide = SideValuation & { readonly fair: number };

/** Every price of a market that pays more than the fair one. */
export function findEv(market: QuotedMarket, valuation: MarketValuation): Finding<'ev'>[] {
  const findings: Finding<'ev'>[] = [];
  for (const side of valuation.sides) {
    const { fair } = side;
    if (fair === null) continue;
    for (const price of side.positiveEv) {
      const ev = evPercent(fair, price.odds.odds_decimal);
      if (ev > 0) findings.push(findingOf(market, valuation, { ...side, fair }, price, ev));
    }
  }
  return findings;
}

/** Expected value in percent of the stake: (fair probability x decimal odds - 1) x 100. */
function evPercent(fair: number, decimal: number): number {
  return roundPercent((fair * decimal - 1) * 100);
}

/**
 * The share of the bankroll to stake, in percent: f = (b p - q) / b with p the fair probability, q = 1 - p, and
 * b the net odds, which are the decimal odds - 1 (Kelly, "A New Interpretation of Information Rate", 1956).
 */
function kellyPercent(fair: number, decimal: number): number {
  const net = decimal - 1;
  return roundPercent(((net * fair - (1 - fair)) / net) * 100);
}

/** The American odds of a probability, in whole numbers. */
function americanOf(probability: number): number {
  const odds = 1 / probability - 1;
  return Math.round(odds >= 1 ? odds * 100 : -100 / odds);
}

function findingOf(
  market: QuotedMarket,
  valuation: MarketValuation,
  side: FairSide,
  price: MarketPrice,
  ev: number,
): Finding<'ev'> {
  return {
    market,
    key: `${side.type}|${price.odds.sportsbook}`,
    percent: ev,
    revision: `${price.odds.odds_decimal}`,
    prices: [price],
    payload({ id, detected_at }, { event, now }) {
      const { odds } = price;
      return {
        id,
        game_id: event.id,
        ev_percentage: ev,
        odds_american: odds.odds_american,
        odds_decimal: odds.odds_decimal,
        no_vig_odds: americanOf(side.fair),
        selection: selectionLabel(odds),
        market: odds.market_type,
        line: odds.line ?? null,
        sportsbook: odds.sportsbook,
        game: eventName(event),
        sport: event.sport,
        league: event.league,
        home_team: event.home_team,
        away_team: event.away_team,
        start_time: event.start_time,
        is_live: event.is_live,
        confidence_score: confidence(valuation, isStale(ageSeconds([price], now), event.is_live)),
        kelly_percent: kellyPercent(side.fair, odds.odds_decimal),
        book_count: side.bookCount,
        detected_at,
      };
    },
  };
}
