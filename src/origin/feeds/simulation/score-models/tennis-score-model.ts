import { includes, type Range, type ScoreCondition } from '../score-condition.ts';
import { normalCdf, normalWithin } from './distributions.ts';
import { countModel } from './poisson-score-model.ts';
import type { Rating, ScoreModel, UsualGame } from './score-model.ts';

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
export function tennisScoreModel(rating: Rating, usual: UsualGame, score: MatchScore): ScoreModel {
  const forecastSet = setForecaster(rating);
  const current = forecastSet(score.games.home, score.games.away, score.homeServes);
  const next = forecastSet(0, 0, true);
  const base = score.gamesPlayed + current.remainingGames;
  const endings = matchEndings(score.sets, current.homeWins, next.homeWins).map(
    ({ furtherSets, ...ending }) => ({
      ...ending,
      games: base + furtherSets * next.remainingGames,
      setsLeft: current.remainingGames / next.remainingGames + furtherSets,
    }),
  );
  const ofSet = [
    { margin: 1, games: next.remainingGames, setsLeft: 1, probability: next.homeWins },
    { margin: -1, games: next.remainingGames, setsLeft: 1, probability: 1 - next.homeWins },
  ];
  const model = (of: readonly WeightedEnding[]): ScoreModel => ({
    ...modelOfEndings(of),
    period: () => model(ofSet),
    count: (average) => countModel(average, rating, usual),
  });
  return model(endings);
}

/** One way in which a match or a set may end, with the expected number of its games. */
interface WeightedEnding {
  /** In sets. */
  readonly margin: number;
  readonly games: number;
  /** How many sets are left until then; they may be parts of sets. */
  readonly setsLeft: number;
  readonly probability: number;
}

function modelOfEndings(endings: readonly WeightedEnding[]): Omit<ScoreModel, 'period' | 'count'> {
  const mean = (figure: (ending: WeightedEnding) => number) =>
    endings.reduce((sum, ending) => sum + ending.probability * figure(ending), 0);
  const total = mean(({ games }) => games);
  const margin = mean((ending) => ending.margin);
  const gamesWithin = (range: Range | undefined, { games, setsLeft }: WeightedEnding) =>
    range === undefined ? 1 : normalWithin(range, games, Math.sqrt(GAMES_VARIANCE * setsLeft));
  return {
    expected: { margin, total, home: total / 2, away: total / 2 },
    probability: ({ margin: sets, total: games }: ScoreCondition) =>
      mean((ending) =>
        sets === undefined || includes(sets, ending.margin) ? gamesWithin(games, ending) : 0,
      ),
  };
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
