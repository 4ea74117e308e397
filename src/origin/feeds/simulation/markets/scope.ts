import type { ScoreModel } from '../scores/score-model.ts';

/** What a market counts. Without any of these it is the final score. */
export interface Scope {
  /** Only the period in which this share of the game's scores is expected. A share of 1 leaves out overtime. */
  readonly share?: number;
  /** Something else than the score, such as corners: how many a usual game has, both sides together. */
  readonly count?: number;
}

type ModelOfScope = (game: ScoreModel) => ScoreModel;

const known = new Map<string, ModelOfScope>();

/** Derives the model of what a market counts from the model of the game. */
export function scoped({ share, count }: Scope): ModelOfScope {
  if (share === undefined && count === undefined) return (game) => game;
  const key = `${share} ${count}`;
  const modelOf =
    known.get(key) ??
    cachingLast((game) => {
      const counted = count === undefined ? game : game.count(count);
      return share === undefined ? counted : counted.period(share);
    });
  known.set(key, modelOf);
  return modelOf;
}

/** One cached model suffices, because a book prices all of its markets from one model of the game in a row. */
function cachingLast(derive: ModelOfScope): ModelOfScope {
  let lastGame: ScoreModel | null = null;
  let derived: ScoreModel | null = null;
  return (game) => {
    if (derived === null || lastGame !== game) derived = derive(game);
    lastGame = game;
    return derived;
  };
}
