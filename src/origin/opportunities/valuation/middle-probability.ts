import type { MarketDescription } from '../../../contract/odds/covering-sides.ts';

/** Standard deviations of final results, in points, goals or runs: of the home margin, and of the total. */
const DEVIATIONS: Readonly<Record<string, { readonly margin: number; readonly total: number }>> = {
  // Stern, "On the Probability of Winning a Football Game" (1991), gives 13.86 for the margin.
  football: { margin: 13.86, total: 13.5 },
  basketball: { margin: 13, total: 18 },
  baseball: { margin: 4.4, total: 4.5 },
  hockey: { margin: 2.5, total: 2.4 },
  soccer: { margin: 1.7, total: 1.65 },
  // For matches of at most three sets: the margin is in sets, the total in games.
  tennis: { margin: 1.6, total: 5 },
};

/** Sports whose matches are played until somebody wins, so the margin is never 0. */
const WITHOUT_TIES = new Set(['basketball', 'baseball', 'hockey', 'tennis']);

/** Market types on the margin or the total of a whole match. */
const MATCH_HANDICAPS = new Set(['point_spread', 'puck_line', 'run_line', 'set_handicap']);
const MATCH_TOTALS = new Set(['total_points', 'total_goals', 'total_runs', 'total_games']);

/** A point of the cumulative distribution of the result (total or home margin), from fair prices. */
export interface FairPoint {
  readonly threshold: number;
  /** The probability that the result is below `threshold`. */
  readonly below: number;
}

/** The possible whole-number results between two numbers, both excluded. */
export function numbersBetween(market: MarketDescription, low: number, high: number): number[] {
  const cannotTie = WITHOUT_TIES.has(market.sport) && MATCH_HANDICAPS.has(market.marketType);
  const numbers: number[] = [];
  for (let number = Math.floor(low) + 1; number < high; number++) {
    if (number !== 0 || !cannotTie) numbers.push(number);
  }
  return numbers;
}

/**
 * The probability that the result is one of `numbers`, which lie between the two points: that both legs
 * of a middle win. It is the lower of two estimates, because either can be wrong when fair prices lag,
 * and one that is too high would make a losing middle look profitable.
 *
 * The first is the difference of the points' probabilities. It follows from the addition rule: at least
 * one leg always wins, so p(both) = p(first) + p(second) - 1.
 *
 * The second is a logistic distribution with the sport's standard deviation, whose scale is
 * s = deviation x sqrt(3) / pi. A point at threshold t means that the distribution has the mean
 * t + s ln((1 - below) / below); the means of the two points are averaged. A whole number n stands for
 * the interval from n - 0.5 to n + 0.5. The logistic is close to the normal distribution and has
 * quantiles in closed form. During a match the remaining deviation is smaller, so this estimate is too low.
 *
 * 0 for margins whose deviation is not known.
 */
export function middleProbability(
  market: MarketDescription,
  numbers: readonly number[],
  [low, high]: readonly [FairPoint, FairPoint],
): number {
  const difference = high.below - low.below;
  const deviation = deviationOf(market, low.threshold);
  if (difference <= 0 || deviation === null) return 0;
  const scale = (deviation * Math.sqrt(3)) / Math.PI;
  const meanBy = ({ threshold, below }: FairPoint) =>
    threshold + scale * Math.log((1 - below) / below);
  const mean = (meanBy(low) + meanBy(high)) / 2;
  const below = (value: number) => 1 / (1 + Math.exp((mean - value) / scale));
  const modelled = numbers.reduce(
    (sum, number) => sum + below(number + 0.5) - below(number - 0.5),
    0,
  );
  return Math.min(difference, modelled);
}

/**
 * The standard deviation of the result. Totals that are not listed above, such as a player's points, are
 * taken as Poisson counts with the line as mean, so the line is also the variance. Null for other margins.
 */
function deviationOf(market: MarketDescription, threshold: number): number | null {
  const known = Object.hasOwn(DEVIATIONS, market.sport) ? DEVIATIONS[market.sport] : undefined;
  if (MATCH_HANDICAPS.has(market.marketType)) return known?.margin ?? null;
  if (MATCH_TOTALS.has(market.marketType) && known !== undefined) return known.total;
  return market.family[0] === 'home' ? null : Math.sqrt(Math.max(1, threshold));
}
