import { ANY_SCORE, BOTH_SCORE, DRAW, SCORES } from '../scores/score-condition.ts';
import { inPeriods, type Sport } from './sport.ts';

/** The shares of a game's runs in an inning and in several. */
const INNING = 1 / 9;
const FIRST_FIVE = 5 / 9;
const LAST_FOUR = 4 / 9;
const INNINGS = Object.fromEntries(
  ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'].map((name) => [
    `${name}_inning`,
    INNING,
  ]),
);
const BEGINNINGS = { '1st_3_innings': 3 / 9, '1st_5_innings': FIRST_FIVE, '1st_7_innings': 7 / 9 };
const HOME_RUNS = 2.35;

// The ranks in the side, from 0, of the players who record a statistic.
const pitcher = { ranks: [0, 0] } as const;
const batters = { ranks: [1, 9] } as const;

export const baseball: Sport = {
  id: 'baseball',
  margin: { average: 0.2, deviation: 0.8 },
  totalDeviation: 0.8,
  usual: { total: 8.7, deviation: { margin: 2.95, total: 2.95 } },
  minutes: 175,
  rules: {
    periods: 9,
    periodLength: 6,
    overtimeLength: 6,
    periodName: ['#th', '#th'],
    breakSeconds: 125,
    clock: null,
    turns: {
      startsWith: 'away',
      failures: [{ share: 0.75 }],
      failuresToEnd: 3,
      endsOnScore: false,
      breakSeconds: 125,
    },
    playSeconds: 105,
    plays: 39.7,
    scores: [
      { points: 1, share: 0.85 },
      { points: 2, share: 0.15 },
    ],
    minPoints: 0.3,
    scoresSuspend: true,
  },
  statistics: {
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
  },
  markets: {
    main: [
      ['two-way', 'moneyline'],
      ['handicap', 'run_line', { alternates: 3, smallest: 1.5 }],
      ['total', 'total_runs', { alternates: 6, step: 0.5 }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 2 }]],
    game_prop: [
      ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
      ['odd-even', 'total_runs_odd_even'],
      ['team-yes-no', 'team_to_score', { yes: SCORES }],
      ['result-and-total', 'match_result_total_runs', { lines: [7.5, 8.5, 9.5] }],
      ['total', 'asian_total_runs', { alternates: 4, step: 0.25 }],
    ],
    exact_score: [
      ['winning-margin', 'winning_margin', { from: [1, 2, 3, 4, 5] }],
      ['total-range', 'exact_total_runs', { from: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }],
      ['total-range', 'total_runs_range', { from: [0, 5, 7, 9, 11, 13] }],
    ],
    period: [
      ['three-way', 'moneyline_3-way', { share: 1 }],
      ['yes-no', 'extra_innings', { yes: DRAW, share: 1 }],
      ['first-to-score', 'first_team_to_score'],
      [
        'double-result',
        '1st_5_innings_full_game',
        { shares: [FIRST_FIVE, LAST_FOUR], highestLead: 10 },
      ],
      ['highest-scoring-half', 'highest_scoring_half', { shares: [FIRST_FIVE, LAST_FOUR] }],
      ['yes-no', '1st_inning_run_scored', { yes: ANY_SCORE, share: INNING }],
      ['correct-score', '1st_inning_correct_score', { highest: 2, share: INNING }],
      ...inPeriods({ '1st_5_innings': FIRST_FIVE }, [
        ['winning-margin', 'winning_margin', { from: [1, 2, 3, 4] }],
        ['total-range', 'total_runs_range', { from: [0, 3, 5, 7] }],
        ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
        ['correct-score', 'correct_score', { highest: 3 }],
      ]),
      ...inPeriods(BEGINNINGS, [
        ['two-way', 'moneyline'],
        ['three-way', 'moneyline_3-way'],
        ['handicap', 'run_line', { alternates: 2, smallest: 0.5 }],
        ['total', 'total_runs', { alternates: 2 }],
        ['team-total', 'team_total_runs', { alternates: 1 }],
        ['odd-even', 'total_runs_odd_even'],
      ]),
      ...inPeriods(INNINGS, [['three-way', 'moneyline_3-way']]),
      ...inPeriods(INNINGS, [['total', 'total_runs', { alternates: 1 }]]),
      ['total', 'total_hits', { alternates: 3, count: 16.5 }],
      ['team-total', 'team_total_hits', { alternates: 2, count: 16.5 }],
      ['three-way', 'most_hits', { count: 16.5 }],
      ['total', 'total_home_runs', { alternates: 2, count: HOME_RUNS }],
      ['team-total', 'team_total_home_runs', { alternates: 1, count: HOME_RUNS }],
      ['three-way', 'most_home_runs', { count: HOME_RUNS }],
      ['total', 'total_strikeouts', { alternates: 3, count: 16.5 }],
      ['team-total', 'team_total_strikeouts', { alternates: 1, count: 16.5 }],
      ['total', 'total_stolen_bases', { alternates: 1, count: 1.4 }],
    ],
    scorer: [
      ['anytime-scorer', 'anytime_home_run', { of: 'home_runs' }],
      ['anytime-scorer', 'to_hit_2+_home_runs', { of: 'home_runs', least: 2 }],
      ['first-scorer', 'first_home_run', { of: 'home_runs', count: HOME_RUNS }],
      ['first-scorer', 'first_run_scorer', { of: 'runs' }],
    ],
    player_prop: [
      ['prop', 'player_extra_base_hits', { of: ['doubles', 'home_runs'], lines: 2 }],
      ['prop', 'player_hits_+_runs_+_rbis', { of: ['hits', 'runs', 'rbis'], lines: 4 }],
    ],
  },
};
