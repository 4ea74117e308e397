import type { Player, PlayerStatistic } from '../events/players.ts';
import { ANY_SCORE, exactly } from '../score-condition.ts';
import { normalAbove, poissonAbove } from '../score-models/distributions.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import { nextLine } from './line-markets.ts';
import { type MarketType, marketOf, when, wholeGame } from './market.ts';

/** The lowest mean that a model gives a player in a statistic. */
const MIN_MEAN = 0.02;

/** Whether a player scores at least `least` times. Only this share of all scores counts, such as headers. */
export function anytimeScorer(
  type: string,
  goals: PlayerStatistic,
  { least = 1, share = 1 } = {},
): MarketType {
  return scorer(type, goals, (player, model, bias) =>
    poissonAbove(least - 0.5, biasedMean(share * player.mean(goals, model), bias)),
  );
}

/**
 * Which player has the first score, or nobody. The last score has the same probabilities. `scope` counts
 * the scores of both sides.
 */
export function firstScorer(type: string, goals: PlayerStatistic, scope = wholeGame): MarketType {
  const players = scorer(type, goals, (player, model, bias) => {
    const mean = biasedMean(player.mean(goals, model), bias);
    const scoped = scope(model);
    return (scoped.probability(ANY_SCORE) * mean) / scoped.expected.total;
  });
  const noScore = when({ total: exactly(0) }, scope);
  const nobody = marketOf([{ name: 'No Goalscorer', type: 'no', winProbability: noScore }]);
  return { type, markets: (lineup) => [...players.markets(lineup), nobody] };
}

function scorer(
  type: string,
  goals: PlayerStatistic,
  probability: (player: Player, model: ScoreModel, bias: number) => number,
): MarketType {
  return {
    type,
    markets: ({ players }) =>
      players
        .filter((player) => player.records(goals))
        .map((player) => {
          const winProbability = (model: ScoreModel, bias: number) =>
            probability(player, model, bias);
          const selection = { name: player.name, type: 'other', winProbability };
          return marketOf([selection], { playerRank: player.rank - (goals.ranks?.[0] ?? 0) });
        }),
  };
}

/** The mean as a book sees it that overrates the player by `bias` standard deviations. */
function biasedMean(mean: number, bias: number): number {
  return Math.max(MIN_MEAN, mean + bias * Math.sqrt(mean));
}

/** How a player prop counts statistics, and at which lines it is offered. */
export interface PropOptions {
  /** How many lines there are, upwards from the one at the player's mean. */
  readonly lines?: number;
  /** The distance between lines. */
  readonly step?: number;
  /** The share of the game in which the statistics are counted. */
  readonly share?: number;
}

/** Over and under the sum of a player's statistics, for the players who record all of them. */
export function playerProp(
  type: string,
  statistics: Readonly<Record<string, PlayerStatistic>>,
  { lines = 3, step = 1, share = 1 }: PropOptions = {},
): MarketType {
  const summed = Object.values(statistics);
  const statCategory = Object.keys(statistics).join('_+_');
  const distribution = distributionOf(summed, share);
  const bestRank = Math.max(...summed.map(({ ranks: [from] = [0] }) => from));
  const market = (player: Player, stepsFromMain: number) => {
    const over = (model: ScoreModel, bias: number, line: number) =>
      distribution(player, model, bias).above(line);
    const under = (model: ScoreModel, bias: number, line: number) => 1 - over(model, bias, line);
    const { name } = player;
    const selections = [
      { name, type: 'over', winProbability: over },
      { name, type: 'under', winProbability: under },
    ];
    return marketOf(selections, {
      mayBeOneWay: true,
      stepsFromMain,
      playerRank: player.rank - bestRank,
      playerProp: { player: name, statCategory },
      nextLine(model, bias, current) {
        const offset = stepsFromMain * step;
        const currentMain = current === null ? null : current - offset;
        const { mean } = distribution(player, model, bias);
        return Math.max(0.5, nextLine(mean, currentMain)) + offset;
      },
    });
  };
  return {
    type,
    markets: ({ players }) =>
      players
        .filter((player) => summed.every((statistic) => player.records(statistic)))
        .flatMap((player) => Array.from({ length: lines }, (_, steps) => market(player, steps))),
  };
}

/** The distribution of the sum of a player's statistics: Poisson, or normal if overdispersed. */
function distributionOf(statistics: readonly PlayerStatistic[], share: number) {
  const isPoisson = statistics.every(({ dispersion = 1 }) => dispersion === 1);
  return (player: Player, model: ScoreModel, bias: number) => {
    let average = 0;
    let variance = 0;
    for (const statistic of statistics) {
      const mean = share * player.mean(statistic, model);
      average += mean;
      variance += (statistic.dispersion ?? 1) ** 2 * mean;
    }
    const deviation = Math.sqrt(variance);
    const mean = Math.max(MIN_MEAN, average + bias * deviation);
    const above = (line: number) =>
      isPoisson ? poissonAbove(line, mean) : normalAbove(line, mean, deviation);
    return { mean, above };
  };
}
