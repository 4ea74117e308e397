import type { Range, ScoreCondition } from '../score-condition.ts';
import {
  type CurrentScore,
  NOT_STARTED,
  type Rating,
  type ScoreModel,
  scaled,
  statisticRating,
  type TieRule,
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
  score: CurrentScore,
  tieRule: TieRule,
): ScoreModel {
  // Never 0, so that the rates stay positive.
  const remaining = Math.max(score.remaining, 0.001);
  const minimum = MIN_SIDE_SHARE * rating.total;
  const homeRate = Math.max(minimum, (rating.total + rating.margin) / 2) * remaining;
  const awayRate = Math.max(minimum, (rating.total - rating.margin) / 2) * remaining;
  const finals = new FinalScores(poissonPmf(homeRate), poissonPmf(awayRate), score, tieRule);
  return {
    expected: {
      margin: score.home - score.away + homeRate - awayRate,
      total: score.home + score.away + homeRate + awayRate,
      home: score.home + homeRate,
      away: score.away + awayRate,
    },
    probability: (condition) => finals.probability(condition),
    period: (share) => poissonScoreModel(scaled(rating, share), NOT_STARTED, 'tie-stands'),
    statistic: (statistic) =>
      poissonScoreModel(statisticRating(statistic, rating), NOT_STARTED, 'tie-stands'),
  };
}

/** The joint distribution of the final scores of both sides. */
class FinalScores {
  readonly #score: CurrentScore;
  readonly #tieRule: TieRule;
  /** The probability at index n: the side scores n more in regular time. */
  readonly #home: Float64Array;
  readonly #away: Float64Array;
  /** Computed when first needed, because many conditions are about only one side. */
  #table: ScoreTable | null = null;

  constructor(home: Float64Array, away: Float64Array, score: CurrentScore, tieRule: TieRule) {
    this.#home = home;
    this.#away = away;
    this.#score = score;
    this.#tieRule = tieRule;
  }

  probability(condition: ScoreCondition): number {
    const { margin, total, home, away, isOdd } = condition;
    const parts = [margin, total, home, away, isOdd].filter((part) => part !== undefined);
    if (parts.length === 0) return 1;
    const score = this.#score;
    const isSingle = parts.length === 1;
    const sidesAreIndependent = this.#tieRule === 'tie-stands';
    if (isSingle && home && sidesAreIndependent) return sumWithin(this.#home, home, score.home);
    if (isSingle && away && sidesAreIndependent) return sumWithin(this.#away, away, score.away);
    this.#table ??= this.#computeTable();
    const table = this.#table;
    if (isSingle && margin) return sumWithin(table.margins, margin, table.lowestMargin);
    if (isSingle && total) return sumWithin(table.totals, total, score.home + score.away);
    return this.#sumScores(table, condition);
  }

  /** Adds up the probabilities of the final scores that meet every part of the condition. */
  #sumScores({ scores, width }: ScoreTable, condition: ScoreCondition): number {
    const { margin = ANY, total = ANY, home = ANY, away = ANY, isOdd } = condition;
    const score = this.#score;
    const [homeFrom, homeEnd] = indexes(home, score.home, scores.length / width);
    const [awayFrom, awayEnd] = indexes(away, score.away, width);
    const currentMargin = score.home - score.away;
    const currentTotal = score.home + score.away;
    let probability = 0;
    // The home side scores i more, the away side j more.
    for (let i = homeFrom; i < homeEnd; i++) {
      for (let j = awayFrom; j < awayEnd; j++) {
        const finalMargin = currentMargin + i - j;
        const finalTotal = currentTotal + i + j;
        if (finalMargin < margin[0] || finalMargin > margin[1]) continue;
        if (finalTotal < total[0] || finalTotal > total[1]) continue;
        if (isOdd !== undefined && isOdd !== (finalTotal % 2 === 1)) continue;
        probability += scores[i * width + j] ?? 0;
      }
    }
    return probability;
  }

  #computeTable(): ScoreTable {
    const home = this.#home;
    const away = this.#away;
    const currentMargin = this.#score.home - this.#score.away;
    const hasOvertime = this.#tieRule === 'overtime';
    const width = away.length + 1;
    const scores = new Float64Array((home.length + 1) * width);
    const margins = new Float64Array(home.length + width);
    const totals = new Float64Array(home.length + width);
    const lowestMargin = currentMargin - away.length;
    const add = (i: number, j: number, probability: number) => {
      addTo(scores, i * width + j, probability);
      addTo(margins, i - j + away.length, probability);
      addTo(totals, i + j, probability);
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
    return { scores, width, margins, totals, lowestMargin };
  }
}

/** Probabilities of every final score, and of its margin and total. */
interface ScoreTable {
  /** At `i * width + j`: the home side scores i more, the away side j more. */
  readonly scores: Float64Array;
  readonly width: number;
  /** At index n: the final margin is `lowestMargin + n`. */
  readonly margins: Float64Array;
  readonly lowestMargin: number;
  /** At index n: both sides together score n more. */
  readonly totals: Float64Array;
}

/** Probabilities by count. The last one includes everything beyond five standard deviations. */
export function poissonPmf(rate: number): Float64Array {
  const last = Math.ceil(rate + 5 * Math.sqrt(rate) + 3);
  const pmf = new Float64Array(last + 1);
  let probability = Math.exp(-rate);
  let rest = 1;
  for (let count = 0; count < last; count++) {
    pmf[count] = probability;
    rest -= probability;
    probability *= rate / (count + 1);
  }
  pmf[last] = Math.max(0, rest);
  return pmf;
}

/** In an array whose index 0 stands for `lowest`: the first index in the range, and the one after the last. */
function indexes([from, to]: Range, lowest: number, length: number): Range {
  return [Math.max(0, from - lowest), Math.min(length, to - lowest + 1)];
}

function sumWithin(values: Float64Array, range: Range, lowest: number): number {
  const [first, end] = indexes(range, lowest, values.length);
  let sum = 0;
  for (let index = first; index < end; index++) sum += values[index] ?? 0;
  return sum;
}

function addTo(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
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
