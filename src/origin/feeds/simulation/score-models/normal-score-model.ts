import { FIGURES, type Range, type ScoreCondition } from '../score-condition.ts';
import { normalAbove, normalWithin } from './distributions.ts';
import { countModel } from './poisson-score-model.ts';
import {
  NOT_STARTED,
  type Rating,
  type ScoreModel,
  scaled,
  type UsualGame,
} from './score-model.ts';

/**
 * A model for games of many small scores. The points still to be scored are normally distributed: their
 * mean is proportional to the time remaining, their deviation to its square root. Margin and total are
 * independent, and so are the two scores, whose deviations are about equal. With overtime, each side
 * wins half of the games that would end level.
 */
export function normalScoreModel(
  rating: Readonly<Rating>,
  usual: UsualGame,
  score = NOT_STARTED,
  hasOvertime = false,
): ScoreModel {
  // Never 0, so that the deviations stay positive.
  const remaining = Math.max(score.remaining, 0.002);
  const margin = score.home - score.away + rating.margin * remaining;
  const total = score.home + score.away + rating.total * remaining;
  const expected = { margin, total, home: (total + margin) / 2, away: (total - margin) / 2 };
  const deviation = scaled(usual.deviation, Math.sqrt(remaining));
  const sideDeviation = Math.hypot(deviation.margin, deviation.total) / 2;
  const deviations = { ...deviation, home: sideDeviation, away: sideDeviation };
  return {
    expected,
    probability(condition: ScoreCondition) {
      let probability = condition.isOdd === undefined ? 1 : 0.5;
      for (const figure of FIGURES) {
        const range = condition[figure];
        if (range === undefined) continue;
        const within = figure === 'margin' && hasOvertime ? marginWithin : normalWithin;
        probability *= within(range, expected[figure], deviations[figure]);
      }
      return probability;
    },
    period(share) {
      const periodDeviation = scaled(usual.deviation, Math.sqrt(share));
      return normalScoreModel(scaled(rating, share), { ...usual, deviation: periodDeviation });
    },
    count: (average) => countModel(average, rating, usual),
  };
}

/** The same as `normalWithin` for a margin that cannot be 0: 1 and -1 then cover the interval up to 0. */
function marginWithin([from, to]: Range, mean: number, deviation: number): number {
  const lower = from === 0 || from === 1 ? 0 : from - 0.5;
  const upper = to === 0 || to === -1 ? 0 : to + 0.5;
  return normalAbove(lower, mean, deviation) - normalAbove(upper, mean, deviation);
}
