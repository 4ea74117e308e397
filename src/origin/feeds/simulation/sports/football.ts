import { ANY_SCORE, DRAW, WINS } from '../scores/score-condition.ts';
import { inPeriods, type Sport } from './sport.ts';

/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.22,
  '2nd_quarter': 0.28,
  '3rd_quarter': 0.22,
  '4th_quarter': 0.28,
};
const HALVES = [0.5, 0.5] as const;
const TOUCHDOWNS = 4.9;

// The ranks in the side, from 0, of the players who record a statistic.
const quarterback = { ranks: [0, 0] } as const;
const rushers = { ranks: [0, 3] } as const;
const receivers = { ranks: [1, 9] } as const;
const kicker = { ranks: [10, 10] } as const;
const defenders = { ranks: [5, 9] } as const;

export const football: Sport = {
  id: 'football',
  margin: { average: 1.8, deviation: 5.5 },
  totalDeviation: 4,
  usual: { total: 46, deviation: { margin: 13, total: 13 } },
  minutes: 190,
  rules: {
    periods: 4,
    periodLength: 900,
    overtimeLength: 600,
    periodName: ['Q#', 'Q#'],
    overtimeName: ['OT#', 'OT#'],
    breakSeconds: 120,
    halfTimeSeconds: 780,
    clock: { stops: { runSeconds: 18, stopSeconds: 34 } },
    turns: {
      startsWith: 'away',
      failures: [
        { play: 'Turnover', share: 0.3 },
        { play: 'Punt', share: 0.7 },
      ],
      failuresToEnd: 1,
      endsOnScore: true,
      breakSeconds: 0,
    },
    playSeconds: 150,
    plays: 12,
    scores: [
      { play: 'Touchdown', points: 7, share: 0.6 },
      { play: 'Field goal', points: 3, share: 0.4 },
    ],
    minPoints: 6.5,
    scoresSuspend: true,
  },
  statistics: {
    passing_yards: { average: [240, 260], ...quarterback, dispersion: 4, lines: 6, step: 10 },
    passing_touchdowns: { average: [1.4, 1.8], ...quarterback },
    passing_attempts: { average: [31, 36], ...quarterback, dispersion: 1.1 },
    passing_completions: { average: [20, 24], ...quarterback, dispersion: 1.1 },
    interceptions_thrown: { average: [0.6, 0.9], ...quarterback, lines: 2 },
    longest_completion: { average: [34, 38], ...quarterback, dispersion: 2, lines: 2, step: 5 },
    rushing_yards: { average: [14, 78], ...rushers, dispersion: 3.5, lines: 6, step: 10 },
    rushing_attempts: { average: [3, 17], ...rushers },
    longest_rush: { average: [7, 16], ...rushers, dispersion: 1.8, lines: 2, step: 5 },
    receiving_yards: { average: [10, 82], ...receivers, dispersion: 3.6, lines: 6, step: 10 },
    receptions: { average: [1, 6.8], ...receivers, lines: 4 },
    longest_reception: { average: [9, 26], ...receivers, dispersion: 2, step: 5 },
    touchdowns: { average: [0.002, 0.022], ranks: [0, 9], isShareOfScore: true, lines: 2 },
    kicking_points: { average: [6.8, 8.2], ...kicker, lines: 4 },
    field_goals_made: { average: [1.4, 1.9], ...kicker },
    'tackles_+_assists': { average: [3.5, 8], ...defenders },
    solo_tackles: { average: [2, 5], ...defenders, lines: 2 },
    punts: { average: [3.8, 4.4], ...kicker },
    sacks: { average: [0.2, 0.7], ...defenders, lines: 2 },
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
      ['result-and-total', 'match_result_total_points', { lines: [40.5, 44.5, 48.5] }],
    ],
    exact_score: [
      ['winning-margin', 'winning_margin', { from: [1, 4, 7, 11, 14, 21] }],
      ['total-range', 'total_points_range', { from: [0, 31, 38, 45, 52, 59] }],
    ],
    period: [
      ['three-way', 'moneyline_3-way', { share: 1 }],
      ['yes-no', 'overtime', { yes: DRAW, share: 1 }],
      ['winning-margin', '1st_half_winning_margin', { from: [1, 4, 7, 11, 14], share: 0.5 }],
      ['total-range', '1st_half_total_points_range', { from: [0, 11, 18, 25, 32], share: 0.5 }],
      ['double-result', '1st_quarter_full_game', { shares: [0.22, 0.78], highestLead: 28 }],
      ['double-result', 'halftime_fulltime', { shares: HALVES, highestLead: 28 }],
      ['highest-scoring-half', 'highest_scoring_half', { shares: HALVES }],
      ['team-yes-no', 'to_win_either_half', { yes: WINS, inAny: HALVES }],
      ['team-yes-no', 'team_to_win_both_halves', { yes: WINS, inEach: HALVES, bySide: true }],
      ['yes-no', 'both_halves_touchdown', { yes: ANY_SCORE, inEach: HALVES, count: TOUCHDOWNS }],
      ['total', 'total_touchdowns', { alternates: 2, count: TOUCHDOWNS }],
      ['team-total', 'team_total_touchdowns', { alternates: 2, count: TOUCHDOWNS }],
      ['three-way', 'most_touchdowns', { count: TOUCHDOWNS }],
      ['total', 'total_field_goals', { alternates: 2, count: 3.4 }],
      ['team-total', 'team_total_field_goals', { alternates: 1, count: 3.4 }],
      ['total', 'total_sacks', { alternates: 2, count: 4.5 }],
      ['three-way', 'most_sacks', { count: 4.5 }],
      ['total', 'total_turnovers', { alternates: 1, count: 2.5 }],
      ['total', '1st_half_total_touchdowns', { alternates: 1, count: TOUCHDOWNS, share: 0.5 }],
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
      ['anytime-scorer', 'anytime_touchdown_scorer', { of: 'touchdowns' }],
      ['first-scorer', 'first_touchdown_scorer', { of: 'touchdowns', count: TOUCHDOWNS }],
      ['first-scorer', 'last_touchdown_scorer', { of: 'touchdowns', count: TOUCHDOWNS }],
      ['anytime-scorer', 'to_score_2+_touchdowns', { of: 'touchdowns', least: 2 }],
      ['anytime-scorer', '1st_half_touchdown_scorer', { of: 'touchdowns', share: 0.5 }],
    ],
    player_prop: [
      [
        'prop',
        'player_rushing_+_receiving_yards',
        { of: ['rushing_yards', 'receiving_yards'], lines: 6, step: 10 },
      ],
      [
        'prop',
        'player_passing_+_rushing_yards',
        { of: ['passing_yards', 'rushing_yards'], lines: 6, step: 10 },
      ],
      ['prop', '1st_half_player_passing_yards', { of: ['passing_yards'], share: 0.5, step: 10 }],
      ['prop', '1st_half_player_rushing_yards', { of: ['rushing_yards'], share: 0.5, step: 5 }],
      ['prop', '1st_half_player_receiving_yards', { of: ['receiving_yards'], share: 0.5, step: 5 }],
    ],
  },
};
