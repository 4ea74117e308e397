import type { MatchStatistic, ScoreModel } from '../score-models/score-model.ts';

/**
 * What a market counts: the score of the whole game or of a period, or a statistic of the game. The
 * function derives the model of that from the model of the game.
 */
export type Scope = (game: ScoreModel) => ScoreModel;

export const wholeGame: Scope = (game) => game;

/** The score of a period in which this share of the game's goals or points is scored. */
export function period(share: number): Scope {
  return cachingLast((game) => game.period(share));
}

/** A statistic in the whole game, or in a share of it. */
export function matchStatistic(statistic: MatchStatistic, share = 1): Scope {
  return cachingLast((game) => {
    const whole = game.statistic(statistic);
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
