import { eventName } from '../../../contract/events.ts';
import type { MiddleOpportunity } from '../../../contract/opportunities.ts';
import { roundPercent, roundProbability } from '../../../contract/rounding.ts';
import { deepLinkFor } from '../../links/book-links.ts';
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
  /** The number that the result has to exceed for the market's first side (over or home) to win. */
  readonly threshold: number;
  readonly price: MarketPrice;
  /** The fair probability that the leg wins. */
  readonly fair: number;
}

/** What a middle is worth if the two stakes are sized so that each leg, if it wins, returns the same. */
interface MiddleValue {
  /** In percent of the sum of both stakes. */
  readonly expectedValue: number;
  /** 0 to 100; a middle of quality 50 breaks even. */
  readonly quality: number;
}

/**
 * One finding if two markets that differ only in their line make a middle, or else none. One leg bets
 * the first side (over or home) at the line that is easier for it, the other leg bets the second side
 * at the other line. They make a middle if there are whole numbers between the lines, since both legs
 * win on these results, and if the expected value is positive.
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
  // At least one leg always wins, so both win with at most this probability. Most pairs of lines fail here.
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
 * The number that the result has to exceed for the first side to win: a total, or the home team's
 * margin (4.5 for home -4.5). `family` has the selection types of the market, the first side first.
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

/** The low leg wins above its threshold, the high leg below its own. */
function bothWinProbability(low: Leg, high: Leg, numbers: readonly number[]): number {
  return middleProbability(low.market, numbers, [
    { threshold: low.threshold, below: 1 - low.fair },
    { threshold: high.threshold, below: high.fair },
  ]);
}

/**
 * With decimal odds d1 and d2, and stakes in proportion to the implied probabilities, one winning leg
 * returns R = 1 / (1/d1 + 1/d2) times the sum of the stakes, and two return 2R. If both win with the
 * probability p, the expected value is R (1 + p) - 1, which is 0 at p = 1/R - 1, the break-even
 * probability. Quality is p in percent of p plus the break-even probability: 50 breaks even, at 100
 * nothing is at risk.
 */
function middleValue(impliedTotal: number, bothWin: number): MiddleValue {
  const breakEven = Math.max(0, impliedTotal - 1);
  return {
    expectedValue: roundPercent(((1 + bothWin) / impliedTotal - 1) * 100),
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
    // With the market of the low leg, this line identifies the pair of markets.
    key: `${high.market.line}`,
    percent: value.expectedValue,
    revision: odds.join(),
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
      middle_probability: roundProbability(bothWin),
      expected_value: value.expectedValue,
      quality_score: value.quality,
      detected_at,
    }),
  };
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
      probability: roundProbability(1 / odds.odds_decimal),
      fair_probability: roundProbability(fair),
    },
    stake_percent: roundPercent(100 / odds.odds_decimal / impliedTotal),
    odds_age_seconds: ageSeconds([price], now),
    deep_link: deepLinkFor(odds, event, state)?.url ?? null,
  };
}
