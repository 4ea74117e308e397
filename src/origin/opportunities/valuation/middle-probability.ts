import type { BetKind } from '../../odds/covering-sides.ts';

/** Standard deviations of final results: of the home side's margin, and of both scores together. */
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

/** Sports whose matches go on until somebody wins, so that a margin of 0 does not happen. */
const DECIDED = new Set(['basketball', 'baseball', 'hockey', 'tennis']);

const MATCH_HANDICAPS = new Set(['point_spread', 'puck_line', 'run_line', 'set_handicap']);
const MATCH_TOTALS = new Set(['total_points', 'total_goals', 'total_runs', 'total_games']);

/** What fair prices say of a result at one number. */
export interface FairPoint {
  readonly threshold: number;
  /** Probability that the result is below it. */
  readonly below: number;
}

/** The whole results between two numbers that can happen in the bet, both excluded. */
export function numbersBetween(bet: BetKind, low: number, high: number): number[] {
  const cannotTie = DECIDED.has(bet.sport) && MATCH_HANDICAPS.has(bet.marketType);
  const numbers: number[] = [];
  for (let number = Math.floor(low) + 1; number < high; number++) {
    if (number !== 0 || !cannotTie) numbers.push(number);
  }
  return numbers;
}

/**
 * The probability that the result is one of `numbers`, which lie between the two points: the lower of
 * two estimates, since either alone errs where fair prices are a little late, and an error upwards
 * would look like value.
 *
 * One is the difference of the fair probabilities, which is the addition rule: one side at least
 * always wins, so that p(both) = p(first) + p(second) - 1. The other is the logistic distribution
 * with the deviation of the sport, s = deviation x sqrt(3) / pi, around the mean on which fair prices
 * put it, t + s ln((1 - below) / below) averaged over both points; a whole result takes what lies
 * half a number around it. The logistic is close to the normal distribution and has its quantiles in
 * closed form. In play less than a whole match is left, and it errs downwards.
 *
 * 0 for bets on a margin whose deviation is not known.
 */
export function middleProbability(
  bet: BetKind,
  numbers: readonly number[],
  [low, high]: readonly [FairPoint, FairPoint],
): number {
  const difference = high.below - low.below;
  const deviation = deviationOf(bet, low.threshold);
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

/** Counts other than the score of a known sport are taken for Poisson: the variance is the mean. */
function deviationOf(bet: BetKind, threshold: number): number | null {
  const known = Object.hasOwn(DEVIATIONS, bet.sport) ? DEVIATIONS[bet.sport] : undefined;
  if (MATCH_HANDICAPS.has(bet.marketType)) return known?.margin ?? null;
  if (MATCH_TOTALS.has(bet.marketType) && known !== undefined) return known.total;
  return bet.family[0] === 'home' ? null : Math.sqrt(Math.max(1, threshold));
}
