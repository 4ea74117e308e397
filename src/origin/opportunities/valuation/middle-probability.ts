import type { MarketDescription } from '../../../contract/odds/covering-sides.ts';

/** Standard deviations of final results: of the home margin, and of the total. */
const DEVIATIONS: Readonly<Record<string, { readonly margin: number; readonly total: number }>> = {
  // Stern, "On the Probability of Winning a Football Game" (1991), gives 13.86 for the margin.
  football: { margin: 13.86, total: 13.5 },
  basketball: { margin: 13, total: 18 },
  baseball: { margin: 4.4, total: 4.5 },
  hockey: { margin: 2.5, total: 2.4 },
  soccer: { margin: 1.7, total: 1.65 },
  // Sets and games of matches over three sets.
  tennis: { margin: 1.6, total: 5 },
};

/** Sports whose matches are played until somebody wins, so the margin is never 0. */
const WITHOUT_TIES = new Set(['basketball', 'baseball', 'hockey', 'tennis']);

const MATCH_HANDICAPS = new Set(['point_spread', 'puck_line', 'run_line', 'set_handicap']);
const MATCH_TOTALS = new Set(['total_points', 'total_goals', 'total_runs', 'total_games']);

/** A point of the distribution of the result, from fair prices. */
export interface FairPoint {
  readonly threshold: number;
  /** The probability that the result is below `threshold`. */
  readonly below: number;
}

/** The possible whole results between two numbers, both excluded. */
export function numbersBetween(market: MarketDescription, low: number, high: number): number[] {
  const cannotTie = WITHOUT_TIES.has(market.sport) && MATCH_HANDICAPS.has(market.marketType);
  const numbers: number[] = [];
  for (let number = Math.floor(low) + 1; number < high; number++) {
    if (number !== 0 || !cannotTie) numbers.push(number);
  }
  return numbers;
}

/**
 * The probability that the result is one of `numbers`, which lie between the two points. It is the
 * lower of two estimates. Either alone can be wrong when fair prices lag, and an error upwards would
 * look like value.
 *
 * The first is the difference of the fair probabilities. It follows from the addition rule: at least
 * one side always wins, so p(both) = p(first) + p(second) - 1.
 *
 * The second is a logistic distribution with the sport's standard deviation, whose scale is
 * s = deviation x sqrt(3) / pi. Each point puts its mean at t + s ln((1 - below) / below); the two are
 * averaged. A whole result covers the interval half a number around it. The logistic is close to the
 * normal distribution and has quantiles in closed form. In play the remaining deviation is smaller,
 * so this estimate is too low.
 *
 * 0 for margins in sports whose deviation is not known.
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

/** Counts other than the score of a known sport are taken as Poisson: their variance is the mean. */
function deviationOf(market: MarketDescription, threshold: number): number | null {
  const known = Object.hasOwn(DEVIATIONS, market.sport) ? DEVIATIONS[market.sport] : undefined;
  if (MATCH_HANDICAPS.has(market.marketType)) return known?.margin ?? null;
  if (MATCH_TOTALS.has(market.marketType) && known !== undefined) return known.total;
  return market.family[0] === 'home' ? null : Math.sqrt(Math.max(1, threshold));
}
