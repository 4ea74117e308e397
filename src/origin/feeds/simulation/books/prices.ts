/** A price in the three forms that a board carries. */
export interface Price {
  readonly american: number;
  readonly decimal: number;
  readonly probability: number;
}

/** From these odds on, books round to this. */
const LONG_ODDS = 1000;
const LONG_ODDS_STEP = 25;

/**
 * The price that offers `probability`, in whole American odds, rounded down to `tick` or
 * coarser: what is cut off is the book's. The decimal and
 * the implied probability follow from the rounded American odds, to four places.
 */
export function priceOf(probability: number, tick: number): Price {
  const exact =
    probability > 0.5
      ? (-100 * probability) / (1 - probability)
      : (100 * (1 - probability)) / probability;
  const step = Math.abs(exact) < LONG_ODDS ? tick : LONG_ODDS_STEP;
  const rounded = Math.floor(exact / step + 1e-9) * step;
  const american = rounded === -100 ? 100 : rounded;
  const decimal = toFourPlaces(american > 0 ? 1 + american / 100 : 1 - 100 / american);
  return { american, decimal, probability: toFourPlaces(1 / decimal) };
}

/**
 * The probability that a book prices in where it believes in `probability`: its odds multiplied
 * by a constant, chosen so that two even sides add up to 1 + `margin`. Never reaches 1, however
 * lopsided the market is.
 */
export function withMargin(probability: number, margin: number): number {
  const factor = (1 + margin) / (1 - margin);
  return (factor * probability) / (1 - probability + factor * probability);
}

function toFourPlaces(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
