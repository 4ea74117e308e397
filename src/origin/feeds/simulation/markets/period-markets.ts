import type { Side } from '../../../games/live-reports.ts';
import { ANY_SCORE, exactly, type Range } from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import { type MarketType, type Scope, type Selection, SIDES, when, wholeGame } from './market.ts';
import { COMPLETE, type Outcomes, outcomes, PARTIAL, results } from './outcome-markets.ts';

/** Which side has the first score, or none. */
export function firstToScore(type: string, scope = wholeGame): MarketType {
  const scoresFirst = (side: Side) => (model: ScoreModel) => {
    const { expected, probability } = scope(model);
    return (probability(ANY_SCORE) * expected[side]) / expected.total;
  };
  const selections: Outcomes = (lineup) => [
    ...SIDES.map((side) => ({
      name: lineup[side],
      type: side,
      winProbability: scoresFirst(side),
    })),
    { name: 'No Goal', type: 'no', winProbability: when({ total: exactly(0) }, scope) },
  ];
  return outcomes(type, selections, PARTIAL);
}

/**
 * The result after the first of two periods combined with the final result, such as half-time and
 * full-time. Leads of either side above `highestLead` after the first period are ignored.
 */
export function doubleResult(
  type: string,
  [first, second]: readonly [Scope, Scope],
  highestLead: number,
): MarketType {
  const leads = Array.from({ length: 2 * highestLead + 1 }, (_, index) => index - highestLead);
  const resultOf = (lead: number) => (lead === 0 ? 'draw' : lead > 0 ? 'home' : 'away');
  const selections: Outcomes = (lineup) =>
    results(lineup).flatMap((early) =>
      results(lineup).map((final) => {
        const [from, to] = final.condition.margin ?? exactly(0);
        return {
          name: `${early.name} / ${final.name}`,
          type: `${early.type}_${final.type}`,
          winProbability: (model) =>
            leads
              .filter((lead) => resultOf(lead) === early.type)
              .reduce((sum, lead) => {
                const leadChance = first(model).probability({ margin: exactly(lead) });
                const margin: Range = [from - lead, to - lead];
                return sum + leadChance * second(model).probability({ margin });
              }, 0),
        };
      }),
    );
  return outcomes(type, selections, PARTIAL);
}

/** Which of two halves has more scores. */
export function highestScoringHalf([first, second]: readonly [Scope, Scope]): MarketType {
  const selections: readonly Selection[] = [
    {
      name: '1st Half',
      type: '1st_half',
      winProbability: (model) => outscores(first(model), second(model), 1),
    },
    {
      name: '2nd Half',
      type: '2nd_half',
      winProbability: (model) => outscores(second(model), first(model), 1),
    },
    {
      name: 'Tie',
      type: 'draw',
      winProbability: (model) =>
        outscores(first(model), second(model), 0) - outscores(first(model), second(model), 1),
    },
  ];
  return outcomes('highest_scoring_half', () => selections, COMPLETE);
}

/** The probability that one total is higher than an independent one by at least `margin`. */
function outscores(one: ScoreModel, other: ScoreModel, margin: number): number {
  // Higher totals are so unlikely that they are left out.
  const highest = Math.ceil(2 * one.expected.total) + 6;
  let sum = 0;
  for (let total = 0; total <= highest; total++) {
    const totalChance = one.probability({ total: exactly(total) });
    sum += totalChance * other.probability({ total: [Number.NEGATIVE_INFINITY, total - margin] });
  }
  return sum;
}
