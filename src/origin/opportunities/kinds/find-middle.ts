import { eventName } from '../../../contract/events.ts';
import type { MiddleOpportunity } from '../../../contract/opportunities.ts';
import { deepLinkFor } from '../../links/book-links.ts';
import { percent, probability } from '../../rounding.ts';
import type { Finding, PayloadContext } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import type { MarketPrice } from '../valuation/book-prices.ts';
import type { MarketValuation } from '../valuation/market-valuation.ts';
import { middleProbability, numbersBetween } from '../valuation/middle-probability.ts';
import { ageSeconds } from '../valuation/price-age.ts';
import type { QuotedMarket } from '../valuation/quoted-market.ts';

/** One of the two bets of a middle. */
interface Leg {
  readonly market: QuotedMarket;
  /** The number that the result has to exceed for the market's first side to win. */
  readonly threshold: number;
  readonly price: MarketPrice;
  /** The fair probability that the leg wins. */
  readonly fair: number;
}

/** The value of two stakes that return the same on either side. */
interface MiddleValue {
  /** In percent of both stakes. */
  readonly expectedValue: number;
  /** 0 to 100. */
  readonly quality: number;
}

/**
 * The middle of two markets that differ only in their line. It bets the first side (over, home) at the
 * line that is easier for it, and the second side at the other line. There is one if whole results
 * lie in between, on which both legs win, and if its expected value is positive.
 */
export function findMiddle(
  one: QuotedMarket,
  other: QuotedMarket,
  valuationOf: (market: QuotedMarket) => MarketValuation | null,
): Finding<'middles'>[] {
  const [lowMarket, highMarket] = threshold(one) < threshold(other) ? [one, other] : [other, one];
  const low = legOf(lowMarket, 0, valuationOf);
  const high = legOf(highMarket, 1, valuationOf);
  if (low === undefined || high === undefined) return [];
  const impliedTotal = implied(low.price) + implied(high.price);
  // Cheap to compute, and most pairs of lines fail already here.
  const upperBound = low.fair + high.fair - 1;
  if (upperBound <= 0 || middleValue(impliedTotal, upperBound).expectedValue <= 0) return [];
  const numbers = numbersBetween(lowMarket, low.threshold, high.threshold);
  const bothWin = numbers.length === 0 ? 0 : bothWinProbability(low, high, numbers);
  const value = middleValue(impliedTotal, bothWin);
  if (bothWin <= 0 || value.expectedValue <= 0) return [];
  return [findingOf(low, high, { impliedTotal, numbers, bothWin, value })];
}

/** The leg on the best price of one side. Undefined without a fair probability. */
function legOf(
  market: QuotedMarket,
  sideIndex: 0 | 1,
  valuationOf: (market: QuotedMarket) => MarketValuation | null,
): Leg | undefined {
  const side = valuationOf(market)?.sides[sideIndex];
  if (side === undefined || side.fair === null) return undefined;
  return { market, threshold: threshold(market), price: side.best[0], fair: side.fair };
}

/**
 * The number that the result has to exceed for the first side to win: a total, or the home margin.
 * NaN for a market without a line, or with sides that do not depend on it.
 */
function threshold({ family: [first], line }: QuotedMarket): number {
  if (line === null) return Number.NaN;
  if (first === 'home') return -line;
  return first?.endsWith('over') ? line : Number.NaN;
}

function implied({ odds }: MarketPrice): number {
  return 1 / odds.odds_decimal;
}

function bothWinProbability(low: Leg, high: Leg, numbers: readonly number[]): number {
  return middleProbability(low.market, numbers, [
    { threshold: low.threshold, below: 1 - low.fair },
    { threshold: high.threshold, below: high.fair },
  ]);
}

/**
 * Stakes in proportion to the implied probabilities return R = 1 / (1/d1 + 1/d2) of both stakes when
 * one leg wins, and 2R when both do, which has the probability p. The expected value is
 * R (1 + p) - 1, and breaks even at p = 1/R - 1. Quality is the share of p in the sum of both: 50
 * breaks even, at 100 nothing is at risk.
 */
function middleValue(impliedTotal: number, bothWin: number): MiddleValue {
  const breakEven = Math.max(0, impliedTotal - 1);
  return {
    expectedValue: percent(((1 + bothWin) / impliedTotal - 1) * 100),
    quality: Math.round((100 * bothWin) / (bothWin + breakEven)),
  };
}

interface MiddleFigures {
  readonly impliedTotal: number;
  /** The results on which both legs win. */
  readonly numbers: number[];
  readonly bothWin: number;
  readonly value: MiddleValue;
}

function findingOf(
  low: Leg,
  high: Leg,
  { impliedTotal, numbers, bothWin, value }: MiddleFigures,
): Finding<'middles'> {
  const prices = [low.price, high.price];
  const odds = prices.map(({ odds }) => `${odds.sportsbook} ${odds.odds_decimal}`);
  return {
    market: low.market,
    key: `${high.market.line}`,
    percent: value.expectedValue,
    revision: `${odds.join()} ${Math.floor(value.expectedValue * 10)}`,
    prices,
    payload: ({ id, detected_at }, context) => ({
      id,
      event_id: context.event.id,
      event_name: eventName(context.event),
      sport: context.event.sport,
      league: context.event.league,
      market_type: low.market.marketType,
      side1: sideOf(low, impliedTotal, context),
      side2: sideOf(high, impliedTotal, context),
      middle_size: high.threshold - low.threshold,
      middle_numbers: numbers,
      middle_probability: probability(bothWin),
      expected_value: value.expectedValue,
      quality_score: value.quality,
      detected_at,
    }),
  };
}

function sideOf(
  { price, fair }: Leg,
  impliedTotal: number,
  { event, now }: PayloadContext,
): MiddleOpportunity['side1'] {
  const { odds } = price;
  return {
    book: odds.sportsbook,
    selection: selectionLabel(odds),
    line: odds.line ?? null,
    odds: {
      american: odds.odds_american,
      decimal: odds.odds_decimal,
      probability: probability(1 / odds.odds_decimal),
      fair_probability: probability(fair),
    },
    stake_percent: percent(100 / odds.odds_decimal / impliedTotal),
    odds_age_seconds: ageSeconds([price], now),
    deep_link: deepLinkFor(odds, event, undefined)?.url ?? null,
  };
}
