import type { Side } from '../../../games/live-reports.ts';
import { above, exactly, includes, type Range, type ScoreCondition } from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import {
  completeMarket,
  type Lineup,
  type MarketDefinition,
  type MarketGroup,
  partialMarket,
  type Selection,
} from './market.ts';
import { type Scope, wholeGame } from './market-scope.ts';
import { type Probability, probabilityOf } from './proposition-markets.ts';
import { RESULTS, resultName } from './result-markets.ts';

/** Which side scores first, or neither. Each side's chance is its share of the expected total. */
export function firstToScore(
  type: string,
  group: MarketGroup,
  scope = wholeGame,
): MarketDefinition {
  const scoresFirst = (side: Side) => (model: ScoreModel) => {
    const scoped = scope(model);
    const anyScore = scoped.probability({ total: above(0) });
    return (anyScore * scoped.expected[side]) / scoped.expected.total;
  };
  const noScore = probabilityOf({ total: exactly(0) }, scope);
  const markets = (lineup: Lineup) => [
    partialMarket([
      { name: lineup.home, type: 'home', winProbability: scoresFirst('home') },
      { name: lineup.away, type: 'away', winProbability: scoresFirst('away') },
      { name: 'No Goal', type: 'no', winProbability: noScore },
    ]),
  ];
  return { type, group, markets };
}

/**
 * The result after the first of two periods combined with the final result, such as half-time and
 * full-time. Leads of either side above `highestLead` after the first period are ignored.
 */
export function doubleResult(
  type: string,
  group: MarketGroup,
  [first, second]: readonly [Scope, Scope],
  highestLead: number,
): MarketDefinition {
  const leads = Array.from({ length: 2 * highestLead + 1 }, (_, index) => index - highestLead);
  const probability = (firstMargin: Range, [from, to]: Range): Probability => {
    const firstLeads = leads.filter((lead) => includes(firstMargin, lead));
    return (model) =>
      firstLeads.reduce((sum, lead) => {
        const leadChance = first(model).probability({ margin: exactly(lead) });
        return sum + leadChance * second(model).probability({ margin: [from - lead, to - lead] });
      }, 0);
  };
  const markets = (lineup: Lineup) => [
    partialMarket(
      // The defaults are for the type only: the condition of every result has a margin.
      RESULTS.flatMap(([firstResult, { margin: firstMargin = exactly(0) }]) =>
        RESULTS.map(([finalResult, { margin: finalMargin = exactly(0) }]) => ({
          name: `${resultName(firstResult, lineup)} / ${resultName(finalResult, lineup)}`,
          type: `${firstResult}_${finalResult}`,
          winProbability: probability(firstMargin, finalMargin),
        })),
      ),
    ),
  ];
  return { type, group, markets };
}

/** Which of two periods has more scores. */
export function highestScoringPeriod(
  type: string,
  group: MarketGroup,
  [first, second]: readonly [Scope, Scope],
  [firstName, secondName]: readonly [string, string],
): MarketDefinition {
  const selections: readonly Selection[] = [
    {
      name: firstName,
      type: selectionType(firstName),
      winProbability: (model) => outscores(first(model), second(model), 1),
    },
    {
      name: secondName,
      type: selectionType(secondName),
      winProbability: (model) => outscores(second(model), first(model), 1),
    },
    {
      name: 'Tie',
      type: 'draw',
      winProbability: (model) =>
        outscores(first(model), second(model), 0) - outscores(first(model), second(model), 1),
    },
  ];
  return { type, group, markets: () => [completeMarket(selections)] };
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

function selectionType(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}

/** The probability that a condition holds in each of several periods, which are independent. */
export function inEach(condition: ScoreCondition, ...periods: readonly Scope[]): Probability {
  return (model) =>
    periods.reduce((product, period) => product * period(model).probability(condition), 1);
}

/** The probability that a condition holds in at least one of several periods. */
export function inAny(condition: ScoreCondition, ...periods: readonly Scope[]): Probability {
  return (model) =>
    1 - periods.reduce((none, period) => none * (1 - period(model).probability(condition)), 1);
}
