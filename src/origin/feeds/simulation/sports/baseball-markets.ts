import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import type { MarketDefinition } from '../markets/market.ts';
import { matchStatistic, period } from '../markets/market-scope.ts';
import { doubleResult, firstToScore, highestScoringPeriod } from '../markets/period-markets.ts';
import { playerProp, playerStatistic } from '../markets/player-markets.ts';
import {
  correctScore,
  oddEven,
  probabilityOf,
  resultAndTotal,
  teamYesNo,
  totalRange,
  winningMargin,
  yesNo,
} from '../markets/proposition-markets.ts';
import { DRAW, threeWay, twoWay } from '../markets/result-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/scorer-markets.ts';
import { above } from '../score-condition.ts';

// Shares of a game's runs that are scored in these periods.
const INNING = 1 / 9;
const PERIODS = { '1st_3_innings': 3 / 9, '1st_5_innings': 5 / 9, '1st_7_innings': 7 / 9 };
const INNINGS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const inning = period(INNING);
const firstFive = period(5 / 9);
const lastFour = period(4 / 9);

/**
 * A usual game: its expected total runs, and the standard deviations of the final margin and total. Each
 * `average` is a count in such a game, both sides together.
 */
const USUAL_GAME = { usualTotal: 8.7, deviation: { margin: 2.95, total: 2.95 } };
const HITS = { ...USUAL_GAME, average: 16.5 };
const HOME_RUNS = { ...USUAL_GAME, average: 2.35 };
const STRIKEOUTS = { ...USUAL_GAME, average: 16.5 };
const STOLEN_BASES = { ...USUAL_GAME, average: 1.4 };

// Conditions on the score. `SCORES` has one for each side.
const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };

// The ranks in the side, from 0, of the players who record a statistic.
const PITCHER = { ranks: [0, 0] } as const;
const BATTERS = { ranks: [1, 9] } as const;

// Each statistic has two averages per game: that of the lowest-ranked player who records it, and that of the
// highest-ranked one. With `isShareOfScore` they are counts per run of the side.
const pitcherStrikeouts = playerStatistic('strikeouts', [4, 7], PITCHER);
const hitsAllowed = playerStatistic('hits_allowed', [4, 6], PITCHER);
const walksAllowed = playerStatistic('walks_allowed', [1.4, 2.4], PITCHER);
const earnedRuns = playerStatistic('earned_runs', [1.8, 2.8], PITCHER);
const pitches = playerStatistic('pitches', [84, 94], PITCHER);
const outs = playerStatistic('outs', [15, 18], PITCHER);
const hits = playerStatistic('hits', [0.7, 1.3], BATTERS);
const totalBases = playerStatistic('total_bases', [1, 2.2], BATTERS);
const homeRuns = playerStatistic('home_runs', [0.006, 0.06], { ...BATTERS, isShareOfScore: true });
const runs = playerStatistic('runs', [0.04, 0.2], { ...BATTERS, isShareOfScore: true });
const runsBattedIn = playerStatistic('rbis', [0.04, 0.2], { ...BATTERS, isShareOfScore: true });
const singles = playerStatistic('singles', [0.5, 0.9], BATTERS);
const doubles = playerStatistic('doubles', [0.12, 0.28], BATTERS);
const triples = playerStatistic('triples', [0.02, 0.04], BATTERS);
const walks = playerStatistic('walks', [0.25, 0.6], BATTERS);
const stolenBases = playerStatistic('stolen_bases', [0.03, 0.35], BATTERS);
const strikeouts = playerStatistic('batter_strikeouts', [1.2, 0.7], BATTERS);

/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 10;

function periodMarkets(name: string, share: number): MarketDefinition[] {
  const scope = period(share);
  return [
    twoWay(`${name}_moneyline`, 'period', scope),
    threeWay(`${name}_moneyline_3-way`, 'period', scope),
    handicap(`${name}_run_line`, 'period', { alternates: 2, step: 1, smallest: 0.5 }, scope),
    total(`${name}_total_runs`, 'period', { alternates: 2, step: 1 }, scope),
    teamTotal(`${name}_team_total_runs`, 'period', { alternates: 1, step: 1 }, scope),
    oddEven(`${name}_total_runs_odd_even`, 'period', scope),
  ];
}

/**
 * The markets of a baseball game. The first argument is the market type, the second its group, which decides
 * how many books offer it and at which profit margin; `period` also holds rare markets on the whole game. `alternates`
 * counts lines on each side of the main one, `smallest` is the least absolute value of the main one.
 * `winningMargin` and `totalRange` take the lower bounds of bands, `correctScore` the highest score of a side.
 * `period(1)` is the game without extra innings. Scorer and player markets take no group.
 */
