import { normalCdf } from './distributions.ts';
import { FIGURES, type Figure, type ScoreCondition } from './score-condition.ts';

/**
 * The expected final score margin (home minus away) and total score of a game. In tennis the margin counts sets, the
 * total games.
 */
export interface Rating {
  scoreMargin: number;
  total: number;
}

/** The usual game of a sport. */
export interface UsualGame {
  /** The expected total. */
  readonly total: number;
  /** Standard deviations of results around a rating. Books' errors and effects of news are multiples of them. */
  readonly deviation: Readonly<Rating>;
}

/** A score and the share of the game that is still to be played, from 1 to 0. */
export interface CurrentScore {
  readonly home: number;
  readonly away: number;
  readonly remaining: number;
}

const NOT_STARTED: CurrentScore = { home: 0, away: 0, remaining: 1 };

/** The probability distribution of a game's final score, or of a count in the game. */
export interface ScoreModel {
  /** The expected final score, in the units of the sport's lines, such as goals. */
  readonly expected: Readonly<Record<Figure, number>>;
  probability(condition: ScoreCondition): number;
  /** The model of one period with this share of the game's scores. Valid only before the game starts. */
  period(share: number): ScoreModel;
  /**
   * The model of a count besides the score, such as corners, with this average in a usual game, both sides
   * together. Valid only before the game starts.
   */
  count(average: number): ScoreModel;
}

/**
 * What is still to be scored is normally distributed: its mean is proportional to the time remaining, its deviation to
 * the square root of that. Margin and total are independent, and so are the two scores, whose deviations are about
 * equal. With overtime a game cannot end level: each side wins half of those that would.
 */
export function scoreModel(
  rating: Readonly<Rating>,
  usual: UsualGame,
  score = NOT_STARTED,
  hasOvertime = false,
): ScoreModel {
  // Never 0, so that the deviations stay positive.
  const remaining = Math.max(score.remaining, 0.002);
  const scoreMargin = score.home - score.away + rating.scoreMargin * remaining;
  const total = score.home + score.away + rating.total * remaining;
  const expected = {
    scoreMargin,
    total,
    home: (total + scoreMargin) / 2,
    away: (total - scoreMargin) / 2,
  };
  const deviation = scaled(usual.deviation, Math.sqrt(remaining));
  const side = Math.hypot(deviation.scoreMargin, deviation.total) / 2;
  const deviations = { ...deviation, home: side, away: side };
  const least = { ...score, total: score.home + score.away, scoreMargin: Number.NEGATIVE_INFINITY };
  /** The probability that a figure rounds to a whole number in the range. */
  const within = (figure: Figure, [from, to]: readonly [number, number]) => {
    const isNeverLevel = figure === 'scoreMargin' && hasOvertime;
    // 1 and -1 then cover the interval up to 0.
    const lower = isNeverLevel && (from === 0 || from === 1) ? 0 : from - 0.5;
    const upper = isNeverLevel && (to === 0 || to === -1) ? 0 : to + 0.5;
    const upTo = (line: number) => normalCdf((line - expected[figure]) / deviations[figure]);
    return upTo(upper) - (from <= least[figure] ? 0 : upTo(lower));
  };
  return {
    expected,
    probability(condition) {
      let probability = condition.isOdd === undefined ? 1 : 0.5;
      for (const figure of FIGURES) {
        const range = condition[figure];
        if (range !== undefined) probability *= within(figure, range);
      }
      return probability;
    },
    period(share) {
      const ofPeriod = { ...usual, deviation: scaled(usual.deviation, Math.sqrt(share)) };
      return scoreModel(scaled(rating, share), ofPeriod);
    },
    count: (average) => countModel(average, rating, usual),
  };
}

/**
 * The total of a count is as many standard deviations above its average as the total score is above the usual one. The
 * variance of the count equals its average.
 */
function countModel(average: number, rating: Readonly<Rating>, usual: UsualGame): ScoreModel {
  const root = Math.sqrt(average);
  const excess = (root * (rating.total - usual.total)) / usual.deviation.total;
  const scoreMargin = (root * rating.scoreMargin) / usual.deviation.scoreMargin;
  const total = Math.max(average / 2, average + excess);
  return scoreModel(
    { scoreMargin, total },
    { total: average, deviation: { scoreMargin: root, total: root } },
  );
}

function scaled({ scoreMargin, total }: Readonly<Rating>, factor: number): Rating {
  return { scoreMargin: scoreMargin * factor, total: total * factor };
}
