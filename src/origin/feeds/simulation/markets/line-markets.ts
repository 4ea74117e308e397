import { above, below, type Figure } from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import { type Lineup, type Market, marketOf, type Selection, SIDES } from './market.ts';
import { type Scope, scoped } from './scope.ts';

/** A line stays while it is at most this far from the expected value, in points, goals or whatever it counts. */
const TOLERANCE = 0.85;

interface LineOptions extends Scope {
  /** How many lines there are on each side of the main one. */
  readonly alternates?: number;
  /** The distance between neighbouring lines. */
  readonly step?: number;
  /** The smallest absolute value of the main line of a handicap. */
  readonly smallest?: number;
}

/** Kinds of markets with a line. */
export const LINE_MARKETS = {
  /** A spread or handicap. The line is that of the home side. */
  handicap: ({ home, away }: Lineup, options: LineOptions) =>
    ladder('scoreMargin', options, [
      { name: home, type: 'home' },
      { name: away, type: 'away', hasOppositeLine: true },
    ]),

  total: (_lineup: Lineup, options: LineOptions) =>
    ladder('total', options, [
      { name: 'Over', type: 'over' },
      { name: 'Under', type: 'under' },
    ]),

  'team-total': (lineup: Lineup, options: LineOptions) =>
    SIDES.flatMap((side) =>
      ladder(side, options, [
        { name: `${lineup[side]} Over`, type: `${side}_over` },
        { name: `${lineup[side]} Under`, type: `${side}_under` },
      ]),
    ),
};

/** The main line on a figure and its alternates: 0, 1, -1, 2, -2 steps from it and so on, the nearest lines first. */
function ladder(
  figure: Figure,
  { alternates = 0, step = 1, smallest = 0, ...scope }: LineOptions,
  selections: readonly [Selection, Selection],
): Market[] {
  // A handicap is won by a margin above the line with its sign changed.
  const sign = figure === 'scoreMargin' ? -1 : 1;
  const modelOf = scoped(scope);
  const chances: Market['chances'] = (game, _bias, line) => {
    const first = winsAt(modelOf(game), figure, sign * line);
    return [first, 1 - first];
  };
  const steps = Array.from({ length: alternates }, (_, index) => [index + 1, -index - 1]);
  return [0, ...steps.flat()].map((offset) =>
    marketOf(selections, chances, {
      isComplete: true,
      stepsFromMain: Math.abs(offset),
      nextLine(game, _bias, current) {
        const currentMain = current === null ? null : current - offset * step;
        const main = nextLine(sign * modelOf(game).expected[figure], currentMain);
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
