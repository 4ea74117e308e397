import type { Odds } from '../../../../contract/odds/odds.ts';

/** From these American odds on, positive or negative, books round to the larger increment. */
const LONG_ODDS = 1000;
const LONG_ODDS_INCREMENT = 25;

/**
 * Sets the price for an implied probability. American odds are rounded down to the increment, in the
 * book's favour. Decimal odds and implied probability follow from the rounded American odds, to four
 * places.
 */
export function setPrice(odds: Odds, probability: number, increment: number): void {
  const exact =
    probability > 0.5
      ? (-100 * probability) / (1 - probability)
      : (100 * (1 - probability)) / probability;
  const step = Math.abs(exact) < LONG_ODDS ? increment : LONG_ODDS_INCREMENT;
  const rounded = Math.floor(exact / step + 1e-9) * step; // A whole step stays, whatever its floating-point error.
  // American odds have two names for even money; books write +100.
  const american = rounded === -100 ? 100 : rounded;
  const decimal = toFourPlaces(american > 0 ? 1 + american / 100 : 1 - 100 / american);
  odds.odds_american = american;
  odds.odds_decimal = decimal;
  odds.odds_probability = toFourPlaces(1 / decimal);
}

/**
 * The implied probability that a book quotes for a selection. It multiplies the odds p / (1 - p) by
 * a constant chosen so that two even sides add up to 1 + `margin`. The result stays below 1 in the
 * most lopsided markets.
 */
export function withMargin(probability: number, margin: number): number {
  const factor = (1 + margin) / (1 - margin);
  return (factor * probability) / (1 - probability + factor * probability);
}

function toFourPlaces(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
