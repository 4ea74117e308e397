import { normalAbove, normalWithin } from './distributions.ts';
import { poissonScores } from './poisson-scores.ts';
import {
  type CurrentScore,
  FIGURES,
  type MarginAndTotal,
  type Range,
  type Rating,
  type Scores,
} from './scores.ts';

/** The probability distribution of a game's final score, or of a count in the game. */
export interface ScoreModel extends Scores {
  /** The model of one period with this share of the game's scores. Valid only before the game starts. */
  period(share: number): ScoreModel;
  /**
   * The model of a count besides the score, such as corners, with this average in a usual game, both sides
   * together. Valid only before the game starts.
   */
  count(average: number): ScoreModel;
}

/** The usual game of a sport. */
export interface UsualGame {
  /** The expected total. */
  readonly total: number;
  /** Standard deviations of results around a rating. Books' errors and effects of news are multiples of them. */
  readonly deviation: Readonly<MarginAndTotal>;
  /** Normal where there are many small scores, Poisson where there are few. */
  readonly distribution: 'normal' | 'poisson';
}

const NOT_STARTED: CurrentScore = { home: 0, away: 0, remaining: 1 };

/** With overtime, a game cannot end level. */
export function scoreModel(
  rating: Readonly<Rating>,
  usual: UsualGame,
  score = NOT_STARTED,
  hasOvertime = false,
): ScoreModel {
  const scores =
    usual.distribution === 'normal'
      ? normalScores(rating, usual.deviation, score, hasOvertime)
      : poissonScores(rating, score, hasOvertime);
  return {
    ...scores,
    period(share) {
      const deviation = scaled(usual.deviation, Math.sqrt(share));
      return scoreModel(scaled(rating, share), { ...usual, deviation });
    },
    count: (average) => countModel(average, rating, usual),
  };
}

/**
 * The total of a count is as many standard deviations above its average as the total score is above the usual one.
 * The variance of the count equals its average.
 */
export function countModel(
  average: number,
  rating: Readonly<Rating>,
  usual: UsualGame,
): ScoreModel {
  const root = Math.sqrt(average);
  const excess = (root * (rating.total - usual.total)) / usual.deviation.total;
  const margin = (root * rating.margin) / usual.deviation.margin;
  const total = Math.max(average / 2, average + excess);
  return scoreModel({ margin, total }, { ...usual, distribution: 'poisson' });
}

/**
 * The points still to be scored are normally distributed: their mean is proportional to the time remaining, their
 * deviation to its square root. Margin and total are independent, and so are the two scores, whose deviations are
 * about equal. With overtime, each side wins half of the games that would end level.
 */
function normalScores(
  rating: Readonly<Rating>,
  usualDeviation: Readonly<MarginAndTotal>,
  score: CurrentScore,
  hasOvertime: boolean,
): Scores {
  // Never 0, so that the deviations stay positive.
  const remaining = Math.max(score.remaining, 0.002);
  const margin = score.home - score.away + rating.margin * remaining;
  const total = score.home + score.away + rating.total * remaining;
  const expected = { margin, total, home: (total + margin) / 2, away: (total - margin) / 2 };
  const deviation = scaled(usualDeviation, Math.sqrt(remaining));
  const side = Math.hypot(deviation.margin, deviation.total) / 2;
  const deviations = { ...deviation, home: side, away: side };
  return {
    expected,
    probability(condition) {
      let probability = condition.isOdd === undefined ? 1 : 0.5;
      for (const figure of FIGURES) {
        const range = condition[figure];
        if (range === undefined) continue;
        const within = figure === 'margin' && hasOvertime ? marginWithin : normalWithin;
        probability *= within(range, expected[figure], deviations[figure]);
      }
      return probability;
    },
  };
}

/** The same as `normalWithin` for a margin that cannot be 0: 1 and -1 then cover the interval up to 0. */
function marginWithin([from, to]: Range, mean: number, deviation: number): number {
  const lower = from === 0 || from === 1 ? 0 : from - 0.5;
  const upper = to === 0 || to === -1 ? 0 : to + 0.5;
  return normalAbove(lower, mean, deviation) - normalAbove(upper, mean, deviation);
}

function scaled({ margin, total }: Readonly<MarginAndTotal>, factor: number): MarginAndTotal {
  return { margin: margin * factor, total: total * factor };
}
