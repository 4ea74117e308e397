import { MARKET_ALIASES } from '../../contract/markets.ts';
import type { MiddleOpportunity } from '../../contract/opportunities.ts';
import { roundPercent, roundProbability } from '../../contract/rounding.ts';
import { deepLinkFor } from '../book-links.ts';
import {
  ageSeconds,
  type Finding,
  impliedBy,
  type PayloadContext,
  placeOf,
  revisionOf,
  selectionLabel,
} from './finding.ts';
import type { MarketPrice, MarketValuation, QuotedMarket, SideValuation } from './quoted-market.ts';

interface ValuedMarket {
  readonly market: QuotedMarket;
  readonly valuation: MarketValuation;
}

/** One of the two bets of a middle. */
interface Leg {
  readonly market: QuotedMarket;
  /** The number that the result has to exceed for the market's first side (over or home) to win. */
  readonly threshold: number;
  readonly price: MarketPrice;
  /** The fair probability that the leg wins. */
  readonly fair: number;
}

/**
 * The middles of markets that differ only in their line. One leg bets the first side (over or home) at the line that
 * is easier for it, the other leg bets the second side at the other line. They make a middle if there are whole
 * numbers between the lines, since both legs win on these results, and if the expected value is positive.
 */
export function findMiddles(ladder: readonly ValuedMarket[]): Finding<'middles'>[] {
  const legs = ladder
    .filter(({ market }) => !Number.isNaN(threshold(market)))
    .sort((a, b) => threshold(a.market) - threshold(b.market))
    .map(({ market, valuation: { sides } }) => {
      return { low: legOf(market, sides[0]), high: legOf(market, sides[1]) };
    });
  return legs.flatMap(({ low }, index) =>
    legs.slice(index + 1).flatMap(({ high }) => (low && high && middleOf(low, high)) ?? []),
  );
}

/**
 * The leg on the best price of one side; null without a price or a fair probability, or if the line is not halfway between
 * two whole numbers: at others the stake may be returned, and the fair probability is given that it is not.
 */
function legOf(market: QuotedMarket, side: SideValuation | undefined): Leg | null {
  const { fair = null, best: [price] = [] } = side ?? {};
  if (price === undefined || fair === null || Math.abs(threshold(market) % 1) !== 0.5) return null;
  return { market, threshold: threshold(market), price, fair };
}

/** Sports whose matches are played until somebody wins, so the margin of the whole match is never 0. */
const WITHOUT_TIES = new Set(['basketball', 'baseball', 'hockey', 'tennis']);

/** The middle that two legs make, the one with the lower threshold first; null if they make none. */
function middleOf(low: Leg, high: Leg): Finding<'middles'> | null {
  // At least one leg always wins, so both win with this probability.
  const bothWin = low.fair + high.fair - 1;
  const impliedTotal = impliedBy(low.price) + impliedBy(high.price);
  const value = expectedValue(impliedTotal, bothWin);
  if (bothWin <= 0 || value <= 0) return null;
  const numbers = numbersBetween(low, high);
  if (numbers.length === 0) return null;
  const prices = [low.price, high.price];
  // The expected value is 0 at this probability.
  const breakEven = Math.max(0, impliedTotal - 1);
  return {
    kind: 'middles',
    market: low.market,
    // With the market of the low leg, this line identifies the pair of markets.
    key: `${high.market.line}`,
    percent: value,
    revision: revisionOf(prices),
    prices,
    payload: (context) => ({
      ...context.identity,
      ...placeOf(low.market, context.event),
      side1: sideOf(low, impliedTotal, context),
      side2: sideOf(high, impliedTotal, context),
      middle_size: high.threshold - low.threshold,
      middle_numbers: numbers,
      middle_probability: roundProbability(bothWin),
      expected_value: value,
      // Made up here, since the contract has no formula: 50 breaks even; at 100 nothing is at risk.
      quality_score: Math.round((100 * bothWin) / (bothWin + breakEven)),
    }),
  };
}

/** The possible whole-number results on which both legs win. */
function numbersBetween({ market, threshold: from }: Leg, { threshold: to }: Leg): number[] {
  const cannotTie =
    WITHOUT_TIES.has(market.sport) && MARKET_ALIASES['spread']?.includes(market.marketType);
  const numbers = Array.from({ length: to - from }, (_, n) => Math.ceil(from) + n);
  return numbers.filter((number) => number !== 0 || !cannotTie);
}

/**
 * The number that the result has to exceed for the first side to win: a total, or the home team's
 * margin (4.5 for home -4.5). `family` has the selection types of the market, the first side first.
 * NaN for a market without a line, or with sides that do not depend on it.
 */
function threshold({ family: [first], line }: QuotedMarket): number {
  if (line === null) return Number.NaN;
  if (first === 'home') return -line;
  return first?.endsWith('over') ? line : Number.NaN;
}

/**
 * In percent of both stakes. With decimal odds d1 and d2, and stakes in proportion to the implied probabilities, one
 * winning leg returns R = 1 / (1/d1 + 1/d2) times the sum of the stakes, and two return 2R. If both win with the
 * probability p, the expected value is R (1 + p) - 1.
 */
function expectedValue(impliedTotal: number, bothWin: number): number {
  return roundPercent(((1 + bothWin) / impliedTotal - 1) * 100);
}

function sideOf(
  { price, fair }: Leg,
  impliedTotal: number,
  { event, now, state }: PayloadContext,
): MiddleOpportunity['side1'] {
  const { odds } = price;
  return {
    book: odds.sportsbook,
    selection: selectionLabel(odds),
    line: odds.line ?? null,
    odds: {
      american: odds.odds_american,
      decimal: odds.odds_decimal,
      probability: roundProbability(impliedBy(price)),
      fair_probability: roundProbability(fair),
    },
    stake_percent: roundPercent((100 * impliedBy(price)) / impliedTotal),
    odds_age_seconds: ageSeconds([price], now),
    deep_link: deepLinkFor(odds, event, state)?.url ?? null,
  };
}
