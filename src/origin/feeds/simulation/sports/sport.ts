import type { PlayerStatistic } from '../events/players.ts';
import type { Game } from '../games/game.ts';
import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import { count, type MarketsByGroup, type MarketType, period } from '../markets/market.ts';
import { oddEven, threeWay, twoWay } from '../markets/outcome-markets.ts';
import { type PropOptions, playerProp } from '../markets/player-markets.ts';
import type { Random } from '../random.ts';
import type { UsualGame } from '../score-models/score-model.ts';

/** A sport as data for the simulation. */
export interface Sport {
  readonly id: string;
  /** How the margin of the rating, home minus away, varies from game to game. */
  readonly margin: { readonly average: number; readonly deviation: number };
  /** Standard deviation of the total of the rating around the league's average. */
  readonly totalDeviation: number;
  readonly usual: UsualGame;
  /** The usual length of a game, breaks included. */
  readonly minutes: number;
  /** Whether a side is one player. */
  readonly isIndividual?: boolean;
  /** Every market that books offer on its games. `period` also has rare markets on the whole game. */
  readonly markets: MarketsByGroup;
  newGame(random: Random): Game;
}

/** The usual markets on a period with this share of the game's scores, such as points. */
export function periodMarkets(
  name: string,
  share: number,
  { spread, unit }: { readonly spread: string; readonly unit: string },
): MarketType[] {
  const scope = period(share);
  return [
    twoWay(`${name}_moneyline`, scope),
    threeWay(`${name}_moneyline_3-way`, scope),
    handicap(`${name}_${spread}`, 2, { smallest: 0.5, scope }),
    total(`${name}_total_${unit}`, 2, { scope }),
    teamTotal(`${name}_team_total_${unit}`, 1, { scope }),
    oddEven(`${name}_total_${unit}_odd_even`, scope),
  ];
}

/** The markets on a count besides the score, with the number of alternate lines on each side of the main one. */
export interface CountMarkets {
  /** In a usual game, both sides together. */
  readonly average: number;
  readonly total?: number;
  readonly teamTotal?: number;
  /** Whether there is a market on which side has more. */
  readonly most?: boolean;
}

/** Markets on counts by name, in the whole game or in a `period` with this share of it. */
export function countMarkets(
  counts: Readonly<Record<string, CountMarkets>>,
  share = 1,
  periodName = '',
): MarketType[] {
  const prefix = periodName === '' ? '' : `${periodName}_`;
  return Object.entries(counts).flatMap(([name, { average, total: lines, ...other }]) => {
    const scope = count(average, share);
    return [
      ...(lines === undefined ? [] : [total(`${prefix}total_${name}`, lines, { scope })]),
      ...(other.teamTotal === undefined
        ? []
        : [teamTotal(`${prefix}team_total_${name}`, other.teamTotal, { scope })]),
      ...(other.most ? [threeWay(`${prefix}most_${name}`, scope)] : []),
    ];
  });
}

/** Statistics by name. Each has a prop of its own, unless it has no lines. */
export type Statistics = Readonly<Record<string, PlayerStatistic & PropOptions>>;

/** A further prop: on the sum of several statistics, or on a period. */
export interface FurtherProp<Name> extends PropOptions {
  readonly of: readonly Name[];
  /** By default `player_` and the names of the statistics. */
  readonly type?: string;
  readonly periodName?: string;
}

export function playerProps<Name extends string>(
  statistics: Readonly<Record<Name, Statistics[string]>>,
  further: readonly FurtherProp<Name>[],
): MarketType[] {
  const all: Readonly<Record<string, Statistics[string]>> = statistics;
  const own = Object.entries(all)
    .filter(([, { lines }]) => lines !== 0)
    .map(([name, statistic]) => playerProp(`player_${name}`, { [name]: statistic }, statistic));
  const others = further.map(({ of, type, periodName, ...options }) => {
    const summed = Object.fromEntries(of.map((name) => [name, statistics[name]]));
    const name = type ?? `player_${of.join('_+_')}`;
    return playerProp(periodName === undefined ? name : `${periodName}_${name}`, summed, options);
  });
  return [...own, ...others];
}
