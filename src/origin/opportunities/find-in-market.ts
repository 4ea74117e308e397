import { eventName } from '../../contract/events.ts';
import { MAX_HOLD_CEILING_PERCENT } from '../../contract/limits.ts';
import { PLAYER_PROP_PREFIX } from '../../contract/markets.ts';
import { sumOf } from '../../contract/odds/implied-probability.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { LowHoldSide } from '../../contract/opportunities.ts';
import { roundPercent, roundProbability } from '../../contract/rounding.ts';
import { deepLinkFor } from '../book-links.ts';
import {
  ageSeconds,
  confidence,
  type Finding,
  impliedBy,
  isStale,
  type PayloadContext,
  placeOf,
  revisionOf,
  selectionLabel,
} from './finding.ts';
import {
  type MarketPrice,
  type MarketValuation,
  mainLineOf,
  type QuotedMarket,
  type SideValuation,
} from './quoted-market.ts';

/** Every price of a market that pays more than the fair one, even after rounding. */
export function findEv(market: QuotedMarket, valuation: MarketValuation): Finding<'ev'>[] {
  return valuation.sides.flatMap((side) =>
    side.positiveEv
      .map((price) => evOf(market, valuation, side, price))
      .filter(({ percent }) => percent > 0),
  );
}

function evOf(
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
    payload({ identity, event, now }) {
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

/**
 * The arbitrage of a market: its best prices, if their implied probabilities sum to less than 1.
 * Stakes in proportion to the implied probabilities return the same whichever side wins. Where a
 * rule voids the bets, all stakes are returned. Without a fair probability an arbitrage cannot be
 * told from an error, so none is reported.
 */
export function findArbitrage(market: QuotedMarket, valuation: MarketValuation): Finding<'arb'>[] {
  const { basis, sides } = valuation;
  const prices = sides.flatMap(({ best }) => best[0] ?? []);
  if (basis === null || prices.length < sides.length) return [];
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
    payload: ({ identity, event }) => ({
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

/**
 * One finding if the best prices of the market leave a hold above 0 and at most the largest limit that a
 * query can set, or else none.
 */
export function findLowHold(
  market: QuotedMarket,
  valuation: MarketValuation,
): Finding<'low_hold'>[] {
  const { sides } = valuation;
  const priced = sides.flatMap(({ best }) => (best[0] ? { price: best[0], best } : []));
  const [first, second, third] = priced;
  if (first === undefined || second === undefined || priced.length < sides.length) return [];
  const impliedTotal = sumOf(priced.map(({ price }) => impliedBy(price)));
  const hold = roundPercent((impliedTotal - 1) * 100);
  if (hold <= 0 || hold > MAX_HOLD_CEILING_PERCENT) return [];
  const prices = sides.flatMap(({ best }) => best);
  const finding: Finding<'low_hold'> = {
    kind: 'low_hold',
    market,
    key: '', // A market has at most one low hold.
    percent: hold,
    revision: revisionOf(prices),
    prices,
    payload(context) {
      const { identity, event, now } = context;
      const age = ageSeconds(prices, now);
      const possiblyStale = isStale(age, event);
      const side = (one: PricedSide) => sideOf(one, impliedTotal, context);
      return {
        ...identity,
        ...placeOf(market, event),
        home_team: event.home_team,
        away_team: event.away_team,
        start_time: event.start_time,
        line: market.line,
        hold_percentage: hold,
        game_state: event.game_state,
        side1: side(first),
        side2: side(second),
        side3: third === undefined ? null : side(third),
        is_live: event.is_live,
        is_alternate_line: market.line !== mainLineOf(market.ladder),
        ...playerOf(first.price.odds),
        all_books: [...new Set(prices.map(({ odds }) => odds.sportsbook))].sort(),
        confidence: confidence(valuation, possiblyStale),
        odds_age_seconds: age,
        possibly_stale: possiblyStale,
      };
    },
  };
  return [finding];
}

/** A side that somebody prices, with its best price. */
type PricedSide = Pick<SideValuation, 'best'> & { readonly price: MarketPrice };

/** Its fair probability is the implied one of its best price without the hold. */
function sideOf(
  { best, price }: PricedSide,
  impliedTotal: number,
  { event, state }: PayloadContext,
): LowHoldSide {
  return {
    selection: selectionLabel(price.odds),
    books: best.map(({ odds }) => odds.sportsbook),
    line: price.odds.line ?? null,
    odds: {
      american: price.odds.odds_american,
      decimal: price.odds.odds_decimal,
      implied_probability: roundProbability(impliedBy(price)),
      fair_probability: roundProbability(impliedBy(price) / impliedTotal),
    },
    deep_links: Object.fromEntries(
      best.map(({ odds }) => [odds.sportsbook, deepLinkFor(odds, event, state)?.url ?? null]),
    ),
  };
}

/** The player of a player prop and the statistic. Recorded prices name the player only in the selection. */
function playerOf({ market_type: type, selection, player_name, stat_category }: Odds) {
  const isProp = type.startsWith(PLAYER_PROP_PREFIX);
  return {
    is_player_prop: isProp,
    player_name: player_name ?? (isProp ? selection : null),
    stat_category: stat_category ?? (isProp ? type.slice(PLAYER_PROP_PREFIX.length) : null),
  };
}
