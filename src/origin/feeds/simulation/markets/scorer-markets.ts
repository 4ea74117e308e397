import type { Player, PlayerStatistic } from '../games/player.ts';
import { above, exactly } from '../score-condition.ts';
import { poissonAbove } from '../score-models/poisson-score-model.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import { type Lineup, type Market, type MarketDefinition, partialMarket } from './market.ts';
import { type Scope, wholeGame } from './market-scope.ts';
import { MIN_MEAN } from './player-markets.ts';
import { probabilityOf } from './proposition-markets.ts';

/** Whether a player scores at least `least` times. Only this share of all scores counts, such as headers. */
export function anytimeScorer(
  type: string,
  goals: PlayerStatistic,
  least = 1,
  share = 1,
): MarketDefinition {
  return scorerMarket(type, goals, (player, model, bias) =>
    poissonAbove(least - 0.5, biasedMean(share * player.mean(goals, model), bias)),
  );
}

/**
 * Which player has the first score, or nobody. The last score has the same probabilities. `scope` counts
 * the scores of both sides.
 */
export function firstScorer(
  type: string,
  goals: PlayerStatistic,
  scope: Scope = wholeGame,
): MarketDefinition {
  const players = scorerMarket(type, goals, (player, model, bias) => {
    const mean = biasedMean(player.mean(goals, model), bias);
    const scoped = scope(model);
    return (scoped.probability({ total: above(0) }) * mean) / scoped.expected.total;
  });
  const nobody = partialMarket([
    {
      name: 'No Goalscorer',
      type: 'no',
      winProbability: probabilityOf({ total: exactly(0) }, scope),
    },
  ]);
  return { ...players, markets: (lineup) => [...players.markets(lineup), nobody] };
}

function scorerMarket(
  type: string,
  goals: PlayerStatistic,
  probability: (player: Player, model: ScoreModel, bias: number) => number,
): MarketDefinition {
  const market = (player: Player): Market => ({
    ...partialMarket([
      {
        name: player.name,
        type: 'other',
        winProbability: (model, bias) => probability(player, model, bias),
      },
    ]),
    playerRank: player.rank - goals.ranks[0],
  });
  const markets = ({ players }: Pick<Lineup, 'players'>) =>
    players.filter((player) => player.records(goals)).map(market);
  return { type, group: 'scorer', markets };
}

/** The mean as a book sees it that overrates the player by `bias` standard deviations. */
function biasedMean(mean: number, bias: number): number {
  return Math.max(MIN_MEAN, mean + bias * Math.sqrt(mean));
}
