import { includes, type Range, type ScoreCondition } from '../score-condition.ts';
import { normalAbove } from './normal-distribution.ts';
import { poissonScoreModel } from './poisson-score-model.ts';
import {
  type CurrentScore,
  type MarginAndTotal,
  NOT_STARTED,
  type Rating,
  type ScoreModel,
  scaled,
  statisticRating,
  type TieRule,
} from './score-model.ts';

/**
 * A model for games of many small scores. The points still to be scored are normally distributed: their
 * mean is proportional to the time remaining, their deviation to its square root. Margin and total are
 * independent, and so are the two scores, whose deviations are about equal. With overtime, each side
 * wins half of the games that would end level.
 */
export function normalScoreModel(
  rating: Readonly<Rating>,
  deviation: Readonly<MarginAndTotal>,
  score: CurrentScore,
  tieRule: TieRule,
): ScoreModel {
  // Never 0, so that the deviations stay positive.
  const remaining = Math.max(score.remaining, 0.002);
  const margin = score.home - score.away + rating.margin * remaining;
  const total = score.home + score.away + rating.total * remaining;
  const marginDeviation = deviation.margin * Math.sqrt(remaining);
  const totalDeviation = deviation.total * Math.sqrt(remaining);
  const sideDeviation = Math.hypot(marginDeviation, totalDeviation) / 2;
  const expected = { margin, total, home: (total + margin) / 2, away: (total - margin) / 2 };
  const marginBounds = tieRule === 'overtime' ? boundsWithoutZero : bounds;
  return {
    expected,
    probability(condition: ScoreCondition) {
      let probability = condition.isOdd === undefined ? 1 : 0.5;
      if (condition.margin) {
        probability *= within(marginBounds(condition.margin), margin, marginDeviation);
      }
      if (condition.total) probability *= within(bounds(condition.total), total, totalDeviation);
      if (condition.home) {
        probability *= within(bounds(condition.home), expected.home, sideDeviation);
      }
      if (condition.away) {
        probability *= within(bounds(condition.away), expected.away, sideDeviation);
      }
      return probability;
    },
    period: (share) => {
      const root = Math.sqrt(share);
      const periodDeviation = { margin: deviation.margin * root, total: deviation.total * root };
      return normalScoreModel(scaled(rating, share), periodDeviation, NOT_STARTED, 'tie-stands');
    },
    statistic: (statistic) =>
      poissonScoreModel(statisticRating(statistic, rating), NOT_STARTED, 'tie-stands'),
  };
}

/** Continuity correction: a whole number covers the interval half a number around it. */
function bounds([from, to]: Range): Range {
  return [from - 0.5, to + 0.5];
}

/** The same for a margin that cannot be 0: 1 and -1 then cover the interval up to 0. */
function boundsWithoutZero(range: Range): Range {
  const [from, to] = bounds(range);
  if (includes(range, 0)) return [from === -0.5 ? 0 : from, to === 0.5 ? 0 : to];
  return [from === 0.5 ? 0 : from, to === -0.5 ? 0 : to];
}

function within([from, to]: Range, mean: number, deviation: number): number {
  return normalAbove(from, mean, deviation) - normalAbove(to, mean, deviation);
}
