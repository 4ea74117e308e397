import type { Side } from '../../../games/live-reports.ts';
import type { Player } from '../events/players.ts';
import type { ScoreCondition } from '../score-condition.ts';
import type { ScoreModel } from '../score-models/score-model.ts';

/** Kinds of markets: a kind decides how likely a book is to offer one, and how large the margin in its prices is. */
export const MARKET_GROUPS = [
  'player_prop',
  'team_total',
  'scorer',
  'main',
  'outright',
  'alternate',
  'exact_score',
  'game_prop',
  'period',
] as const;
export type MarketGroup = (typeof MARKET_GROUPS)[number];

/** A market type that books offer on the games of a sport. */
export interface MarketType {
  readonly type: string;
  /** Its markets on one game: one for each line, team or player. */
  markets(lineup: Lineup): readonly Market[];
}

export type MarketsByGroup = Readonly<Partial<Record<MarketGroup, readonly MarketType[]>>>;

/** Who plays a game. */
export interface Lineup {
  readonly home: string;
  readonly away: string;
  /** The best of each side first. */
  readonly players: readonly Player[];
}

/**
 * A market of one event at one line. A book prices it from its `model` of the event and its `bias`:
 * by how many standard deviations it overrates the player that the market is on. For an entrant of an outright,
 * it is the logarithm of the factor by which the book overrates the strength.
 */
export interface Market {
  readonly selections: readonly Selection[];
  /**
   * Whether the selections cover every outcome. A book then offers all of them or none. Otherwise
   * selections come and go one by one.
   */
  readonly isComplete: boolean;
  /** Whether books may offer only the first selection. */
  readonly mayBeOneWay: boolean;
  /** How many steps the line is from the main one. Books offer the nearest lines first. */
  readonly stepsFromMain: number;
  /** The rank of the player among those of the side with this market, from 0. Books offer the best players first. */
  readonly playerRank: number;
  /** Null unless the market is on a player's statistic. */
  readonly playerProp: { readonly player: string; readonly statCategory: string } | null;
  /** The line to offer after `current`, which is null at first. Null for a market without lines. */
  nextLine(model: ScoreModel, bias: number, current: number | null): number | null;
}

export interface Selection {
  readonly name: string;
  readonly type: string;
  /** Whether its line is that of the market with the sign changed. */
  readonly hasOppositeLine?: boolean;
  /** A line of its own, which never moves. */
  readonly fixedLine?: number;
  /** The probability that it wins at this line of the market, given that the stake is not returned. */
  winProbability(model: ScoreModel, bias: number, line: number): number;
}

/** A market without lines, unless `traits` say otherwise. */
export function marketOf(selections: readonly Selection[], traits: Partial<Market> = {}): Market {
  return {
    selections,
    isComplete: false,
    mayBeOneWay: false,
    stepsFromMain: 0,
    playerRank: 0,
    playerProp: null,
    nextLine: () => null,
    ...traits,
  };
}

export const SIDES: readonly Side[] = ['home', 'away'];

/** A probability under a book's model of the game. */
export type Probability = (model: ScoreModel) => number;

/**
 * What a market counts: the score of the whole game or of a period, or something else in the game. The
 * function derives the model of that from the model of the game.
 */
export type Scope = (game: ScoreModel) => ScoreModel;

export const wholeGame: Scope = (game) => game;

/** The score of a period in which this share of the game's goals or points is scored. 1 leaves out overtime. */
export function period(share: number): Scope {
  return cachingLast((game) => game.period(share));
}

/** A count with this average in a usual game, both sides together: in the whole game, or in a share of it. */
export function count(average: number, share = 1): Scope {
  return cachingLast((game) => {
    const whole = game.count(average);
    return share === 1 ? whole : whole.period(share);
  });
}

/** One cached model suffices, because a book prices all of its markets from one model of the game in a row. */
function cachingLast(derive: Scope): Scope {
  let lastGame: ScoreModel | null = null;
  let derived: ScoreModel | null = null;
  return (game) => {
    if (derived === null || lastGame !== game) derived = derive(game);
    lastGame = game;
    return derived;
  };
}

export function when(condition: ScoreCondition, scope = wholeGame): Probability {
  return (model) => scope(model).probability(condition);
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
