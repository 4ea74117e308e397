/**
 * The standard normal distribution function, by formula 26.2.17 of Abramowitz and Stegun's
 * Handbook of Mathematical Functions; the error is below 7.5e-8.
 */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

/** The probability that a Poisson variable is above `line`. */
export function poissonAbove(line: number, mean: number): number {
  let probability = Math.exp(-mean);
  let upTo = 0;
  for (let count = 0; count < line; count++) {
    upTo += probability;
    probability *= mean / (count + 1);
  }
  return Math.max(0, 1 - upTo);
}
