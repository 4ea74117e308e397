import { poissonPmf } from './distributions.ts';
import {
  type CurrentScore,
  includes,
  type Range,
  type Rating,
  type ScoreCondition,
  type Scores,
} from './scores.ts';

/** The smallest share of the total that a side is expected to score. */
const MIN_SIDE_SHARE = 0.05;

const ANY: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * For games of few scores, and for counts of any kind: the number that each side still adds is Poisson-distributed.
 * With overtime, a tie is broken by one more score, equally likely for either side.
 */
export function poissonScores(
  rating: Readonly<Rating>,
  score: CurrentScore,
  hasOvertime: boolean,
): Scores {
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
      finals ??= new FinalScores(
        new Distribution(score.home, poissonPmf(home)),
        new Distribution(score.away, poissonPmf(away)),
        hasOvertime,
      );
      return finals.probability(condition);
    },
  };
}

/** The joint distribution of the scores of both sides, which are independent before overtime. */
class FinalScores {
  readonly #home: Distribution;
  readonly #away: Distribution;
  readonly #hasOvertime: boolean;
  readonly #margin: Distribution;
  readonly #total: Distribution;

  constructor(home: Distribution, away: Distribution, hasOvertime: boolean) {
    this.#home = home;
    this.#away = away;
    this.#hasOvertime = hasOvertime;
    // A tie adds one to either score, and so to the total.
    const length = home.values.length + away.values.length + 2;
    this.#margin = new Distribution(home.lowest - away.highest - 1, new Float64Array(length));
    this.#total = new Distribution(home.lowest + away.lowest, new Float64Array(length));
    for (let h = home.lowest; h <= home.highest; h++) {
      const homeChance = home.of(h);
      for (let a = away.lowest; a <= away.highest; a++) {
        const probability = homeChance * away.of(a);
        const isTie = hasOvertime && h === a;
        this.#total.add(isTie ? h + a + 1 : h + a, probability);
        if (isTie) {
          this.#margin.add(1, probability / 2);
          this.#margin.add(-1, probability / 2);
        } else {
          this.#margin.add(h - a, probability);
        }
      }
    }
  }

  probability({ isOdd, ...condition }: ScoreCondition): number {
    const { margin, total = ANY, home, away } = condition;
    if (home === undefined && away === undefined) {
      if (margin === undefined) return this.#total.within(total, isOdd);
      if (condition.total === undefined) return this.#margin.within(margin);
    }
    return this.#sum(condition);
  }

  /** Adds up the probabilities of the final scores that meet every part of the condition. */
  #sum({ margin = ANY, total = ANY, home = ANY, away = ANY }: ScoreCondition): number {
    let sum = 0;
    const last = Math.min(home[1], this.#home.highest + 1);
    for (let h = Math.max(home[0], this.#home.lowest); h <= last; h++) {
      const range: Range = [
        Math.max(away[0], h - margin[1], total[0] - h),
        Math.min(away[1], h - margin[0], total[1] - h),
      ];
      sum += this.#home.of(h) * this.#away.within(range);
      if (!this.#hasOvertime) continue;
      if (includes(range, h)) sum -= this.#tie(h);
      if (includes(range, h - 1)) sum += this.#tie(h - 1) / 2;
      if (includes(range, h + 1)) sum += this.#tie(h) / 2;
    }
    return sum;
  }

  /** The probability that both sides have this score before overtime. */
  #tie(score: number): number {
    return this.#home.of(score) * this.#away.of(score);
  }
}

/** The probabilities of the whole numbers from `lowest` on. */
class Distribution {
  readonly lowest: number;
  readonly values: Float64Array;

  constructor(lowest: number, values: Float64Array) {
    this.lowest = lowest;
    this.values = values;
  }

  get highest(): number {
    return this.lowest + this.values.length - 1;
  }

  of(number: number): number {
    return this.values[number - this.lowest] ?? 0;
  }

  add(number: number, probability: number): void {
    this.values[number - this.lowest] = this.of(number) + probability;
  }

  /** Of the numbers in a range: of all, or only of those that are odd or even. */
  within([from, to]: Range, isOdd?: boolean): number {
    const last = Math.min(this.highest, to);
    let sum = 0;
    for (let number = Math.max(this.lowest, from); number <= last; number++) {
      if (isOdd === undefined || isOdd === (number % 2 === 1)) sum += this.of(number);
    }
    return sum;
  }
}
