import { above, below, type Figure } from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import {
  type Market,
  type MarketType,
  marketOf,
  type Scope,
  type Selection,
  SIDES,
  wholeGame,
} from './market.ts';

/** A line stays while it is at most this far from the expected value, in points, goals or whatever it counts. */
const TOLERANCE = 0.85;

export interface LineOptions {
  /** The distance between neighbouring lines. */
  readonly step?: number;
  /** The smallest absolute value of the main line of a handicap. */
  readonly smallest?: number;
  readonly scope?: Scope;
}

/** A spread or handicap. The line is that of the home side. `alternates` counts lines on each side of the main one. */
export function handicap(type: string, alternates: number, options: LineOptions = {}): MarketType {
  return {
    type,
    markets: ({ home, away }) =>
      ladder('margin', alternates, options, [
        { name: home, type: 'home' },
        { name: away, type: 'away', hasOppositeLine: true },
      ]),
  };
}

export function total(type: string, alternates: number, options: LineOptions = {}): MarketType {
  const names = [
    { name: 'Over', type: 'over' },
    { name: 'Under', type: 'under' },
  ] as const;
  return { type, markets: () => ladder('total', alternates, options, names) };
}

export function teamTotal(type: string, alternates: number, options: LineOptions = {}): MarketType {
  return {
    type,
    markets: (lineup) =>
      SIDES.flatMap((side) =>
        ladder(side, alternates, options, [
          { name: `${lineup[side]} Over`, type: `${side}_over` },
          { name: `${lineup[side]} Under`, type: `${side}_under` },
        ]),
      ),
  };
}

type SelectionTraits = Omit<Selection, 'winProbability'>;

/** The main line on a figure and its alternates: 0, 1, -1, 2, -2 steps from it and so on, the nearest lines first. */
function ladder(
  figure: Figure,
  alternates: number,
  { step = 1, smallest = 0, scope = wholeGame }: LineOptions,
  [first, second]: readonly [SelectionTraits, SelectionTraits],
): Market[] {
  // A handicap is won by a margin above the line with its sign changed.
  const sign = figure === 'margin' ? -1 : 1;
  const firstWins = (model: ScoreModel, line: number) => winsAt(scope(model), figure, sign * line);
  const selections: Selection[] = [
    { ...first, winProbability: (model, _bias, line) => firstWins(model, line) },
    { ...second, winProbability: (model, _bias, line) => 1 - firstWins(model, line) },
  ];
  const steps = Array.from({ length: alternates }, (_, index) => [index + 1, -index - 1]);
  return [0, ...steps.flat()].map((offset) =>
    marketOf(selections, {
      isComplete: true,
      stepsFromMain: Math.abs(offset),
      nextLine(model, _bias, current) {
        const currentMain = current === null ? null : current - offset * step;
        const main = nextLine(sign * scope(model).expected[figure], currentMain);
        return (Math.abs(main) < smallest ? Math.sign(main) * smallest : main) + offset * step;
      },
    }),
  );
}

/** `current` if it is close enough to `expectation`, else the nearest number that ends in .5. */
export function nextLine(expectation: number, current: number | null): number {
  if (current !== null && Math.abs(expectation - current) <= TOLERANCE) return current;
  return Math.floor(expectation) + 0.5;
}

/**
 * The probability that a figure is above a line, given that the stake is not returned. A stake on a quarter
 * line is split between the two neighbouring lines. A result on the line returns the stake.
 */
function winsAt({ probability }: ScoreModel, figure: Figure, line: number): number {
  const lines = Number.isInteger(line * 2) ? [line] : [line - 0.25, line + 0.25];
  const won = lines.reduce((sum, one) => sum + probability({ [figure]: above(one) }), 0);
  const lost = lines.reduce((sum, one) => sum + probability({ [figure]: below(one) }), 0);
  return won + lost === 0 ? 0 : won / (won + lost);
}
