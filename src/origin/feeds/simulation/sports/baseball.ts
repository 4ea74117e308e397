import { BaseballGame } from '../games/baseball-game.ts';
import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import { count, period, when } from '../markets/market.ts';
import {
  correctScore,
  oddEven,
  resultAndTotal,
  teamYesNo,
  threeWay,
  totalRange,
  twoWay,
  winningMargin,
  yesNo,
} from '../markets/outcome-markets.ts';
import { doubleResult, firstToScore, highestScoringHalf } from '../markets/period-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/player-markets.ts';
import { ANY_SCORE, BOTH_SCORE, DRAW, SCORES } from '../score-condition.ts';
import { countMarkets, periodMarkets, playerProps, type Sport } from './sport.ts';

const USUAL = { total: 8.7, deviation: { margin: 2.95, total: 2.95 } };
const RUNS = { spread: 'run_line', unit: 'runs' };
const PERIODS = { '1st_3_innings': 3 / 9, '1st_5_innings': 5 / 9, '1st_7_innings': 7 / 9 };
const INNINGS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const inning = period(1 / 9);
const firstFive = period(5 / 9);
const lastFour = period(4 / 9);
const HOME_RUNS = 2.35;
/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 10;

// The ranks in the side, from 0, of the players who record a statistic.
const pitcher = { ranks: [0, 0] } as const;
const batters = { ranks: [1, 9] } as const;

const STATISTICS = {
  strikeouts: { average: [4, 7], ...pitcher, lines: 6 },
  hits_allowed: { average: [4, 6], ...pitcher, lines: 4 },
  walks_allowed: { average: [1.4, 2.4], ...pitcher },
  earned_runs: { average: [1.8, 2.8], ...pitcher, lines: 4 },
  outs: { average: [15, 18], ...pitcher },
  pitches: { average: [84, 94], ...pitcher, step: 5 },
  hits: { average: [0.7, 1.3], ...batters },
  total_bases: { average: [1, 2.2], ...batters, lines: 4 },
  home_runs: { average: [0.006, 0.06], ...batters, isShareOfScore: true, lines: 2 },
  runs: { average: [0.04, 0.2], ...batters, isShareOfScore: true },
  rbis: { average: [0.04, 0.2], ...batters, isShareOfScore: true },
  singles: { average: [0.5, 0.9], ...batters, lines: 2 },
  doubles: { average: [0.12, 0.28], ...batters, lines: 2 },
  triples: { average: [0.02, 0.04], ...batters, lines: 1 },
  walks: { average: [0.25, 0.6], ...batters, lines: 2 },
  stolen_bases: { average: [0.03, 0.35], ...batters, lines: 2 },
  batter_strikeouts: { average: [1.2, 0.7], ...batters, lines: 2 },
} as const;

export const baseball: Sport = {
  id: 'baseball',
  margin: { average: 0.2, deviation: 0.8 },
  totalDeviation: 0.8,
  usual: USUAL,
  minutes: 175,
  newGame: (random) => new BaseballGame(USUAL, random),
  markets: {
    main: [
      twoWay('moneyline'),
      handicap('run_line', 3, { smallest: 1.5 }),
      total('total_runs', 6, { step: 0.5 }),
    ],
    team_total: [teamTotal('team_total', 2)],
    game_prop: [
      yesNo('both_teams_to_score', when(BOTH_SCORE)),
      oddEven('total_runs_odd_even'),
      teamYesNo('team_to_score', (side) => when(SCORES[side])),
      resultAndTotal('match_result_total_runs', [7.5, 8.5, 9.5]),
      total('asian_total_runs', 4, { step: 0.25 }),
    ],
    exact_score: [
      winningMargin('winning_margin', [1, 2, 3, 4, 5]),
      totalRange('exact_total_runs', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
      totalRange('total_runs_range', [0, 5, 7, 9, 11, 13]),
    ],
    period: [
      threeWay('moneyline_3-way', period(1)),
      yesNo('extra_innings', when(DRAW, period(1))),
      firstToScore('first_team_to_score'),
      doubleResult('1st_5_innings_full_game', [firstFive, lastFour], HIGHEST_LEAD),
      highestScoringHalf([firstFive, lastFour]),
      yesNo('1st_inning_run_scored', when(ANY_SCORE, inning)),
      correctScore('1st_inning_correct_score', 2, inning),
      winningMargin('1st_5_innings_winning_margin', [1, 2, 3, 4], firstFive),
      totalRange('1st_5_innings_total_runs_range', [0, 3, 5, 7], firstFive),
      yesNo('1st_5_innings_both_teams_to_score', when(BOTH_SCORE, firstFive)),
      correctScore('1st_5_innings_correct_score', 3, firstFive),
      ...Object.entries(PERIODS).flatMap(([name, share]) => periodMarkets(name, share, RUNS)),
      ...INNINGS.map((name) => threeWay(`${name}_inning_moneyline_3-way`, inning)),
      ...INNINGS.map((name) => total(`${name}_inning_total_runs`, 1, { scope: inning })),
      ...countMarkets({
        hits: { average: 16.5, total: 3, teamTotal: 2, most: true },
        home_runs: { average: HOME_RUNS, total: 2, teamTotal: 1, most: true },
        strikeouts: { average: 16.5, total: 3, teamTotal: 1 },
        stolen_bases: { average: 1.4, total: 1 },
      }),
    ],
    scorer: [
      anytimeScorer('anytime_home_run', STATISTICS.home_runs),
      anytimeScorer('to_hit_2+_home_runs', STATISTICS.home_runs, { least: 2 }),
      firstScorer('first_home_run', STATISTICS.home_runs, count(HOME_RUNS)),
      firstScorer('first_run_scorer', STATISTICS.runs),
    ],
    player_prop: playerProps(STATISTICS, [
      { of: ['doubles', 'home_runs'], type: 'player_extra_base_hits', lines: 2 },
      { of: ['hits', 'runs', 'rbis'], lines: 4 },
    ]),
  },
};
