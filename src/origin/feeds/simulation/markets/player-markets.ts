import { nextLine } from '../books/lines.ts';
import type { Player, Statistic } from '../games/player.ts';
import { above, exactly } from '../score-condition.ts';
import { normalAbove } from '../score-models/normal-distribution.ts';
import { poissonAbove } from '../score-models/poisson-score-model.ts';
import type { Outlook } from '../score-models/score-model.ts';
import { type Bet, type MarketSpec, plainBet, type Selection } from './market.ts';
import { type Subject, wholeGame } from './score-markets.ts';

/** The least that anybody is expected to reach. */
const LEAST_MEAN = 0.02;

/** A statistic of all players of a side, from the last one's average to the best one's. */
export function statistic(
  name: string,
  average: readonly [number, number],
  traits: Partial<Pick<Statistic, 'spread' | 'isShareOfScore' | 'places'>> = {},
): Statistic {
  return { name, average, spread: 1, isShareOfScore: false, places: [0, 99], ...traits };
}

/** What a prop counts, and on which lines: so many of them, upwards from the player's average. */
export interface PropTraits {
  readonly statistics: readonly Statistic[];
  readonly lines?: number;
  readonly step?: number;
  /** The share of a game in which it is counted. */
  readonly share?: number;
}

/**
 * Over and under a player's figure. Where several statistics are added up, it is for the players who
 * have all of them.
 */
export function prop(
  type: string,
  { statistics, lines = 3, step = 1, share = 1 }: PropTraits,
): MarketSpec {
  const figure = figureOf(statistics, share);
  const bet = (player: Player, rung: number): Bet => ({
    selections: (['over', 'under'] as const).map(
      (side): Selection => ({
        name: player.name,
        type: side,
        chance: (outlook, tilt, line) => {
          const over = figure(player, outlook, tilt).above(line);
          return side === 'over' ? over : 1 - over;
        },
      }),
    ),
    isComplete: false,
    isOneWay: true,
    rung,
    rank: player.place - Math.max(...statistics.map(({ places: [from] }) => from)),
    figure: {
      player: player.name,
      statCategory: statistics.map(({ name }) => name).join('_+_'),
    },
    line(outlook, tilt, current) {
      const before = current === null ? null : current - rung * step;
      return Math.max(0.5, nextLine(figure(player, outlook, tilt).mean, before)) + rung * step;
    },
  });
  const bets = ({ players }: { readonly players: readonly Player[] }) =>
    players
      .filter((player) => statistics.every((one) => player.isCountedOf(one)))
      .flatMap((player) => Array.from({ length: lines }, (_, rung) => bet(player, rung)));
  return { type, group: 'prop', bets };
}

function figureOf(statistics: readonly Statistic[], share: number) {
  const isPoisson = statistics.every(({ spread }) => spread === 1);
  return (player: Player, outlook: Outlook, tilt: number) => {
    let usual = 0;
    let variance = 0;
    for (const one of statistics) {
      const average = share * player.mean(one, outlook);
      usual += average;
      variance += one.spread ** 2 * average;
    }
    const deviation = Math.sqrt(variance);
    const mean = Math.max(LEAST_MEAN, usual + tilt * deviation);
    const above = (line: number) =>
      isPoisson ? poissonAbove(line, mean) : normalAbove(line, mean, deviation);
    return { mean, above };
  };
}

/** Whether a player scores `least` times or more; `share` is that of the scores that count. */
export function scorer(type: string, goals: Statistic, least = 1, share = 1): MarketSpec {
  return scorers(type, goals, (player, outlook, tilt) =>
    poissonAbove(least - 0.5, tilted(share * player.mean(goals, outlook), tilt)),
  );
}

/** Which player scores first or, as likely, last; or nobody. */
export function oneScorer(
  type: string,
  goals: Statistic,
  subject: Subject = wholeGame,
): MarketSpec {
  const spec = scorers(type, goals, (player, outlook, tilt) => {
    const mean = tilted(player.mean(goals, outlook), tilt);
    const { chance, expected } = subject(outlook);
    return (chance({ total: above(0) }) * mean) / expected.total;
  });
  const nobody: Selection = {
    name: 'No Goalscorer',
    type: 'no',
    chance: (outlook) => subject(outlook).chance({ total: exactly(0) }),
  };
  return {
    ...spec,
    bets: (lineup) => [...spec.bets(lineup), plainBet([nobody], false)],
  };
}

function scorers(
  type: string,
  goals: Statistic,
  chance: (player: Player, outlook: Outlook, tilt: number) => number,
): MarketSpec {
  const bets = ({ players }: { readonly players: readonly Player[] }) =>
    players
      .filter((player) => player.isCountedOf(goals))
      .map(
        (player): Bet => ({
          ...plainBet(
            [
              {
                name: player.name,
                type: 'other',
                chance: (outlook, tilt) => chance(player, outlook, tilt),
              },
            ],
            false,
          ),
          rank: player.place - goals.places[0],
        }),
      );
  return { type, group: 'scorer', bets };
}

function tilted(mean: number, tilt: number): number {
  return Math.max(LEAST_MEAN, mean + tilt * Math.sqrt(mean));
}
