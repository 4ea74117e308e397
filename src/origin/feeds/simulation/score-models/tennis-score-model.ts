import { includes, type Range } from '../score-condition.ts';
import { normalAbove, normalCdf } from './normal-distribution.ts';
import { poissonOutlook } from './poisson-score-model.ts';
import { counted, NOT_BEGUN } from './score.ts';
import type { Opinion, Outlook } from './score-model.ts';

/** Where a match of best of three sets stands. */
export interface MatchScore {
  readonly sets: { readonly home: number; readonly away: number };
  /** Games of the set being played. */
  readonly games: { readonly home: number; readonly away: number };
  readonly gamesPlayed: number;
  readonly homeServes: boolean;
}

/** Variance of the number of games in a set. */
const GAMES_VARIANCE = 5;

/** Points of a tie-break, about. */
const TIE_BREAK_POINTS = 12;

/**
 * An outlook on a tennis match in which each point is won by the server with a constant
 * probability, and points are independent. Spreads count sets, totals count games. What has been
 * played of the current game is left out.
 */
export function tennisOutlook(opinion: Opinion, score: MatchScore): Outlook {
  const homeServe = opinion.total + opinion.margin / 2;
  const awayServe = opinion.total - opinion.margin / 2;
  const set = setModel(homeServe, awayServe);
  const current = set(score.games.home, score.games.away, score.homeServes);
  const fresh = set(0, 0, true);
  const ends = endings(score.sets.home, score.sets.away, current.homeWins, fresh.homeWins, 0);
  const sum = (figure: (end: Ending) => number) =>
    ends.reduce((total, end) => total + end.probability * figure(end), 0);
  const games = ({ moreSets }: Ending) =>
    score.gamesPlayed + current.gamesLeft + moreSets * fresh.gamesLeft;
  const deviation = ({ moreSets }: Ending) =>
    Math.sqrt(GAMES_VARIANCE * (current.gamesLeft / fresh.gamesLeft + moreSets));
  const total = sum(games);
  return {
    expected: { margin: sum(({ margin }) => margin), total, home: total / 2, away: total / 2 },
    chance: ({ margin, total: both }) =>
      sum((end) =>
        margin !== undefined && !includes(margin, end.margin)
          ? 0
          : gamesWithin(both, games(end), deviation(end)),
      ),
    part: () => setOutlook(opinion, fresh),
    tally: (statistic) => poissonOutlook(counted(statistic, opinion), NOT_BEGUN, false),
  };
}

/** An outlook on one set, whose margin is 1 or -1. */
function setOutlook(opinion: Opinion, { homeWins, gamesLeft }: SetOutlook): Outlook {
  return {
    expected: {
      margin: 2 * homeWins - 1,
      total: gamesLeft,
      home: gamesLeft / 2,
      away: gamesLeft / 2,
    },
    chance: ({ margin, total }) => {
      const home = margin === undefined || includes(margin, 1) ? homeWins : 0;
      const away = margin === undefined || includes(margin, -1) ? 1 - homeWins : 0;
      return (home + away) * gamesWithin(total, gamesLeft, Math.sqrt(GAMES_VARIANCE));
    },
    part: () => setOutlook(opinion, { homeWins, gamesLeft }),
    tally: (statistic) => poissonOutlook(counted(statistic, opinion), NOT_BEGUN, false),
  };
}

function gamesWithin(range: Range | undefined, mean: number, deviation: number): number {
  if (range === undefined) return 1;
  const [from, to] = range;
  return normalAbove(from - 0.5, mean, deviation) - normalAbove(to + 0.5, mean, deviation);
}

/** The probability that a server holds, from the probability that it wins a point. */
function holdProbability(point: number): number {
  const lost = 1 - point;
  const toLove30 = point ** 4 * (1 + 4 * lost + 10 * lost ** 2);
  const deuce = 20 * point ** 3 * lost ** 3;
  return toLove30 + (deuce * point ** 2) / (point ** 2 + lost ** 2);
}

interface SetOutlook {
  readonly homeWins: number;
  /** Expected, the rest of the set. */
  readonly gamesLeft: number;
}

function setModel(homeServe: number, awayServe: number) {
  const homeHolds = holdProbability(homeServe);
  const awayHolds = holdProbability(awayServe);
  const tieBreak = normalCdf((homeServe - awayServe) * Math.sqrt(TIE_BREAK_POINTS));
  const known = new Map<number, SetOutlook>();

  return function from(home: number, away: number, homeServes: boolean): SetOutlook {
    if (home === 7 || (home === 6 && away < 5)) return { homeWins: 1, gamesLeft: 0 };
    if (away === 7 || (away === 6 && home < 5)) return { homeWins: 0, gamesLeft: 0 };
    if (home === 6 && away === 6) return { homeWins: tieBreak, gamesLeft: 1 };
    const key = (home * 8 + away) * 2 + (homeServes ? 1 : 0);
    const before = known.get(key);
    if (before !== undefined) return before;
    const toHome = homeServes ? homeHolds : 1 - awayHolds;
    const won = from(home + 1, away, !homeServes);
    const lost = from(home, away + 1, !homeServes);
    const outlook = {
      homeWins: toHome * won.homeWins + (1 - toHome) * lost.homeWins,
      gamesLeft: 1 + toHome * won.gamesLeft + (1 - toHome) * lost.gamesLeft,
    };
    known.set(key, outlook);
    return outlook;
  };
}

/** A way in which the match may end. */
interface Ending {
  /** In sets. */
  readonly margin: number;
  /** Sets that follow the current one. */
  readonly moreSets: number;
  readonly probability: number;
}

function endings(
  home: number,
  away: number,
  winsThis: number,
  winsNext: number,
  moreSets: number,
): Ending[] {
  const after = (homeSets: number, awaySets: number, probability: number): Ending[] => {
    if (homeSets === 2 || awaySets === 2) {
      return [{ margin: homeSets - awaySets, moreSets, probability }];
    }
    return endings(homeSets, awaySets, winsNext, winsNext, moreSets + 1).map((end) => ({
      ...end,
      probability: probability * end.probability,
    }));
  };
  return [...after(home + 1, away, winsThis), ...after(home, away + 1, 1 - winsThis)];
}
