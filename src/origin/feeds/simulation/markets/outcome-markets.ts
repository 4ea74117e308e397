import type { Side } from '../../../games/live-reports.ts';
import {
  above,
  below,
  DRAW,
  exactly,
  type Range,
  type ScoreCondition,
  WINS,
  winsBy,
} from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import {
  type Lineup,
  type MarketType,
  marketOf,
  type Probability,
  type Selection,
  SIDES,
  when,
  wholeGame,
} from './market.ts';

export type Outcomes = (lineup: Lineup) => readonly Selection[];

export function outcomes(
  type: string,
  selections: Outcomes,
  { isComplete }: { readonly isComplete: boolean },
): MarketType {
  return { type, markets: (lineup) => [marketOf(selections(lineup), { isComplete })] };
}

export const COMPLETE = { isComplete: true };
export const PARTIAL = { isComplete: false };

/** The selection type, the name and the condition of each result. */
export function results({ home, away }: Lineup) {
  return [
    { type: 'home', name: home, condition: WINS.home },
    { type: 'draw', name: 'Draw', condition: DRAW },
    { type: 'away', name: away, condition: WINS.away },
  ] as const;
}

export function threeWay(type: string, scope = wholeGame): MarketType {
  const selections: Outcomes = (lineup) =>
    results(lineup).map(({ condition, ...rest }) => ({
      ...rest,
      winProbability: when(condition, scope),
    }));
  return outcomes(type, selections, COMPLETE);
}

/** Home or away. Stakes are returned on a draw. */
export function twoWay(type: string, scope = wholeGame): MarketType {
  const wins = (side: Side) => (model: ScoreModel) => {
    const [home, away] = SIDES.map((one) => scope(model).probability(WINS[one]));
    return ((side === 'home' ? home : away) ?? 0) / ((home ?? 0) + (away ?? 0));
  };
  const selections: Outcomes = (lineup) =>
    SIDES.map((side) => ({ name: lineup[side], type: side, winProbability: wins(side) }));
  return outcomes(type, selections, COMPLETE);
}

/** Home, draw and away in pairs: a selection wins on either result. */
export function doubleChance(type: string, scope = wholeGame): MarketType {
  const either =
    (one: ScoreCondition, other: ScoreCondition): Probability =>
    (model) =>
      scope(model).probability(one) + scope(model).probability(other);
  const { home: homeWins, away: awayWins } = WINS;
  const selections: Outcomes = ({ home, away }) => [
    { name: `${home} or Draw`, type: 'home_draw', winProbability: either(homeWins, DRAW) },
    { name: `${home} or ${away}`, type: 'home_away', winProbability: either(homeWins, awayWins) },
    { name: `Draw or ${away}`, type: 'away_draw', winProbability: either(DRAW, awayWins) },
  ];
  return outcomes(type, selections, PARTIAL);
}

export function oddEven(type: string, scope = wholeGame): MarketType {
  const selections: Outcomes = () => [
    { name: 'Odd', type: 'odd', winProbability: when({ isOdd: true }, scope) },
    { name: 'Even', type: 'even', winProbability: when({ isOdd: false }, scope) },
  ];
  return outcomes(type, selections, COMPLETE);
}

export function yesNo(type: string, yes: Probability): MarketType {
  return outcomes(type, () => yesAndNo('', ['yes', 'no'], yes), COMPLETE);
}

/**
 * A yes and a no for each team. In some markets, many books give both selections the side of the team
 * as their type instead of yes and no: then `selectionTypes` is `side`.
 */
export function teamYesNo(
  type: string,
  yes: (side: Side) => Probability,
  selectionTypes: 'yes-no' | 'side' = 'yes-no',
): MarketType {
  const markets = (lineup: Lineup) =>
    SIDES.map((side) => {
      const types = selectionTypes === 'side' ? ([side, side] as const) : (['yes', 'no'] as const);
      return marketOf(yesAndNo(`${lineup[side]} `, types, yes(side)), COMPLETE);
    });
  return { type, markets };
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
export function correctScore(type: string, highest: number, scope = wholeGame): MarketType {
  const scores = Array.from({ length: highest + 1 }, (_, score) => score);
  const selections = scores.flatMap((home) =>
    scores.map((away) => ({
      name: `${home}-${away}`,
      type: `${home}_${away}`,
      winProbability: when({ home: exactly(home), away: exactly(away) }, scope),
    })),
  );
  return outcomes(type, () => selections, PARTIAL);
}

/** Every result in sets of a match over the best of three. */
export function setScore(type: string): MarketType {
  const selections: Outcomes = ({ home, away }) => [
    { name: `${home} 2-0`, type: '2_0', winProbability: when({ margin: exactly(2) }) },
    { name: `${home} 2-1`, type: '2_1', winProbability: when({ margin: exactly(1) }) },
    { name: `${away} 2-1`, type: '1_2', winProbability: when({ margin: exactly(-1) }) },
    { name: `${away} 2-0`, type: '0_2', winProbability: when({ margin: exactly(-2) }) },
  ];
  return outcomes(type, selections, PARTIAL);
}

/** By how much a side wins, in bands that start at the given margins. */
export function winningMargin(
  type: string,
  bandStarts: readonly number[],
  scope = wholeGame,
): MarketType {
  const selections: Outcomes = (lineup) =>
    SIDES.flatMap((side) =>
      bandsFrom(bandStarts).map(({ name, range }) => ({
        name: `${lineup[side]} by ${name}`,
        type: 'other',
        fixedLine: range[0],
        winProbability: when(winsBy(side, range), scope),
      })),
    );
  return outcomes(type, selections, PARTIAL);
}

/** The total in bands that start at the given numbers. Bands of one number have the type `exact_…`. */
export function totalRange(
  type: string,
  bandStarts: readonly number[],
  scope = wholeGame,
): MarketType {
  const selections = bandsFrom(bandStarts).map(({ name, range }) => ({
    name,
    type: range[0] === range[1] ? `exact_${name}` : 'other',
    winProbability: when({ total: range }, scope),
  }));
  return outcomes(type, () => selections, PARTIAL);
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
  lines: readonly number[],
  draw: 'with-draw' | 'without-draw' = 'without-draw',
): MarketType {
  const selections: Outcomes = (lineup) =>
    lines.flatMap((line) =>
      results(lineup)
        .filter((result) => draw === 'with-draw' || result.type !== 'draw')
        .flatMap((result) =>
          // The name leaves out over or under and the line, which the type and `fixedLine` give.
          Object.entries({ over: above(line), under: below(line) }).map(([end, total]) => ({
            name: `${result.name} and`,
            type: `${result.type}_${end}`,
            fixedLine: line,
            winProbability: when({ ...result.condition, total }),
          })),
        ),
    );
  return outcomes(type, selections, PARTIAL);
}
