import type { Range, Region } from '../score-condition.ts';
import { counted, NOT_BEGUN, type ScoreSoFar, scaled } from './score.ts';
import type { Opinion, Outlook } from './score-model.ts';

/** The least that a side is expected to score in a whole game, of all that both score. */
const LEAST_SHARE = 0.05;

const ANY: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * An outlook on a game of few scores, or on anything that is counted: what either side still scores
 * is Poisson. Where a tie is `decided`, one more score by either side, each as likely, ends it.
 */
export function poissonOutlook(
  opinion: Readonly<Opinion>,
  score: ScoreSoFar,
  decided: boolean,
): Outlook {
  const left = Math.max(score.left, 0.001);
  const least = LEAST_SHARE * opinion.total;
  const homeRate = Math.max(least, (opinion.total + opinion.margin) / 2) * left;
  const awayRate = Math.max(least, (opinion.total - opinion.margin) / 2) * left;
  const finals = new FinalScores(poissonPmf(homeRate), poissonPmf(awayRate), score, decided);
  return {
    expected: {
      margin: score.home - score.away + homeRate - awayRate,
      total: score.home + score.away + homeRate + awayRate,
      home: score.home + homeRate,
      away: score.away + awayRate,
    },
    chance: (region) => finals.chance(region),
    part: (share) => poissonOutlook(scaled(opinion, share), NOT_BEGUN, false),
    tally: (statistic) => poissonOutlook(counted(statistic, opinion), NOT_BEGUN, false),
  };
}

/** How likely each final score is. */
class FinalScores {
  readonly #score: ScoreSoFar;
  readonly #decided: boolean;
  /** What either side still scores before the game is decided. */
  readonly #homeMore: Float64Array;
  readonly #awayMore: Float64Array;
  #counted: Counted | null = null;

  constructor(home: Float64Array, away: Float64Array, score: ScoreSoFar, decided: boolean) {
    this.#homeMore = home;
    this.#awayMore = away;
    this.#score = score;
    this.#decided = decided;
  }

  chance(region: Region): number {
    const { margin, total, home, away, isOdd } = region;
    const conditions = [margin, total, home, away, isOdd].filter((one) => one !== undefined);
    if (conditions.length === 0) return 1;
    const score = this.#score;
    if (conditions.length === 1 && !this.#decided) {
      if (home) return sumWithin(this.#homeMore, home, score.home);
      if (away) return sumWithin(this.#awayMore, away, score.away);
    }
    this.#counted ??= this.#count();
    const counted = this.#counted;
    if (conditions.length === 1) {
      if (margin) return sumWithin(counted.margins, margin, counted.leastMargin);
      if (total) return sumWithin(counted.totals, total, score.home + score.away);
    }
    return this.#search(counted, region);
  }

  #search({ grid, width }: Counted, region: Region): number {
    const { margin = ANY, total = ANY, home = ANY, away = ANY, isOdd } = region;
    const score = this.#score;
    const [homeFrom, homeTo] = indexes(home, score.home, grid.length / width);
    const [awayFrom, awayTo] = indexes(away, score.away, width);
    const lead = score.home - score.away;
    const sum = score.home + score.away;
    let chance = 0;
    for (let i = homeFrom; i < homeTo; i++) {
      for (let j = awayFrom; j < awayTo; j++) {
        const by = lead + i - j;
        const both = sum + i + j;
        if (by < margin[0] || by > margin[1] || both < total[0] || both > total[1]) continue;
        if (isOdd === undefined || isOdd === (both % 2 === 1)) chance += grid[i * width + j] ?? 0;
      }
    }
    return chance;
  }

  /** Every final score, a tie shared out where it is decided. */
  #count(): Counted {
    const home = this.#homeMore;
    const away = this.#awayMore;
    const lead = this.#score.home - this.#score.away;
    const width = away.length + 1;
    const grid = new Float64Array((home.length + 1) * width);
    const margins = new Float64Array(home.length + width);
    const totals = new Float64Array(home.length + width);
    const leastMargin = lead - away.length;
    const add = (i: number, j: number, probability: number) => {
      addTo(grid, i * width + j, probability);
      addTo(margins, i - j + away.length, probability);
      addTo(totals, i + j, probability);
    };
    for (let i = 0; i < home.length; i++) {
      for (let j = 0; j < away.length; j++) {
        const probability = (home[i] ?? 0) * (away[j] ?? 0);
        if (this.#decided && lead + i === j) {
          add(i + 1, j, probability / 2);
          add(i, j + 1, probability / 2);
        } else {
          add(i, j, probability);
        }
      }
    }
    return { grid, width, margins, totals, leastMargin };
  }
}

interface Counted {
  /** By what the home side still scores, times the width, and the away side. */
  readonly grid: Float64Array;
  readonly width: number;
  /** By the home side's lead above `leastMargin`. */
  readonly margins: Float64Array;
  readonly leastMargin: number;
  /** By what both score from now on. */
  readonly totals: Float64Array;
}

/** What is beyond five deviations is counted as the last number before it. */
export function poissonPmf(rate: number): Float64Array {
  const most = Math.ceil(rate + 5 * Math.sqrt(rate) + 3);
  const pmf = new Float64Array(most + 1);
  let probability = Math.exp(-rate);
  let rest = 1;
  for (let count = 0; count < most; count++) {
    pmf[count] = probability;
    rest -= probability;
    probability *= rate / (count + 1);
  }
  pmf[most] = Math.max(0, rest);
  return pmf;
}

/** The indexes, the second one excluded, at which what is still scored ends in the range. */
function indexes([from, to]: Range, score: number, length: number): Range {
  return [Math.max(0, from - score), Math.min(length, to - score + 1)];
}

function sumWithin(values: Float64Array, range: Range, score: number): number {
  const [first, end] = indexes(range, score, values.length);
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
