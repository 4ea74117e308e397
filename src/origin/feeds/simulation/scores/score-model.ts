import { FIGURES, type Figure, type ScoreCondition } from './score-condition.ts';

/**
 * The expected final score margin (home minus away) and total score of a game. In tennis the margin counts sets, the
 * total games. `players` says by how many standard deviations players do better than usual.
 */
export interface Rating {
  scoreMargin: number;
  total: number;
  players: number;
}

/** A rating of what `estimate` returns for each figure, called in a fixed order. */
export function ratingOf(estimate: (figure: keyof Rating) => number): Rating {
  return {
    scoreMargin: estimate('scoreMargin'),
    total: estimate('total'),
    players: estimate('players'),
  };
}

/** The usual game of a sport. */
export interface UsualGame {
  /** The expected total. */
  readonly total: number;
  /** Standard deviations of results around a rating. Books' errors and effects of news are multiples of them. */
  readonly deviation: Deviation;
}

type Deviation = Readonly<Omit<Rating, 'players'>>;

/** A score and the share of the game that is still to be played, from 1 to 0. */
interface CurrentScore {
  readonly home: number;
  readonly away: number;
  readonly remaining: number;
}

const NOT_STARTED: CurrentScore = { home: 0, away: 0, remaining: 1 };

/** The probability distribution of a game's final score. */
export interface ScoreModel {
  readonly rating: Readonly<Rating>;
  /** The expected final score, in the units of the sport's lines, such as goals. */
  readonly expected: Readonly<Record<Figure, number>>;
  probability(condition: ScoreCondition): number;
  /**
   * The model of what has this share of the game's scores: a period or, above 1, a count of something more frequent.
   * It has no overtime. Valid only before the game starts.
   */
  part(share: number): ScoreModel;
}

/**
 * What is still to be scored is normally distributed: its mean is proportional to the time remaining, its deviation to
 * the square root of that. Margin and total are independent, and so are the two scores, whose deviations are about
 * equal. With overtime a game cannot end level: each side wins half of those that would.
 */
export function scoreModel(
  rating: Readonly<Rating>,
  usualDeviation: Deviation,
  score = NOT_STARTED,
  hasOvertime = false,
): ScoreModel {
  // Never 0, so that the deviations stay positive.
  const remaining = Math.max(score.remaining, 0.002);
  const { home, away } = score;
  const scoreMargin = home - away + rating.scoreMargin * remaining;
  const total = home + away + rating.total * remaining;
  const expected = {
    scoreMargin,
    total,
    home: (total + scoreMargin) / 2,
    away: (total - scoreMargin) / 2,
  };
  const deviation = scaled(usualDeviation, Math.sqrt(remaining));
  const side = Math.hypot(deviation.scoreMargin, deviation.total) / 2;
  const deviations = { ...deviation, home: side, away: side };
  const least = { home, away, total: home + away, scoreMargin: Number.NEGATIVE_INFINITY };
  /** The probability that a figure rounds to a whole number in the range. */
  const within = (figure: Figure, [from, to]: readonly [number, number]) => {
    if (to < least[figure]) return 0; // More has been scored.
    const isNeverLevel = figure === 'scoreMargin' && hasOvertime;
    // 1 and -1 then cover the interval up to 0.
    const lower = isNeverLevel && (from === 0 || from === 1) ? 0 : from - 0.5;
    const upper = isNeverLevel && (to === 0 || to === -1) ? 0 : to + 0.5;
    const upTo = (line: number) => normalCdf((line - expected[figure]) / deviations[figure]);
    // The least score has the probability of all that the normal distribution puts below it.
    return upTo(upper) - (from <= least[figure] ? 0 : upTo(lower));
  };
  const parts = new Map<number, ScoreModel>();
  return {
    rating,
    expected,
    probability(condition) {
      let probability = 1;
      for (const figure of FIGURES) {
        const range = condition[figure];
        if (range !== undefined) probability *= within(figure, range);
      }
      return probability;
    },
    part(share) {
      const known = parts.get(share);
      if (known !== undefined) return known;
      const ofPart = scaled(usualDeviation, Math.sqrt(share));
      const part = scoreModel({ ...rating, ...scaled(rating, share) }, ofPart);
      parts.set(share, part);
      return part;
    },
  };
}

function scaled({ scoreMargin, total }: Deviation, factor: number): Deviation {
  return { scoreMargin: scoreMargin * factor, total: total * factor };
}

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
