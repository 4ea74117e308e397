import { nextLine } from '../books/lines.ts';
import type { Player, PlayerStatistic } from '../games/player.ts';
import { normalAbove } from '../score-models/normal-distribution.ts';
import { poissonAbove } from '../score-models/poisson-score-model.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import type { Lineup, Market, MarketDefinition, Selection } from './market.ts';

/** The lowest mean that a model gives a player in a statistic. */
export const MIN_MEAN = 0.02;

/** `average` is that of the lowest-ranked player who records the statistic, and that of the best one. */
export function playerStatistic(
  name: string,
  average: readonly [lowestRanked: number, best: number],
  traits: Partial<Pick<PlayerStatistic, 'dispersion' | 'isShareOfScore' | 'ranks'>> = {},
): PlayerStatistic {
  return { name, average, dispersion: 1, isShareOfScore: false, ranks: [0, 99], ...traits };
}

export interface PlayerPropOptions {
  /** Several statistics are added up. */
  readonly statistics: readonly PlayerStatistic[];
  /** How many lines there are, upwards from the one at the player's mean. */
  readonly lines?: number;
  /** The distance between lines. */
  readonly step?: number;
  /** The share of the game in which the statistic is counted. */
  readonly share?: number;
}

/** Over and under a player's statistic, for the players who record all of the statistics. */
export function playerProp(
  type: string,
  { statistics, lines = 3, step = 1, share = 1 }: PlayerPropOptions,
): MarketDefinition {
  const distribution = distributionOf(statistics, share);
  const bestRank = Math.max(...statistics.map(({ ranks: [from] }) => from));
  const statCategory = statistics.map(({ name }) => name).join('_+_');
  const market = (player: Player, stepsFromMain: number): Market => ({
    selections: (['over', 'under'] as const).map(
      (side): Selection => ({
        name: player.name,
        type: side,
        winProbability: (model, bias, line) => {
          const over = distribution(player, model, bias).above(line);
          return side === 'over' ? over : 1 - over;
        },
      }),
    ),
    isComplete: false,
    mayBeOneWay: true,
    stepsFromMain,
    playerRank: player.rank - bestRank,
    playerProp: { player: player.name, statCategory },
    nextLine(model, bias, current) {
      const offset = stepsFromMain * step;
      const currentMain = current === null ? null : current - offset;
      const { mean } = distribution(player, model, bias);
      return Math.max(0.5, nextLine(mean, currentMain)) + offset;
    },
  });
  const markets = ({ players }: Pick<Lineup, 'players'>) =>
    players
      .filter((player) => statistics.every((statistic) => player.records(statistic)))
      .flatMap((player) => Array.from({ length: lines }, (_, steps) => market(player, steps)));
  return { type, group: 'player_prop', markets };
}

/**
 * The distribution of the sum of a player's statistics: Poisson, or normal if overdispersed. `bias` is
 * by how many standard deviations the book overrates the player.
 */
function distributionOf(statistics: readonly PlayerStatistic[], share: number) {
  const isPoisson = statistics.every(({ dispersion }) => dispersion === 1);
  return (player: Player, model: ScoreModel, bias: number) => {
    let average = 0;
    let variance = 0;
    for (const statistic of statistics) {
      const mean = share * player.mean(statistic, model);
      average += mean;
      variance += statistic.dispersion ** 2 * mean;
    }
    const deviation = Math.sqrt(variance);
    const mean = Math.max(MIN_MEAN, average + bias * deviation);
    const above = (line: number) =>
      isPoisson ? poissonAbove(line, mean) : normalAbove(line, mean, deviation);
    return { mean, above };
  };
}