export const BASEBALL_MARKETS: readonly MarketDefinition[] = [
  twoWay('moneyline', 'main'),
  handicap('run_line', 'main', { alternates: 3, step: 1, smallest: 1.5 }),
  total('total_runs', 'main', { alternates: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { alternates: 2, step: 1 }),
  threeWay('moneyline_3-way', 'period', period(1)),
  yesNo('extra_innings', 'period', probabilityOf(DRAW, period(1))),
  yesNo('both_teams_to_score', 'game_prop', probabilityOf(BOTH_SCORE)),
  oddEven('total_runs_odd_even', 'game_prop'),
  teamYesNo('team_to_score', 'game_prop', (model, side) => model.probability(SCORES[side])),
  resultAndTotal('match_result_total_runs', 'game_prop', [7.5, 8.5, 9.5], 'without-draw'),
  total('asian_total_runs', 'game_prop', { alternates: 4, step: 0.25 }),
  winningMargin('winning_margin', 'exact_score', [1, 2, 3, 4, 5]),
  totalRange('exact_total_runs', 'exact_score', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  totalRange('total_runs_range', 'exact_score', [0, 5, 7, 9, 11, 13]),
  firstToScore('first_team_to_score', 'period'),
  doubleResult('1st_5_innings_full_game', 'period', [firstFive, lastFour], HIGHEST_LEAD),
  highestScoringPeriod(
    'highest_scoring_half',
    'period',
    [firstFive, lastFour],
    ['1st Half', '2nd Half'],
  ),
  yesNo('1st_inning_run_scored', 'period', probabilityOf({ total: above(0) }, inning)),
  correctScore('1st_inning_correct_score', 'period', 2, inning),
  winningMargin('1st_5_innings_winning_margin', 'period', [1, 2, 3, 4], firstFive),
  totalRange('1st_5_innings_total_runs_range', 'period', [0, 3, 5, 7], firstFive),
  yesNo('1st_5_innings_both_teams_to_score', 'period', probabilityOf(BOTH_SCORE, firstFive)),
  correctScore('1st_5_innings_correct_score', 'period', 3, firstFive),
  ...Object.entries(PERIODS).flatMap(([name, share]) => periodMarkets(name, share)),
  ...INNINGS.map((name) => threeWay(`${name}_inning_moneyline_3-way`, 'period', inning)),
  ...INNINGS.map((name) =>
    total(`${name}_inning_total_runs`, 'period', { alternates: 1, step: 1 }, inning),
  ),
  total('total_hits', 'period', { alternates: 3, step: 1 }, matchStatistic(HITS)),
  teamTotal('team_total_hits', 'period', { alternates: 2, step: 1 }, matchStatistic(HITS)),
  threeWay('most_hits', 'period', matchStatistic(HITS)),
  total('total_home_runs', 'period', { alternates: 2, step: 1 }, matchStatistic(HOME_RUNS)),
  threeWay('most_home_runs', 'period', matchStatistic(HOME_RUNS)),
  teamTotal(
    'team_total_strikeouts',
    'period',
    { alternates: 1, step: 1 },
    matchStatistic(STRIKEOUTS),
  ),
  teamTotal(
    'team_total_home_runs',
    'period',
    { alternates: 1, step: 1 },
    matchStatistic(HOME_RUNS),
  ),
  total('total_strikeouts', 'period', { alternates: 3, step: 1 }, matchStatistic(STRIKEOUTS)),
  total('total_stolen_bases', 'period', { alternates: 1, step: 1 }, matchStatistic(STOLEN_BASES)),
  anytimeScorer('anytime_home_run', homeRuns),
  anytimeScorer('to_hit_2+_home_runs', homeRuns, 2),
  firstScorer('first_home_run', homeRuns, matchStatistic(HOME_RUNS)),
  firstScorer('first_run_scorer', runs),
  playerProp('player_strikeouts', { statistics: [pitcherStrikeouts], lines: 6 }),
  playerProp('player_hits_allowed', { statistics: [hitsAllowed], lines: 4 }),
  playerProp('player_walks_allowed', { statistics: [walksAllowed] }),
  playerProp('player_earned_runs', { statistics: [earnedRuns], lines: 4 }),
  playerProp('player_outs', { statistics: [outs] }),
  playerProp('player_hits', { statistics: [hits] }),
  playerProp('player_total_bases', { statistics: [totalBases], lines: 4 }),
  playerProp('player_home_runs', { statistics: [homeRuns], lines: 2 }),
  playerProp('player_runs', { statistics: [runs] }),
  playerProp('player_rbis', { statistics: [runsBattedIn] }),
  playerProp('player_singles', { statistics: [singles], lines: 2 }),
  playerProp('player_doubles', { statistics: [doubles], lines: 2 }),
  playerProp('player_extra_base_hits', { statistics: [doubles, homeRuns], lines: 2 }),
  playerProp('player_pitches', { statistics: [pitches], step: 5 }),
  playerProp('player_triples', { statistics: [triples], lines: 1 }),
  playerProp('player_walks', { statistics: [walks], lines: 2 }),
  playerProp('player_stolen_bases', { statistics: [stolenBases], lines: 2 }),
  playerProp('player_batter_strikeouts', { statistics: [strikeouts], lines: 2 }),
  playerProp('player_hits_+_runs_+_rbis', { statistics: [hits, runs, runsBattedIn], lines: 4 }),
];
