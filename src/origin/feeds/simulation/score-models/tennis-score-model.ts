import { includes, type Range } from '../score-condition.ts';
import { normalAbove, normalCdf } from './normal-distribution.ts';
import { poissonScoreModel } from './poisson-score-model.ts';
import { NOT_STARTED, type Rating, type ScoreModel, statisticRating } from './score-model.ts';

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

/**
 * A model of a tennis match in which the server wins each point with a constant probability, and
 * points are independent. Margins count sets, totals count games. Points already played in the current game
 * are ignored, and so are conditions on other figures than margin and total. Any period is one set.
 */
export function tennisScoreModel(rating: Rating, score: MatchScore): ScoreModel {
  // The probability that each player wins a point on their own serve.
  const homeServe = rating.total + rating.margin / 2;
  const awayServe = rating.total - rating.margin / 2;
  const forecastSet = setForecaster(homeServe, awayServe);
  const currentSet = forecastSet(score.games.home, score.games.away, score.homeServes);
  const newSet = forecastSet(0, 0, true);
  const endings = matchEndings(score.sets, currentSet.homeWins, newSet.homeWins);
  const mean = (figure: (ending: MatchEnding) => number) =>
    endings.reduce((sum, ending) => sum + ending.probability * figure(ending), 0);
  const games = ({ furtherSets }: MatchEnding) =>
    score.gamesPlayed + currentSet.remainingGames + furtherSets * newSet.remainingGames;
  const deviation = ({ furtherSets }: MatchEnding) =>
    Math.sqrt(GAMES_VARIANCE * (currentSet.remainingGames / newSet.remainingGames + furtherSets));
  const total = mean(games);
  return {
    expected: { margin: mean(({ margin }) => margin), total, home: total / 2, away: total / 2 },
    probability: ({ margin, total: totalGames }) =>
      mean((ending) =>
        margin !== undefined && !includes(margin, ending.margin)
          ? 0
          : gamesWithin(totalGames, games(ending), deviation(ending)),
      ),
    period: () => oneSetModel(rating, newSet),
    statistic: (statistic) =>
      poissonScoreModel(statisticRating(statistic, rating), NOT_STARTED, 'tie-stands'),
  };
}

/** A model of one set, whose margin is 1 or -1. */
function oneSetModel(rating: Rating, { homeWins, remainingGames }: SetForecast): ScoreModel {
  return {
    expected: {
      margin: 2 * homeWins - 1,
      total: remainingGames,
      home: remainingGames / 2,
      away: remainingGames / 2,
    },
    probability: ({ margin, total }) => {
      const home = margin === undefined || includes(margin, 1) ? homeWins : 0;
      const away = margin === undefined || includes(margin, -1) ? 1 - homeWins : 0;
      return (home + away) * gamesWithin(total, remainingGames, Math.sqrt(GAMES_VARIANCE));
    },
    period: () => oneSetModel(rating, { homeWins, remainingGames }),
    statistic: (statistic) =>
      poissonScoreModel(statisticRating(statistic, rating), NOT_STARTED, 'tie-stands'),
  };
}

function gamesWithin(range: Range | undefined, mean: number, deviation: number): number {
  if (range === undefined) return 1;
  const [from, to] = range;
  return normalAbove(from - 0.5, mean, deviation) - normalAbove(to + 0.5, mean, deviation);
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
function setForecaster(homeServe: number, awayServe: number) {
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

/** One way in which the match may end. */
interface MatchEnding {
  /** In sets. */
  readonly margin: number;
  /** Sets after the current one. */
  readonly furtherSets: number;
  readonly probability: number;
}

/** `winsCurrent`, `winsNext`: the probability that the home player wins the current set, and each later one. */
function matchEndings(
  { home, away }: MatchScore['sets'],
  winsCurrent: number,
  winsNext: number,
  furtherSets = 0,
): MatchEnding[] {
  const after = (homeSets: number, awaySets: number, probability: number): MatchEnding[] => {
    if (homeSets === 2 || awaySets === 2) {
      return [{ margin: homeSets - awaySets, furtherSets, probability }];
    }
    const sets = { home: homeSets, away: awaySets };
    return matchEndings(sets, winsNext, winsNext, furtherSets + 1).map((ending) => ({
      ...ending,
      probability: probability * ending.probability,
    }));
  };
  return [...after(home + 1, away, winsCurrent), ...after(home, away + 1, 1 - winsCurrent)];
}
