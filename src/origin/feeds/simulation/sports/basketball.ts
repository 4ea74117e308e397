import { DRAW, WINS } from '../scores/score-condition.ts';
import { inPeriods, type Sport } from './sport.ts';

/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.25,
  '2nd_quarter': 0.25,
  '3rd_quarter': 0.25,
  '4th_quarter': 0.25,
};
const HALVES = [0.5, 0.5] as const;
const QUARTERS = [0.25, 0.25, 0.25, 0.25] as const;
const THREES = 25;

export const basketball: Sport = {
  id: 'basketball',
  margin: { average: 2.5, deviation: 5 },
  totalDeviation: 6,
  usual: { total: 226, deviation: { margin: 15, total: 16 } },
  minutes: 135,
  rules: {
    periods: 4,
    periodLength: 720,
    overtimeLength: 300,
    periodName: ['Q#', 'Q#'],
    overtimeName: ['OT#', 'OT#'],
    breakSeconds: 150,
    halfTimeSeconds: 900,
    clock: { stops: { runSeconds: 24, stopSeconds: 30 } },
    turns: {
      startsWith: 'home',
      failures: [
        { play: 'Turnover', share: 0.25 },
        { play: 'Shot missed', share: 0.75 },
      ],
      failuresToEnd: 1,
      endsOnScore: true,
      breakSeconds: 0,
    },
    playSeconds: 14.4,
    plays: 100,
    scores: [
      { play: '3-pointer made', points: 3, share: 0.35 },
      { play: '2-pointer made', points: 2, share: 0.65 },
    ],
    minPoints: 0,
    scoresSuspend: false,
    counts: { fouls: 20 },
  },
  statistics: {
    points: { average: [5, 28], dispersion: 1.4, lines: 4, step: 2 },
    rebounds: { average: [2.5, 10] },
    assists: { average: [1.2, 8] },
    threes: { average: [0.1, 2.8] },
    steals: { average: [0.5, 1.6], lines: 2 },
    blocks: { average: [0.3, 1.6], lines: 2 },
    turnovers: { average: [0.8, 3.4], lines: 2 },
    field_goals: { average: [2, 10], lines: 2 },
    free_throws: { average: [0.8, 6.5], lines: 2 },
    fouls: { average: [1.8, 3], lines: 2 },
    offensive_rebounds: { average: [0.4, 2.8], lines: 2 },
    defensive_rebounds: { average: [2, 7.5], lines: 2 },
    threes_attempted: { average: [0.8, 7], lines: 2 },
    field_goals_attempted: { average: [4, 19], lines: 2 },
    two_pointers: { average: [1.2, 6.5], lines: 2 },
    minutes: { average: [14, 35], lines: 2 },
    first_basket: { average: [0.01, 0.2], isShareOfScore: true, lines: 0 },
  },
  markets: {
    main: [
      ['two-way', 'moneyline'],
      ['handicap', 'point_spread', { alternates: 5, smallest: 0.5 }],
      ['total', 'total_points', { alternates: 5 }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 3 }]],
    game_prop: [
      ['odd-even', 'total_points_odd_even'],
      ['result-and-total', 'match_result_total_points', { lines: [210.5, 220.5, 230.5] }],
    ],
    exact_score: [
      ['winning-margin', 'winning_margin', { from: [1, 6, 11, 16, 21, 26] }],
      ['winning-margin', 'winning_margin_exact', { from: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
      ['total-range', 'total_points_range', { from: [0, 201, 211, 221, 231, 241, 251] }],
    ],
    period: [
      ['three-way', 'moneyline_3-way', { share: 1 }],
      ['yes-no', 'overtime', { yes: DRAW, share: 1 }],
      ['winning-margin', '1st_half_winning_margin', { from: [1, 6, 11, 16], share: 0.5 }],
      ['total-range', '1st_half_total_points_range', { from: [0, 101, 111, 121, 131], share: 0.5 }],
      ['double-result', '1st_quarter_full_game', { shares: [0.25, 0.75], highestLead: 40 }],
      ['double-result', 'halftime_fulltime', { shares: HALVES, highestLead: 40 }],
      ['highest-scoring-half', 'highest_scoring_half', { shares: HALVES }],
      ['team-yes-no', 'to_win_either_half', { yes: WINS, inAny: HALVES }],
      ['team-yes-no', 'team_to_win_both_halves', { yes: WINS, inEach: HALVES, bySide: true }],
      ['team-yes-no', 'to_win_every_quarter', { yes: WINS, inEach: QUARTERS }],
      ['total', 'total_threes', { alternates: 3, count: THREES }],
      ['team-total', 'team_total_threes', { alternates: 2, count: THREES }],
      ['three-way', 'most_threes', { count: THREES }],
      ['total', '1st_half_total_threes', { alternates: 2, count: THREES, share: 0.5 }],
      ...inPeriods(PERIODS, [
        ['two-way', 'moneyline'],
        ['three-way', 'moneyline_3-way'],
        ['handicap', 'point_spread', { alternates: 2, smallest: 0.5 }],
        ['total', 'total_points', { alternates: 2 }],
        ['team-total', 'team_total_points', { alternates: 1 }],
        ['odd-even', 'total_points_odd_even'],
      ]),
    ],
    scorer: [
      ['first-scorer', 'first_basket_scorer', { of: 'first_basket' }],
      ['first-scorer', 'first_three_point_scorer', { of: 'threes', count: THREES }],
    ],
    player_prop: [
      ['prop', 'player_points_+_rebounds', { of: ['points', 'rebounds'], lines: 2, step: 2 }],
      ['prop', 'player_points_+_assists', { of: ['points', 'assists'], lines: 2, step: 2 }],
      ['prop', 'player_rebounds_+_assists', { of: ['rebounds', 'assists'], lines: 2 }],
      [
        'prop',
        'player_points_+_rebounds_+_assists',
        { of: ['points', 'rebounds', 'assists'], step: 2 },
      ],
      ['prop', 'player_steals_+_blocks', { of: ['steals', 'blocks'], lines: 2 }],
      ...inPeriods({ '1st_half': 0.5, '1st_quarter': 0.25 }, [
        ['prop', 'player_points', { of: ['points'], lines: 2 }],
        ['prop', 'player_rebounds', { of: ['rebounds'], lines: 2 }],
        ['prop', 'player_assists', { of: ['assists'], lines: 2 }],
        ['prop', 'player_threes', { of: ['threes'], lines: 2 }],
      ]),
    ],
  },
};
