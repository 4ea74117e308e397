import { normalCdf, type ScoreModel } from '../scores/score-model.ts';
import { nextMainLine } from './game-markets.ts';
import {
  type Lineup,
  type Market,
  type Player,
  type PlayerStatistic,
  SQUAD_SIZE,
} from './market.ts';

/** The lowest mean that a model gives a player, a long shot: a low rating would make it negative. */
const MIN_MEAN = 0.02;

/** How a player prop counts statistics, and at which lines it is offered. */
export interface PropOptions {
  /** How many lines there are, upwards from the one at the player's mean. */
  readonly lines?: number;
  /** The distance between lines. */
  readonly step?: number;
  /** The share of the game in which the statistics are counted. Not `Market.share`, which only scales scores. */
  readonly share?: number;
}

interface ScorerOptions {
  readonly of: string;
  readonly least?: number;
  readonly share?: number;
}

/** Kinds of markets on what players do. `of` names the statistics that count. */
export const PLAYER_MARKETS = {
  /**
   * Whether a player scores at least `least` times. Only a share of all scores may count, such as headers or the
   * first.
   */
  scorer: (lineup: Lineup, { of, least = 1, share }: ScorerOptions) =>
    countsOf(lineup, [of], share).map(({ player: { name }, rank, countIn }) => ({
      selections: [
        { name, type: 'other', chance: (game: ScoreModel) => countIn(game).above(least - 0.5) },
      ],
      isComplete: false,
      playerRank: rank,
    })),

  /** Over and under the sum of a player's statistics, for the players who record all of them. */
  prop: (
    lineup: Lineup,
    { of, lines = 3, step = 1, share }: PropOptions & { readonly of: readonly string[] },
  ) =>
    countsOf(lineup, of, share).flatMap(({ player: { name }, rank, countIn }) =>
      Array.from({ length: lines }, (_, stepsFromMain): Market => {
        const offset = stepsFromMain * step;
        return {
          selections: [
            { name, type: 'over', chance: (game, line) => countIn(game).above(line) },
            { name, type: 'under' },
          ],
          isComplete: false, // Sportsbooks may offer the over alone.
          stepsFromMain,
          playerRank: rank,
          statCategory: of.join('_+_'),
          nextLine(game, current) {
            const currentMain = current === null ? null : current - offset;
            return nextMainLine(countIn(game).mean, currentMain) + offset;
          },
        };
      }),
    ),
};

/** The players who record all of the statistics, and the distribution of the sum of each one's. */
function countsOf({ players, statistics }: Lineup, names: readonly string[], share = 1) {
  const summed = names.map((name) => {
    const statistic = statistics[name];
    if (statistic === undefined) throw new RangeError(`The sport has no statistic "${name}".`);
    return statistic;
  });
  // That of the best player who records all of them: 0 is the best of a side.
  const bestRank = Math.max(...summed.map(({ ranks: [best] = [0] }) => best));
  return players
    .filter((player) => summed.every((statistic) => records(player, statistic)))
    .map((player) => ({
      player,
      rank: player.rank - bestRank,
      countIn: (game: ScoreModel) => distributionOf(player, summed, share, game),
    }));
}

/** The distribution of the sum of a player's statistics: Poisson, or normal if overdispersed. */
function distributionOf(
  player: Player,
  statistics: readonly PlayerStatistic[],
  share: number,
  game: ScoreModel,
) {
  let average = 0;
  let variance = 0;
  for (const statistic of statistics) {
    // The expected score of a large underdog may be negative.
    const mean = share * Math.max(0, meanOf(player, statistic, game));
    average += mean;
    variance += (statistic.dispersion ?? 1) ** 2 * mean;
  }
  const isPoisson = statistics.every(({ dispersion = 1 }) => dispersion === 1);
  const deviation = Math.sqrt(variance);
  const mean = Math.max(MIN_MEAN, average + game.rating.players * deviation);
  const above = (line: number) =>
    isPoisson ? poissonAbove(line, mean) : normalCdf((mean - line) / deviation);
  return { mean, above };
}

/** Whether the statistic is recorded for the player. */
function records({ rank }: Player, statistic: PlayerStatistic): boolean {
  const [from, to] = statistic.ranks ?? [0, SQUAD_SIZE];
  return from <= rank && rank <= to;
}

/** The expected value of the statistic in this game, given a model of its score. */
function meanOf(player: Player, statistic: PlayerStatistic, model: ScoreModel): number {
  const { rank, side, form } = player;
  return form * averageAt(rank, statistic) * (statistic.isShareOfScore ? model.expected[side] : 1);
}

function averageAt(rank: number, { average, ranks = [0, SQUAD_SIZE] }: PlayerStatistic): number {
  if (typeof average === 'number') return average;
  const [ofLowest, ofBest] = average;
  const [from, to] = ranks;
  const lowestRank = Math.min(to, SQUAD_SIZE - 1);
  // From the best player, at 0, to the lowest-ranked one, at 1.
  const distance = (rank - from) / (lowestRank - from);
  return ofLowest + (ofBest - ofLowest) * (1 - distance) ** 2;
}

/** The probability that a Poisson variable is above `line`. */
function poissonAbove(line: number, mean: number): number {
  let probability = Math.exp(-mean);
  let upTo = 0;
  for (let count = 0; count < line; count++) {
    upTo += probability;
    probability *= mean / (count + 1);
  }
  return Math.max(0, 1 - upTo);
}
