import { normalCdf, normalWithin } from './distributions.ts';
import { countModel, type ScoreModel, type UsualGame } from './score-model.ts';
import { includes, type Rating } from './scores.ts';

/** The current score of a match over the best of three sets. */
export interface MatchScore {
  readonly sets: { readonly home: number; readonly away: number };
  /** Games of the current set. */
  readonly games: { readonly home: number; readonly away: number };
  /** Games of the whole match so far. */
  readonly gamesPlayed: number;
  readonly homeServes: boolean;
}

/** Variance of the number of games in a set. */
const GAMES_VARIANCE = 5;

/** Roughly how many points a tie-break has. */
const TIE_BREAK_POINTS = 12;

const NEW_MATCH: MatchScore = {
  sets: { home: 0, away: 0 },
  games: { home: 0, away: 0 },
  gamesPlayed: 0,
  homeServes: true,
};

/**
 * A model of a tennis match in which the server wins each point with a constant probability, and
 * points are independent. Margins count sets, totals count games. Points already played in the current game
 * are ignored, and so are conditions on other figures than margin and total. Any period is one set.
 */
export function tennisScoreModel(
  rating: Readonly<Rating>,
  usual: UsualGame,
  score = NEW_MATCH,
  setsToWin = 2,
): ScoreModel {
  const forecastSet = setForecaster(rating);
  const current = forecastSet(score.games.home, score.games.away, score.homeServes);
  const endings = endingsOf(score, current, forecastSet(0, 0, true), setsToWin);
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
    period: () => tennisScoreModel(rating, usual, NEW_MATCH, 1),
    count: (average) => countModel(average, rating, usual),
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
    const games = so.games + set.remainingGames;
    const setsLeft = so.setsLeft + set.remainingGames / next.remainingGames;
    const won = { ...so, games, setsLeft, probability: so.probability * set.homeWins };
    const lost = { ...won, probability: so.probability * (1 - set.homeWins) };
    return [...after(home + 1, away, won), ...after(home, away + 1, lost)];
  };
  const now = { margin: 0, games: gamesPlayed, setsLeft: 0, probability: 1 };
  return after(sets.home, sets.away, now);
}

/** The probability that the server wins a game, from the probability that the server wins a point. */
function holdProbability(point: number): number {
  const lost = 1 - point;
  const beforeDeuce = point ** 4 * (1 + 4 * lost + 10 * lost ** 2);
  const reachesDeuce = 20 * point ** 3 * lost ** 3;
  return beforeDeuce + (reachesDeuce * point ** 2) / (point ** 2 + lost ** 2);
}

interface SetForecast {
  /** The probability that the home player wins the set. */
  readonly homeWins: number;
  /** The expected number of games still to be played in the set. */
  readonly remainingGames: number;
}

/** Returns a function that forecasts a set from the games won in it so far. */
function setForecaster({ margin, total }: Rating) {
  // The probability that each player wins a point on their own serve.
  const homeServe = total + margin / 2;
  const awayServe = total - margin / 2;
  const homeHolds = holdProbability(homeServe);
  const awayHolds = holdProbability(awayServe);
  // By the normal approximation of the number of points won.
  const tieBreak = normalCdf((homeServe - awayServe) * Math.sqrt(TIE_BREAK_POINTS));
  const forecasts = new Map<number, SetForecast>();

  return function forecast(home: number, away: number, homeServes: boolean): SetForecast {
    if (home === 7 || (home === 6 && away < 5)) return { homeWins: 1, remainingGames: 0 };
    if (away === 7 || (away === 6 && home < 5)) return { homeWins: 0, remainingGames: 0 };
    if (home === 6 && away === 6) return { homeWins: tieBreak, remainingGames: 1 };
    const key = (home * 8 + away) * 2 + (homeServes ? 1 : 0);
    const known = forecasts.get(key);
    if (known !== undefined) return known;
    const winsGame = homeServes ? homeHolds : 1 - awayHolds;
    const won = forecast(home + 1, away, !homeServes);
    const lost = forecast(home, away + 1, !homeServes);
    const result = {
      homeWins: winsGame * won.homeWins + (1 - winsGame) * lost.homeWins,
      remainingGames: 1 + winsGame * won.remainingGames + (1 - winsGame) * lost.remainingGames,
    };
    forecasts.set(key, result);
    return result;
  };
}
