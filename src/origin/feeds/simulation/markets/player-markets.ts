import type { Player, PlayerStatistic } from '../events/players.ts';
import { normalCdf, poissonAbove } from '../scores/distributions.ts';
import { ANY_SCORE, exactly } from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import { nextLine } from './line-markets.ts';
import { type Lineup, type Market, marketOf } from './market.ts';
import { type Scope, scoped } from './scope.ts';

/** The lowest mean that a model gives a player in a statistic. */
const MIN_MEAN = 0.02;

/** How a player prop counts statistics, and at which lines it is offered. */
export interface PropOptions {
  /** How many lines there are, upwards from the one at the player's mean. */
  readonly lines?: number;
  /** The distance between lines. */
  readonly step?: number;
  /** The share of the game in which the statistics are counted. */
  readonly share?: number;
}

/** Kinds of markets on what players do. `of` names the statistics that count. */
export const PLAYER_MARKETS = {
  /** Whether a player scores at least `least` times. Only a share of all scores may count, such as headers. */
  'anytime-scorer': (
    lineup: Lineup,
    { of, least = 1, share = 1 }: Goals & { readonly least?: number; readonly share?: number },
  ) =>
    scorers(lineup, of, (mean, bias) => poissonAbove(least - 0.5, biasedMean(share * mean, bias))),

  /** Which player has the first score, or nobody. The last score has the same probabilities. */
  'first-scorer'(lineup: Lineup, { of, ...scope }: Goals & Scope) {
    const modelOf = scoped(scope);
    const players = scorers(lineup, of, (mean, bias, game) => {
      const { expected, probability } = modelOf(game);
      return (probability(ANY_SCORE) * biasedMean(mean, bias)) / expected.total;
    });
    const nobody = marketOf([{ name: 'No Goalscorer', type: 'no' }], (game) => [
      modelOf(game).probability({ total: exactly(0) }),
    ]);
    return [...players, nobody];
  },

  /** Over and under the sum of a player's statistics, for the players who record all of them. */
  prop(
    { players, statistics }: Lineup,
    { of, lines = 3, ...options }: PropOptions & { readonly of: readonly string[] },
  ) {
    const summed = of.map((name) => statisticIn(statistics, name));
    const statCategory = of.join('_+_');
    return players
      .filter((player) => summed.every((statistic) => player.records(statistic)))
      .flatMap((player) =>
        Array.from({ length: lines }, (_, steps) =>
          playerProp(player, summed, statCategory, steps, options),
        ),
      );
  },
};

interface Goals {
  readonly of: string;
}

function statisticIn(statistics: Lineup['statistics'], name: string): PlayerStatistic {
  const statistic = statistics[name];
  if (statistic === undefined) throw new RangeError(`The sport has no statistic "${name}".`);
  return statistic;
}

/** One market for each player who records the statistic. */
function scorers(
  { players, statistics }: Lineup,
  name: string,
  chance: (mean: number, bias: number, game: ScoreModel) => number,
): Market[] {
  const goals = statisticIn(statistics, name);
  return players
    .filter((player) => player.records(goals))
    .map((player) =>
      marketOf(
        [{ name: player.name, type: 'other' }],
        (game, bias) => [chance(player.mean(goals, game), bias, game)],
        { playerRank: player.rank - bestRank([goals]) },
      ),
    );
}

/** The rank of the best player who records all of the statistics. */
function bestRank(statistics: readonly PlayerStatistic[]): number {
  return Math.max(...statistics.map(({ ranks: [best] = [0] }) => best));
}

/** The mean as a book sees it that overrates the player by `bias` standard deviations. */
function biasedMean(mean: number, bias: number, deviation = Math.sqrt(mean)): number {
  return Math.max(MIN_MEAN, mean + bias * deviation);
}

function playerProp(
  player: Player,
  summed: readonly PlayerStatistic[],
  statCategory: string,
  stepsFromMain: number,
  { step = 1, share = 1 }: PropOptions,
): Market {
  const { name } = player;
  const selections = [
    { name, type: 'over' },
    { name, type: 'under' },
  ];
  const chances: Market['chances'] = (game, bias, line) => {
    const over = distributionOf(player, summed, share, game, bias).above(line);
    return [over, 1 - over];
  };
  const offset = stepsFromMain * step;
  return marketOf(selections, chances, {
    mayBeOneWay: true,
    stepsFromMain,
    playerRank: player.rank - bestRank(summed),
    statCategory,
    nextLine(game, bias, current) {
      const { mean } = distributionOf(player, summed, share, game, bias);
      const currentMain = current === null ? null : current - offset;
      return Math.max(0.5, nextLine(mean, currentMain)) + offset;
    },
  });
}

/** The distribution of the sum of a player's statistics: Poisson, or normal if overdispersed. */
function distributionOf(
  player: Player,
  statistics: readonly PlayerStatistic[],
  share: number,
  game: ScoreModel,
  bias: number,
) {
  let average = 0;
  let variance = 0;
  for (const statistic of statistics) {
    const mean = share * player.mean(statistic, game);
    average += mean;
    variance += (statistic.dispersion ?? 1) ** 2 * mean;
  }
  const isPoisson = statistics.every(({ dispersion = 1 }) => dispersion === 1);
  const deviation = Math.sqrt(variance);
  const mean = biasedMean(average, bias, deviation);
  const above = (line: number) =>
    isPoisson ? poissonAbove(line, mean) : normalCdf((mean - line) / deviation);
  return { mean, above };
}
