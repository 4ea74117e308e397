import type { Side } from '../../../games/live-reports.ts';
import { above, below, exactly, type Range, type ScoreCondition } from '../score-condition.ts';
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
import {
  RESULTS,
  resultName,
  type ScoreOutcome,
  SIDES,
  scoreMarket,
  winsBy,
} from './result-markets.ts';

/** A probability under a book's model of the game. */
export type Probability = (model: ScoreModel) => number;

export function probabilityOf(condition: ScoreCondition, scope: Scope = wholeGame): Probability {
  return (model) => scope(model).probability(condition);
}

export function oddEven(type: string, group: MarketGroup, scope = wholeGame): MarketDefinition {
  const outcomes: readonly ScoreOutcome[] = [
    { name: 'Odd', type: 'odd', condition: { isOdd: true } },
    { name: 'Even', type: 'even', condition: { isOdd: false } },
  ];
  return scoreMarket(type, group, scope, () => outcomes, completeMarket);
}

export function yesNo(type: string, group: MarketGroup, yes: Probability): MarketDefinition {
  const markets = () => [completeMarket(yesAndNo('', ['yes', 'no'], yes))];
  return { type, group, markets };
}

/**
 * A yes and a no for each team. In some markets, many books give both selections the side of the team
 * as their type instead of yes and no: then `selectionTypes` is `side`.
 */
export function teamYesNo(
  type: string,
  group: MarketGroup,
  yes: (model: ScoreModel, side: Side) => number,
  selectionTypes: 'yes-no' | 'side' = 'yes-no',
): MarketDefinition {
  const markets = (lineup: Lineup) =>
    SIDES.map((side) => {
      const types = selectionTypes === 'side' ? ([side, side] as const) : (['yes', 'no'] as const);
      return completeMarket(yesAndNo(`${lineup[side]} `, types, (model) => yes(model, side)));
    });
  return { type, group, markets };
}

function yesAndNo(
  prefix: string,
  [yesType, noType]: readonly [string, string],
  yes: Probability,
): readonly Selection[] {
  return [
    { name: `${prefix}Yes`, type: yesType, winProbability: yes },
    { name: `${prefix}No`, type: noType, winProbability: (model) => 1 - yes(model) },
  ];
}

/** Every exact score with up to `highest` for each side. */
export function correctScore(
  type: string,
  group: MarketGroup,
  highest: number,
  scope = wholeGame,
): MarketDefinition {
  const scores = Array.from({ length: highest + 1 }, (_, score) => score);
  const outcomes = scores.flatMap((home) =>
    scores.map((away) => ({
      name: `${home}-${away}`,
      type: `${home}_${away}`,
      condition: { home: exactly(home), away: exactly(away) },
    })),
  );
  return scoreMarket(type, group, scope, () => outcomes, partialMarket);
}

/** By how much a side wins, in bands that start at the given margins. */
export function winningMargin(
  type: string,
  group: MarketGroup,
  bandStarts: readonly number[],
  scope = wholeGame,
): MarketDefinition {
  const outcomes = (lineup: Lineup) =>
    SIDES.flatMap((side) =>
      bandsFrom(bandStarts).map(({ name, range }) => ({
        name: `${lineup[side]} by ${name}`,
        type: 'other',
        fixedLine: range[0],
        condition: winsBy(side, range),
      })),
    );
  return scoreMarket(type, group, scope, outcomes, partialMarket);
}

/** The total in bands that start at the given numbers. Bands of one number have the type `exact_…`. */
export function totalRange(
  type: string,
  group: MarketGroup,
  bandStarts: readonly number[],
  scope = wholeGame,
): MarketDefinition {
  const outcomes = bandsFrom(bandStarts).map(({ name, range }) => ({
    name,
    type: range[0] === range[1] ? `exact_${name}` : 'other',
    condition: { total: range },
  }));
  return scoreMarket(type, group, scope, () => outcomes, partialMarket);
}

/** Each band ends before the next one starts; the last one is open-ended. */
function bandsFrom(starts: readonly number[]): { readonly name: string; readonly range: Range }[] {
  return starts.map((from, index) => {
    const next = starts[index + 1];
    if (next === undefined) return { name: `${from}+`, range: [from, Number.POSITIVE_INFINITY] };
    const name = next - 1 === from ? String(from) : `${from}-${next - 1}`;
    return { name, range: [from, next - 1] };
  });
}

/** The result combined with over or under. */
export function resultAndTotal(
  type: string,
  group: MarketGroup,
  lines: readonly number[],
  draw: 'with-draw' | 'without-draw',
): MarketDefinition {
  const results = RESULTS.filter(([result]) => draw === 'with-draw' || result !== 'draw');
  const outcomes = (lineup: Lineup) =>
    lines.flatMap((line) =>
      results.flatMap(([result, resultCondition]) => {
        // The name leaves out over or under and the line, which the type and `fixedLine` give.
        const name = `${resultName(result, lineup)} and`;
        const over = { ...resultCondition, total: above(line) };
        const under = { ...resultCondition, total: below(line) };
        return [
          { name, type: `${result}_over`, fixedLine: line, condition: over },
          { name, type: `${result}_under`, fixedLine: line, condition: under },
        ];
      }),
    );
  return scoreMarket(type, group, wholeGame, outcomes, partialMarket);
}
