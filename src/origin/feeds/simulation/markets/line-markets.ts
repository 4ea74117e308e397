import type { Side } from '../../../games/live-reports.ts';
import { nextLine, winProbabilityAt } from '../books/lines.ts';
import { above, below } from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import {
  completeMarket,
  type Lineup,
  type Market,
  type MarketDefinition,
  type MarketGroup,
  type Selection,
} from './market.ts';
import { type Scope, wholeGame } from './market-scope.ts';
import { SIDES } from './result-markets.ts';

/** The main line of a market and its alternates. */
export interface LineLadder {
  /** How many alternate lines there are on either side of the main one. */
  readonly alternates: number;
  /** The distance between neighbouring lines. */
  readonly step: number;
  /** The smallest absolute value of the main line of a handicap. */
  readonly smallest?: number;
}

/** A spread or handicap. The line is that of the home side. */
export function handicap(
  type: string,
  group: MarketGroup,
  { alternates, step, smallest = 0 }: LineLadder,
  scope = wholeGame,
): MarketDefinition {
  const homeCovers = (model: ScoreModel, line: number) =>
    winProbabilityAt(
      line,
      (at) => scope(model).probability({ margin: above(-at) }),
      (at) => scope(model).probability({ margin: below(-at) }),
    );
  const market = ({ home, away }: Lineup, offset: number): Market => ({
    ...completeMarket([
      {
        name: home,
        type: 'home',
        winProbability: (model, _bias, line) => homeCovers(model, line),
      },
      {
        name: away,
        type: 'away',
        hasOppositeLine: true,
        winProbability: (model, _bias, line) => 1 - homeCovers(model, line),
      },
    ]),
    stepsFromMain: Math.abs(offset),
    nextLine(model, _bias, current) {
      const currentMain = current === null ? null : current - offset * step;
      const main = nextLine(-scope(model).expected.margin, currentMain);
      return (Math.abs(main) < smallest ? Math.sign(main) * smallest : main) + offset * step;
    },
  });
  return {
    type,
    group,
    markets: (lineup) => lineOffsets(alternates).map((offset) => market(lineup, offset)),
  };
}

export function total(
  type: string,
  group: MarketGroup,
  ladder: LineLadder,
  scope = wholeGame,
): MarketDefinition {
  const names = { over: ['Over', 'over'], under: ['Under', 'under'] } as const;
  return { type, group, markets: () => overUnder(ladder, scope, 'total', names) };
}

export function teamTotal(
  type: string,
  group: MarketGroup,
  ladder: LineLadder,
  scope = wholeGame,
): MarketDefinition {
  const markets = (lineup: Lineup) =>
    SIDES.flatMap((side) =>
      overUnder(ladder, scope, side, {
        over: [`${lineup[side]} Over`, `${side}_over`],
        under: [`${lineup[side]} Under`, `${side}_under`],
      }),
    );
  return { type, group, markets };
}

type OverUnderNames = Readonly<Record<'over' | 'under', readonly [name: string, type: string]>>;

function overUnder(
  { alternates, step }: LineLadder,
  scope: Scope,
  figure: 'total' | Side,
  { over, under }: OverUnderNames,
): Market[] {
  const overProbability = (model: ScoreModel, line: number) =>
    winProbabilityAt(
      line,
      (at) => scope(model).probability({ [figure]: above(at) }),
      (at) => scope(model).probability({ [figure]: below(at) }),
    );
  const selections: Selection[] = [
    {
      name: over[0],
      type: over[1],
      winProbability: (model, _bias, line) => overProbability(model, line),
    },
    {
      name: under[0],
      type: under[1],
      winProbability: (model, _bias, line) => 1 - overProbability(model, line),
    },
  ];
  return lineOffsets(alternates).map((offset) => ({
    ...completeMarket(selections),
    stepsFromMain: Math.abs(offset),
    nextLine(model, _bias, current) {
      const currentMain = current === null ? null : current - offset * step;
      return nextLine(scope(model).expected[figure], currentMain) + offset * step;
    },
  }));
}

/** Steps from the main line: 0, 1, -1, 2, -2 and so on, the nearest lines first. */
function lineOffsets(alternates: number): number[] {
  return [0, ...Array.from({ length: alternates }, (_, index) => [index + 1, -index - 1]).flat()];
}
