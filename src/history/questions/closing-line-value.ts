import { decimalOdds } from '../../contract/odds/implied-probability.ts';
import { priceFromProbability } from '../../models/price.ts';

/*
 * How a bet compares with the market when play began. The closing price is the best forecast that there is, since
 * everything known until then is in it: who beats it in the long run wins. Sources: Joseph Buchdahl, "Squares & Sharps,
 * Suckers & Sharks" (2016), chapter 8, and Pinnacle's articles on the closing line.
 */

/**
 * By how much a bet pays more than the closing price, in percent: (decimal / closing decimal - 1) x 100. Closing prices are
 * kept as American odds, and decimal ones are rounded: if both are the same American odds, 0.
 */
export function clvPercent(decimal: number, closingAmerican: number): number {
  if (priceFromProbability(1 / decimal).american === closingAmerican) return 0;
  return (decimal / decimalOdds(closingAmerican, 0) - 1) * 100;
}

/** The value of a bet if the fair closing probability is right, in percent: (decimal x probability - 1) x 100. */
export function fairClvPercent(decimal: number, fairClosingProbability: number): number {
  return (decimal * fairClosingProbability - 1) * 100;
}

/** The closing line minus the line of the bet; null if either has none. */
export function lineDelta(line: number | null, closingLine: number | null): number | null {
  return line === null || closingLine === null ? null : closingLine - line;
}
