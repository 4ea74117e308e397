import { eventName } from '../../../contract/events.ts';
import { roundPercent } from '../../../contract/rounding.ts';
import { ageSeconds, confidence, type Finding, isStale, selectionLabel } from '../finding.ts';
import type {
  MarketPrice,
  MarketValuation,
  QuotedMarket,
  SideValuation,
} from '../valuation/quoted-market.ts';

/** Every price of a market that pays more than the fair one. */
export function findEv(market: QuotedMarket, valuation: MarketValuation): Finding<'ev'>[] {
  return valuation.sides.flatMap((side) =>
    side.positiveEv
      .map((price) => findingOf(market, valuation, side, price))
      .filter(({ percent }) => percent > 0),
  );
}

function findingOf(
  market: QuotedMarket,
  valuation: MarketValuation,
  { type, fair, bookCount }: SideValuation,
  price: MarketPrice,
): Finding<'ev'> {
  const { odds_decimal: decimal, sportsbook } = price.odds;
  const win = fair ?? 0; // Where prices have a positive expected value, it is known.
  // In percent of the stake.
  const percent = roundPercent((win * decimal - 1) * 100);
  return {
    kind: 'ev',
    market,
    key: `${type}|${sportsbook}`,
    percent,
    revision: `${decimal}`,
    prices: [price],
    payload(identity, { event, now }) {
      const { odds } = price;
      return {
        ...identity,
        game_id: event.id,
        ev_percentage: percent,
        odds_american: odds.odds_american,
        odds_decimal: odds.odds_decimal,
        no_vig_odds: americanOf(win),
        selection: selectionLabel(odds),
        market: odds.market_type,
        line: odds.line ?? null,
        sportsbook,
        game: eventName(event),
        sport: event.sport,
        league: event.league,
        home_team: event.home_team,
        away_team: event.away_team,
        start_time: event.start_time,
        is_live: event.is_live,
        confidence_score: confidence(valuation, isStale(ageSeconds([price], now), event)),
        kelly_percent: kellyPercent(win, odds.odds_decimal),
        book_count: bookCount,
      };
    },
  };
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
