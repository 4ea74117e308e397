import type { Sport } from './sport.ts';

/** The share of a game's goals that is scored in each period. */
const SHARE = 1 / 3;

// Who records a statistic, by rank in the side from 0, 99 for the last.
const goalie = { ranks: [0, 0] } as const;
const skaters = { ranks: [1, 99] } as const;

export const hockey: Sport = {
  id: 'hockey',
  scoreMargin: { average: 0.2, deviation: 0.6 },
  totalDeviation: 0.35,
  usual: { total: 6.1, deviation: { scoreMargin: 2.5, total: 2.5 } },
  minutes: 155,
  rules: {
    periods: 3,
    periodLength: 1200,
    overtimeLength: 300,
    hasSuddenDeath: true,
    periodName: ['#th Period', 'P#'],
    overtimeName: ['Overtime', 'OT'],
    clock: 'down',
    scores: [{ points: 1, share: 1 }],
    powerPlays: { average: 7, seconds: 120 },
  },
  statistics: {
    shots_on_goal: { average: [1.2, 3.8], ...skaters, lines: 5 },
    assists: { average: [0.05, 0.25], ...skaters, isShareOfScore: true },
    goals: { average: [0.015, 0.19], ...skaters, isShareOfScore: true },
    saves: { average: 29, ...goalie, dispersion: 1.2, lines: 6 },
    goals_against: { average: 3, ...goalie },
    blocked_shots: { average: [0.6, 2.2], ...skaters, lines: 4 },
    power_play_points: { average: [0.08, 0.45], ...skaters, lines: 2 },
    hits: { average: [0.8, 3], ...skaters, lines: 4 },
    faceoffs_won: { average: [5, 11], ranks: [1, 4] },
    takeaways: { average: [0.3, 1.2], ...skaters, lines: 2 },
    time_on_ice: { average: [12, 23], ...skaters },
  },
  standard: {
    unit: 'goals',
    handicap: 'puck_line',
    smallest: 1.5,
    step: 0.5,
    periods: { '1st_period': SHARE, '2nd_period': SHARE, '3rd_period': SHARE },
    counts: { shots_on_goal: 58, power_play_goals: 1.3, penalties: 7, hits: 42 },
  },
  markets: {
    period: [
      ['two-way', 'draw_no_bet', { share: 1 }],
      ['total', '1st_10_minutes_total_goals', { share: SHARE / 2 }],
    ],
    scorer: [
      ['scorer', 'anytime_goal_scorer', { of: 'goals' }],
      ['scorer', 'first_goal_scorer', { of: 'goals', share: 1 / 6.1 }],
      ['scorer', 'last_goal_scorer', { of: 'goals', share: 1 / 6.1 }],
      ['scorer', 'to_score_2+_goals', { of: 'goals', least: 2 }],
      ['scorer', 'to_score_3+_goals', { of: 'goals', least: 3 }],
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
