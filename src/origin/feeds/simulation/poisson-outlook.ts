import type { ScoreSoFar } from './normal-outlook.ts';
import type { Opinion, Outlook } from './sport.ts';

/** Scores above this in what remains of a game are counted as this. */
const MOST = 20;

/** The least that a side is expected to score in a whole game. */
const LEAST_EXPECTED = 0.15;

/**
 * An outlook on a game of few scores: what either side still scores is Poisson. Where a tie is
 * `decided`, one more score by either side, each as likely, ends it.
 */
export function poissonOutlook(opinion: Opinion, score: ScoreSoFar, decided: boolean): Outlook {
  const left = Math.max(score.left, 0.001);
  const homeRate = Math.max(LEAST_EXPECTED, (opinion.total + opinion.margin) / 2) * left;
  const awayRate = Math.max(LEAST_EXPECTED, (opinion.total - opinion.margin) / 2) * left;
  const lead = score.home - score.away;
  const sum = score.home + score.away;
  const homePmf = poissonPmf(homeRate);
  const awayPmf = poissonPmf(awayRate);
  const margins = new Float64Array(2 * MOST + 1);
  const totals = new Float64Array(2 * MOST + 2);
  homePmf.forEach((homeProbability, homeMore) => {
    awayPmf.forEach((awayProbability, awayMore) => {
      const probability = homeProbability * awayProbability;
      if (decided && lead + homeMore === awayMore) {
        addTo(margins, homeMore - awayMore + MOST + 1, probability / 2);
        addTo(margins, homeMore - awayMore + MOST - 1, probability / 2);
        addTo(totals, homeMore + awayMore + 1, probability);
      } else {
        addTo(margins, homeMore - awayMore + MOST, probability);
        addTo(totals, homeMore + awayMore, probability);
      }
    });
  });
  const covers = (line: number) => sumAbove(margins, -line - lead + MOST);
  const outcome = { home: covers(-0.5), draw: 0, away: 1 - covers(0.5) };
  return {
    outcome: { ...outcome, draw: Math.max(0, 1 - outcome.home - outcome.away) },
    expected: {
      margin: lead + homeRate - awayRate,
      total: sum + homeRate + awayRate,
      home: score.home + homeRate,
      away: score.away + awayRate,
    },
    covers,
    totalAbove: (line) => sumAbove(totals, line - sum),
    scoreAbove: (side, line) => sumAbove(side === 'home' ? homePmf : awayPmf, line - score[side]),
  };
}

function poissonPmf(rate: number): Float64Array {
  const pmf = new Float64Array(MOST + 1);
  let probability = Math.exp(-rate);
  let rest = 1;
  for (let count = 0; count < MOST; count++) {
    pmf[count] = probability;
    rest -= probability;
    probability *= rate / (count + 1);
  }
  pmf[MOST] = Math.max(0, rest);
  return pmf;
}

function addTo(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
}

/** The sum of what stands at indexes above `bound`. */
function sumAbove(values: Float64Array, bound: number): number {
  let sum = 0;
  for (let index = Math.max(0, Math.floor(bound) + 1); index < values.length; index++) {
    sum += values[index] ?? 0;
  }
  return sum;
}
