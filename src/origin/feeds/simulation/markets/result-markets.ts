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

export const SIDES: readonly Side[] = ['home', 'away'];
export const HOME_WINS: ScoreCondition = { margin: above(0) };
export const DRAW: ScoreCondition = { margin: exactly(0) };
export const AWAY_WINS: ScoreCondition = { margin: below(0) };

/** The selection type and the condition of each result. */
export const RESULTS = [
  ['home', HOME_WINS],
  ['draw', DRAW],
  ['away', AWAY_WINS],
] as const;

type Result = (typeof RESULTS)[number][0];

export function resultName(result: Result, lineup: Lineup): string {
  return result === 'draw' ? 'Draw' : lineup[result];
}

/** The side wins by a margin in the range. */
export function winsBy(side: Side, range: Range): ScoreCondition {
  return { margin: side === 'home' ? range : [-range[1], -range[0]] };
}

/** A selection that wins on every score that meets its condition. */
export interface ScoreOutcome {
  readonly name: string;
  readonly type: string;
  readonly condition: ScoreCondition;
  readonly fixedLine?: number;
}

/** One market for each game. Each of its selections wins if its condition on the score holds. */
export function scoreMarket(
  type: string,
  group: MarketGroup,
  scope: Scope,
  outcomes: (lineup: Lineup) => readonly ScoreOutcome[],
  market: typeof completeMarket | typeof partialMarket,
): MarketDefinition {
  const selection = ({ condition, ...rest }: ScoreOutcome): Selection => ({
    ...rest,
    winProbability: (model) => scope(model).probability(condition),
  });
  return { type, group, markets: (lineup) => [market(outcomes(lineup).map(selection))] };
}

export function threeWay(type: string, group: MarketGroup, scope = wholeGame): MarketDefinition {
  return scoreMarket(
    type,
    group,
    scope,
    ({ home, away }) => [
      { name: home, type: 'home', condition: HOME_WINS },
      { name: 'Draw', type: 'draw', condition: DRAW },
      { name: away, type: 'away', condition: AWAY_WINS },
    ],
    completeMarket,
  );
}

/** Home or away. Stakes are returned on a draw. */
export function twoWay(type: string, group: MarketGroup, scope = wholeGame): MarketDefinition {
  const winProbability = (model: ScoreModel, won: ScoreCondition, lost: ScoreCondition) => {
    const scoped = scope(model);
    const wins = scoped.probability(won);
    return wins / (wins + scoped.probability(lost));
  };
  const markets = ({ home, away }: Lineup) => [
    completeMarket([
      {
        name: home,
        type: 'home',
        winProbability: (model) => winProbability(model, HOME_WINS, AWAY_WINS),
      },
      {
        name: away,
        type: 'away',
        winProbability: (model) => winProbability(model, AWAY_WINS, HOME_WINS),
      },
    ]),
  ];
  return { type, group, markets };
}

/** Home, draw and away in pairs: a selection wins on either result. */
export function doubleChance(
  type: string,
  group: MarketGroup,
  scope = wholeGame,
): MarketDefinition {
  const selection = (
    name: string,
    type: string,
    results: readonly [ScoreCondition, ScoreCondition],
  ): Selection => ({
    name,
    type,
    winProbability(model) {
      const scoped = scope(model);
      return results.reduce((sum, result) => sum + scoped.probability(result), 0);
    },
  });
  const markets = ({ home, away }: Lineup) => [
    partialMarket([
      selection(`${home} or Draw`, 'home_draw', [HOME_WINS, DRAW]),
      selection(`${home} or ${away}`, 'home_away', [HOME_WINS, AWAY_WINS]),
      selection(`Draw or ${away}`, 'away_draw', [DRAW, AWAY_WINS]),
    ]),
  ];
  return { type, group, markets };
}
