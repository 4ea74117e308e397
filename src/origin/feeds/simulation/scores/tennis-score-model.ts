import type { Side } from '../../../games/game-report.ts';
import { normalCdf, normalWithin } from './distributions.ts';
import { includes } from './score-condition.ts';
import type { Rating, ScoreModel } from './score-model.ts';

/** Matches are over the best of three sets. */
export const SETS_TO_WIN = 2;

/** The variance of the number of games in a set. */
const GAMES_VARIANCE = 5;

/** Roughly how many points a tie-break has. */
const TIE_BREAK_POINTS = 12;

type BySide = Readonly<Record<Side, number>>;

/** The current score of a match. */
export interface MatchScore {
  readonly sets: BySide;
  /** Games of the current set. */
  readonly games: BySide;
  /** Games of the whole match so far. */
  readonly gamesPlayed: number;
  readonly server: Side;
}

const START: MatchScore = {
  sets: { home: 0, away: 0 },
  games: { home: 0, away: 0 },
  gamesPlayed: 0,
  server: 'home',
};

/**
 * A model of a tennis match in which players win each game that they serve with a constant probability, and games
 * are independent. Margins count sets, totals count games. Conditions on other figures are ignored. Any period is
 * one set.
 */
export function tennisScoreModel(
  rating: Readonly<Rating>,
  score = START,
  setsToWin = SETS_TO_WIN,
): ScoreModel {
  const forecastSet = setForecaster(rating);
  const current = forecastSet(score.games, score.server);
  const endings = endingsOf(score, current, forecastSet(START.games, 'home'), setsToWin);
  const mean = (figure: (ending: Ending) => number) =>
    endings.reduce((sum, ending) => sum + ending.probability * figure(ending), 0);
  const total = mean(({ games }) => games);
  return {
    expected: { margin: mean(({ margin }) => margin), total, home: total / 2, away: total / 2 },
    probability: ({ margin: sets, total: games }) =>
      mean((ending) => {
        if (sets !== undefined && !includes(sets, ending.margin)) return 0;
        const deviation = Math.sqrt(GAMES_VARIANCE * ending.setsLeft);
        return games === undefined ? 1 : normalWithin(games, ending.games, deviation);
      }),
    period: () => tennisScoreModel(rating, START, 1),
    count() {
      throw new Error('Nothing is counted in tennis but sets and games.');
    },
  };
}

/** One way in which a match may end. */
interface Ending {
  /** In sets. */
  readonly margin: number;
  /** How many games the match is expected to have then. */
  readonly games: number;
  /** How many sets are left until then; they may be parts of sets. */
  readonly setsLeft: number;
  readonly probability: number;
}

/** The endings of a match whose current set, and each later one, is expected to go on like this. */
function endingsOf(
  { sets, gamesPlayed }: MatchScore,
  current: SetForecast,
  next: SetForecast,
  setsToWin: number,
): Ending[] {
  const after = (home: number, away: number, so: Ending): Ending[] => {
    if (home === setsToWin || away === setsToWin) return [{ ...so, margin: home - away }];
    const set = so.setsLeft === 0 ? current : next;
    const games = so.games + set.games;
    const setsLeft = so.setsLeft + set.games / next.games;
    const won = { ...so, games, setsLeft, probability: so.probability * set.homeWins };
    const lost = { ...won, probability: so.probability * (1 - set.homeWins) };
    return [...after(home + 1, away, won), ...after(home, away + 1, lost)];
  };
  const now = { margin: 0, games: gamesPlayed, setsLeft: 0, probability: 1 };
  return after(sets.home, sets.away, now);
}

/** The probability that the home player wins the next game of a set, which may be a tie-break. */
export function homeWinsGame(
  { margin, total }: Readonly<Rating>,
  { home, away }: BySide,
  server: Side,
): number {
  // By the normal approximation of the number of points won. A point decides half as much as a game.
  if (home === 6 && away === 6) return normalCdf((margin / 2) * Math.sqrt(TIE_BREAK_POINTS));
  return server === 'home' ? total + margin / 2 : 1 - total + margin / 2;
}

interface SetForecast {
  /** The probability that the home player wins the set. */
  readonly homeWins: number;
  /** The expected number of games still to be played in the set. */
  readonly games: number;
}

/** Returns a function that forecasts a set from the games won in it so far. */
function setForecaster(rating: Readonly<Rating>) {
  const forecasts = new Map<number, SetForecast>();
  return function forecast({ home, away }: BySide, server: Side): SetForecast {
    if (home === 7 || (home === 6 && away < 5)) return { homeWins: 1, games: 0 };
    if (away === 7 || (away === 6 && home < 5)) return { homeWins: 0, games: 0 };
    const key = home * 16 + away * 2 + (server === 'home' ? 1 : 0);
    const known = forecasts.get(key);
    if (known !== undefined) return known;
    const chance = homeWinsGame(rating, { home, away }, server);
    const next = server === 'home' ? 'away' : 'home';
    const won = forecast({ home: home + 1, away }, next);
    const lost = forecast({ home, away: away + 1 }, next);
    const result = {
      homeWins: chance * won.homeWins + (1 - chance) * lost.homeWins,
      games: 1 + chance * won.games + (1 - chance) * lost.games,
    };
    forecasts.set(key, result);
    return result;
  };
}
