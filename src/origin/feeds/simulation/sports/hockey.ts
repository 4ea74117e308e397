import {
  ANY_SCORE,
  BOTH_SCORE,
  DRAW,
  SCORES,
  WINS,
  WINS_TO_NIL,
} from '../scores/score-condition.ts';
import { inPeriods, type Sport } from './sport.ts';

/** The share of a game's goals that is scored in each period. */
const SHARE = 1 / 3;
const PERIODS = { '1st_period': SHARE, '2nd_period': SHARE, '3rd_period': SHARE };
const EACH = [SHARE, SHARE, SHARE] as const;
const SHOTS = 58;

// The ranks in the side, from 0, of the players who record a statistic; 99 means to the last.
const goalie = { ranks: [0, 0] } as const;
const skaters = { ranks: [1, 99] } as const;

export const hockey: Sport = {
  id: 'hockey',
  margin: { average: 0.2, deviation: 0.6 },
  totalDeviation: 0.35,
  usual: { total: 6.1, deviation: { margin: 2.5, total: 2.5 } },
  minutes: 155,
  rules: {
    periods: 3,
    periodLength: 1200,
    overtimeLength: 300,
    hasSuddenDeath: true,
    periodName: ['#th Period', 'P#'],
    overtimeName: ['Overtime', 'OT'],
    breakSeconds: 1080,
    clock: { stops: { runSeconds: 40, stopSeconds: 32 } },
    turns: null,
    playSeconds: 40,
    plays: 90,
    scores: [{ points: 1, share: 1 }],
    minPoints: 0.3,
    scoresSuspend: true,
    powerPlays: { average: 7, seconds: 120, factor: 2.5 },
  },
  statistics: {
    shots_on_goal: { average: [1.2, 3.8], ...skaters, lines: 5 },
    assists: { average: [0.05, 0.25], ...skaters, isShareOfScore: true },
    goals: { average: [0.015, 0.19], ...skaters, isShareOfScore: true },
    saves: { average: [23, 29], ...goalie, dispersion: 1.2, lines: 6 },
    goals_against: { average: [2.4, 3], ...goalie },
    blocked_shots: { average: [0.6, 2.2], ...skaters, lines: 4 },
    power_play_points: { average: [0.08, 0.45], ...skaters, lines: 2 },
    hits: { average: [0.8, 3], ...skaters, lines: 4 },
    faceoffs_won: { average: [5, 11], ranks: [1, 4] },
    takeaways: { average: [0.3, 1.2], ...skaters, lines: 2 },
    time_on_ice: { average: [12, 23], ...skaters },
  },
  markets: {
    main: [
      ['two-way', 'moneyline'],
      ['handicap', 'puck_line', { alternates: 3, smallest: 1.5 }],
      ['total', 'total_goals', { alternates: 6, step: 0.5 }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 2 }]],
    game_prop: [
      ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
      ['odd-even', 'total_goals_odd_even'],
      ['team-yes-no', 'to_win_to_nil', { yes: WINS_TO_NIL }],
      ['result-and-total', 'match_result_total_goals', { lines: [4.5, 5.5, 6.5] }],
      ['total', 'asian_total_goals', { alternates: 4, step: 0.25 }],
    ],
    exact_score: [
      ['correct-score', 'correct_score', { highest: 5 }],
      ['total-range', 'exact_total_goals', { from: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }],
      ['total-range', 'total_goals_range', { from: [0, 4, 6, 8] }],
      ['winning-margin', 'winning_margin', { from: [1, 2, 3, 4] }],
    ],
    period: [
      ['three-way', 'moneyline_3-way', { share: 1 }],
      ['two-way', 'draw_no_bet', { share: 1 }],
      ['double-chance', 'double_chance', { share: 1 }],
      ['yes-no', 'overtime', { yes: DRAW, share: 1 }],
      ['first-to-score', 'first_team_to_score'],
      ['double-result', '1st_period_full_game', { shares: [SHARE, 2 * SHARE], highestLead: 8 }],
      ['team-yes-no', 'to_win_any_period', { yes: WINS, inAny: EACH }],
      ['team-yes-no', 'team_to_win_every_period', { yes: WINS, inEach: EACH, bySide: true }],
      ['yes-no', 'goal_in_every_period', { yes: ANY_SCORE, inEach: EACH }],
      ...inPeriods(PERIODS, [
        ['three-way', 'moneyline'],
        ['two-way', 'draw_no_bet'],
        ['handicap', 'puck_line', { alternates: 1, smallest: 0.5 }],
        ['total', 'total_goals', { alternates: 2 }],
        ['team-total', 'team_total_goals', { alternates: 1 }],
        ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
        ['double-chance', 'double_chance'],
        ['odd-even', 'total_goals_odd_even'],
        ['correct-score', 'correct_score', { highest: 2 }],
        ['first-to-score', 'first_team_to_score'],
        ['total-range', 'total_goals_range', { from: [0, 2, 4] }],
        ['team-yes-no', 'team_to_score', { yes: SCORES }],
        ['total', 'total_shots_on_goal', { alternates: 2, count: SHOTS }],
      ]),
      ['total', '1st_10_minutes_total_goals', { share: SHARE / 2 }],
      ['total', 'total_shots_on_goal', { alternates: 3, count: SHOTS }],
      ['team-total', 'team_total_shots_on_goal', { alternates: 2, count: SHOTS }],
      ['three-way', 'most_shots_on_goal', { count: SHOTS }],
      ['total', 'total_power_play_goals', { alternates: 1, count: 1.3 }],
      ['total', 'total_penalties', { alternates: 2, count: 7 }],
      ['total', 'total_hits', { alternates: 2, count: 42 }],
    ],
    scorer: [
      ['anytime-scorer', 'anytime_goal_scorer', { of: 'goals' }],
      ['first-scorer', 'first_goal_scorer', { of: 'goals' }],
      ['first-scorer', 'last_goal_scorer', { of: 'goals' }],
      ['anytime-scorer', 'to_score_2+_goals', { of: 'goals', least: 2 }],
      ['anytime-scorer', 'to_score_3+_goals', { of: 'goals', least: 3 }],
    ],
    player_prop: [
      ['prop', 'player_points', { of: ['goals', 'assists'] }],
      [
        'prop',
        'player_shots_+_blocked_shots',
        { of: ['shots_on_goal', 'blocked_shots'], lines: 4 },
      ],
      ['prop', 'player_goals_+_assists_+_shots', { of: ['goals', 'assists', 'shots_on_goal'] }],
      ['prop', '1st_period_player_shots_on_goal', { of: ['shots_on_goal'], share: SHARE }],
      ['prop', '1st_period_player_points', { of: ['goals', 'assists'], share: SHARE, lines: 2 }],
    ],
  },
};
