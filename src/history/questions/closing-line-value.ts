import { decimalOdds } from '../../contract/odds/implied-probability.ts';

/*
 * How a bet compares with the market when play began. The closing price is the best forecast that there is, since
 * everything known until then is in it: who beats it in the long run wins. Sources: Joseph Buchdahl, "Squares & Sharps,
 * Suckers & Sharks" (2016), chapter 8, and Pinnacle's articles on the closing line.
 */

/**
 * By how much a bet pays more than the closing price, in percent: (decimal / closing decimal - 1) x 100. Closing prices are
 * kept as American odds, and decimal ones are rounded: 0 if the bet's are the closing ones, rounded.
 */
export function clvPercent(decimal: number, closingAmerican: number): number {
  const closing = decimalOdds(closingAmerican, 0);
  const digits = Math.max(2, String(decimal).split('.')[1]?.length ?? 0);
  return Number(closing.toFixed(digits)) === decimal ? 0 : (decimal / closing - 1) * 100;
}

/** The value of a bet if the fair closing probability is right, in percent: (decimal x probability - 1) x 100. */
export function fairClvPercent(decimal: number, fairClosingProbability: number): number {
  return (decimal * fairClosingProbability - 1) * 100;
}

/** The closing line minus the line of the bet; null if either has none. */
export function lineDelta(line: number | null, closingLine: number | null): number | null {
  return line === null || closingLine === null ? null : closingLine - line;
}
