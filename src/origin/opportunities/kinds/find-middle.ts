import { eventName } from '../../../contract/events.ts';
import type { MiddleOpportunity } from '../../../contract/opportunities.ts';
import { deepLinkFor } from '../../links/book-links.ts';
import { percent, probability } from '../../rounding.ts';
import type { Finding, Telling } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import { middleProbability, numbersBetween } from '../valuation/middle-probability.ts';
import { ageSeconds } from '../valuation/price-age.ts';
import type { Bet, Offer, PricedBet } from '../valuation/quoted-market.ts';

/** What a pair of stakes that return the same on either side is worth. */
interface MiddleWorth {
  /** In percent of both stakes. */
  readonly expectedValue: number;
  /** 0 to 100. */
  readonly quality: number;
}

/**
 * The middle of two bets that differ in their line: the first side (over, home) at the line that is
 * easier for it, the second at the other. It is one where whole numbers lie between, on which both
 * win, and where it is worth more than it costs.
 */
export function findMiddle(
  one: Bet,
  other: Bet,
  pricedOf: (bet: Bet) => PricedBet | null,
): Finding<'middles'>[] {
  const isLow = threshold(one) < threshold(other);
  const low = isLow ? one : other;
  const high = isLow ? other : one;
  const first = pricedOf(low)?.sides[0];
  const second = pricedOf(high)?.sides[1];
  if (first === undefined || second === undefined) return [];
  const { fair: firstFair } = first;
  const { fair: secondFair } = second;
  if (firstFair === null || secondFair === null) return [];
  const offers = [first.best[0], second.best[0]] as const;
  const implied = 1 / offers[0].odds.odds_decimal + 1 / offers[1].odds.odds_decimal;
  const atMost = firstFair + secondFair - 1;
  if (atMost <= 0 || middleWorth(implied, atMost).expectedValue <= 0) return [];
  const [from, to] = [threshold(low), threshold(high)];
  const numbers = numbersBetween(low, from, to);
  const points = [
    { threshold: from, below: 1 - firstFair },
    { threshold: to, below: secondFair },
  ] as const;
  const both = numbers.length === 0 ? 0 : middleProbability(low, numbers, points);
  const worth = middleWorth(implied, both);
  if (both <= 0 || worth.expectedValue <= 0) return [];
  const prices = offers.map(({ odds }) => `${odds.sportsbook} ${odds.odds_decimal}`);
  return [
    {
      bet: low,
      key: `${high.line}`,
      percent: worth.expectedValue,
      worth: `${prices.join()} ${Math.floor(worth.expectedValue * 10)}`,
      offers,
      payload: ({ id, detected_at }, telling) => ({
        id,
        event_id: telling.event.id,
        event_name: eventName(telling.event),
        sport: telling.event.sport,
        league: telling.event.league,
        market_type: low.marketType,
        side1: sideOf(offers[0], firstFair, implied, telling),
        side2: sideOf(offers[1], secondFair, implied, telling),
        middle_size: to - from,
        middle_numbers: numbers,
        middle_probability: probability(both),
        expected_value: worth.expectedValue,
        quality_score: worth.quality,
        detected_at,
      }),
    },
  ];
}

/**
 * Stakes in proportion to the implied probabilities return R = 1 / (1/d1 + 1/d2) of both stakes on
 * one win and 2R on two, which has the probability p: the expected value is R (1 + p) - 1. It breaks
 * even at p = 1/R - 1; quality is the share of p in the sum of both: 50 breaks even, at 100 nothing
 * is at risk.
 */
function middleWorth(implied: number, both: number): MiddleWorth {
  const cost = Math.max(0, implied - 1);
  return {
    expectedValue: percent(((1 + both) / implied - 1) * 100),
    quality: Math.round((100 * both) / (both + cost)),
  };
}

/**
 * The number that the result must exceed for the first side to win: a total, or the home margin.
 * Not a number where a bet has no line, or sides that do not depend on it.
 */
function threshold({ family: [first], line }: Bet): number {
  if (line === null) return Number.NaN;
  if (first === 'home') return -line;
  return first?.endsWith('over') ? line : Number.NaN;
}

function sideOf(
  offer: Offer,
  fair: number,
  implied: number,
  { event, now }: Telling,
): MiddleOpportunity['side1'] {
  const { odds } = offer;
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
    stake_percent: percent(100 / odds.odds_decimal / implied),
    odds_age_seconds: ageSeconds([offer], now),
    deep_link: deepLinkFor(odds, event, undefined)?.url ?? null,
  };
}
