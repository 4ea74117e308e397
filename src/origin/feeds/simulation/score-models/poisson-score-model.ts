import { FIGURES, type Figure, type Range, type ScoreCondition } from '../score-condition.ts';
import { poissonPmf } from './distributions.ts';
import {
  type CurrentScore,
  NOT_STARTED,
  type Rating,
  type ScoreModel,
  scaled,
  type UsualGame,
} from './score-model.ts';

/** The smallest share of the total that a side is expected to score. */
const MIN_SIDE_SHARE = 0.05;

const ANY: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * A model for games of few scores, and for counts of any kind: the number that each side still adds is
 * Poisson-distributed. With overtime, a tie is broken by one more score, equally likely for either side.
 */
export function poissonScoreModel(
  rating: Readonly<Rating>,
  usual: UsualGame,
  score = NOT_STARTED,
  hasOvertime = false,
): ScoreModel {
  // Never 0, so that the rates stay positive.
  const remaining = Math.max(score.remaining, 0.001);
  const minimum = MIN_SIDE_SHARE * rating.total;
  const home = Math.max(minimum, (rating.total + rating.margin) / 2) * remaining;
  const away = Math.max(minimum, (rating.total - rating.margin) / 2) * remaining;
  let finals: FinalScores | null = null;
  return {
    expected: {
      margin: score.home - score.away + home - away,
      total: score.home + score.away + home + away,
      home: score.home + home,
      away: score.away + away,
    },
    probability(condition) {
      finals ??= new FinalScores(poissonPmf(home), poissonPmf(away), score, hasOvertime);
      return finals.probability(condition);
    },
    period: (share) => poissonScoreModel(scaled(rating, share), usual),
    count: (average) => countModel(average, rating, usual),
  };
}

/**
 * The model of a count besides the score. Its total is as many standard deviations above the average as the
 * total score is above the usual one. The variance of the count equals its average.
 */
export function countModel(
  average: number,
  rating: Readonly<Rating>,
  usual: UsualGame,
): ScoreModel {
  const root = Math.sqrt(average);
  const excess = (root * (rating.total - usual.total)) / usual.deviation.total;
  const margin = (root * rating.margin) / usual.deviation.margin;
  return poissonScoreModel({ margin, total: Math.max(average / 2, average + excess) }, usual);
}

/** The probabilities of a figure's values: at index n, of `lowest + n`. */
interface Marginal {
  readonly lowest: number;
  readonly probabilities: Float64Array;
}

/** The joint distribution of the final scores of both sides. */
class FinalScores {
  readonly #score: CurrentScore;
  /** At `i * width + j`: the home side scores i more, the away side j more. */
  readonly #scores: Float64Array;
  readonly #width: number;
  readonly #marginals: Readonly<Record<Figure, Marginal>>;

  constructor(home: Float64Array, away: Float64Array, score: CurrentScore, hasOvertime: boolean) {
    this.#score = score;
    this.#width = away.length + 1;
    this.#scores = new Float64Array((home.length + 1) * this.#width);
    const length = home.length + this.#width;
    const currentMargin = score.home - score.away;
    const [margins, totals] = [new Float64Array(length), new Float64Array(length)];
    const [homes, aways] = [new Float64Array(length), new Float64Array(length)];
    const add = (i: number, j: number, probability: number) => {
      addTo(this.#scores, i * this.#width + j, probability);
      addTo(margins, i - j + away.length, probability);
      addTo(totals, i + j, probability);
      addTo(homes, i, probability);
      addTo(aways, j, probability);
    };
    for (let i = 0; i < home.length; i++) {
      for (let j = 0; j < away.length; j++) {
        const probability = (home[i] ?? 0) * (away[j] ?? 0);
        if (hasOvertime && currentMargin + i === j) {
          add(i + 1, j, probability / 2);
          add(i, j + 1, probability / 2);
        } else {
          add(i, j, probability);
        }
      }
    }
    this.#marginals = {
      margin: { lowest: currentMargin - away.length, probabilities: margins },
      total: { lowest: score.home + score.away, probabilities: totals },
      home: { lowest: score.home, probabilities: homes },
      away: { lowest: score.away, probabilities: aways },
    };
  }

  probability(condition: ScoreCondition): number {
    let only: Figure | null = null;
    for (const figure of FIGURES) {
      if (condition[figure] === undefined) continue;
      if (only !== null) return this.#sumScores(condition);
      only = figure;
    }
    if (condition.isOdd !== undefined) return this.#sumScores(condition);
    return only === null ? 1 : sumWithin(this.#marginals[only], condition[only] ?? ANY);
  }

  /** Adds up the probabilities of the final scores that meet every part of the condition. */
  #sumScores({ margin = ANY, total = ANY, home = ANY, away = ANY, isOdd }: ScoreCondition): number {
    const { home: homeScore, away: awayScore } = this.#score;
    const width = this.#width;
    const [homeFrom, homeEnd] = indexes(home, homeScore, this.#scores.length / width);
    const [awayFrom, awayEnd] = indexes(away, awayScore, width);
    let sum = 0;
    // The home side scores i more, the away side j more.
    for (let i = homeFrom; i < homeEnd; i++) {
      for (let j = awayFrom; j < awayEnd; j++) {
        const finalMargin = homeScore + i - awayScore - j;
        const finalTotal = homeScore + i + awayScore + j;
        if (finalMargin < margin[0] || finalMargin > margin[1]) continue;
        if (finalTotal < total[0] || finalTotal > total[1]) continue;
        if (isOdd !== undefined && isOdd !== (finalTotal % 2 === 1)) continue;
        sum += this.#scores[i * width + j] ?? 0;
      }
    }
    return sum;
  }
}

/** In an array whose index 0 stands for `lowest`: the first index in the range, and the one after the last. */
function indexes([from, to]: Range, lowest: number, length: number): Range {
  return [Math.max(0, from - lowest), Math.min(length, to - lowest + 1)];
}

function sumWithin({ lowest, probabilities }: Marginal, range: Range): number {
  const [first, end] = indexes(range, lowest, probabilities.length);
  let sum = 0;
  for (let index = first; index < end; index++) sum += probabilities[index] ?? 0;
  return sum;
}

function addTo(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
}
