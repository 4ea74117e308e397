import { inPeriods } from './market-rows.ts';
import type { Sport } from './sport.ts';

/** Who records a statistic, by rank in the side from 0 for the goalkeeper, 99 for the last. */
const outfield = { ranks: [1, 99] } as const;

export const soccer: Sport = {
  id: 'soccer',
  scoreMargin: { average: 0.35, deviation: 0.7 },
  totalDeviation: 0.3,
  usual: { total: 2.65, deviation: { scoreMargin: 1.65, total: 1.65 } },
  minutes: 112,
  rules: {
    periods: 2,
    periodLength: 2880,
    overtimeLength: null,
    periodName: ['#th Half', '#H'],
    clock: [0, 2700],
    scores: [{ points: 1, share: 1 }],
    counts: { corners: 5, yellowCards: 2, redCards: 0.06 },
  },
  statistics: {
    shots: { average: [0.5, 3.6], ...outfield, lines: 4 },
    shots_on_target: { average: [0.2, 1.6], ...outfield },
    assists: { average: [0.02, 0.18], ...outfield, isShareOfScore: true, lines: 2 },
    goals: { average: [0.01, 0.2], ...outfield, isShareOfScore: true },
    fouls: { average: [1.8, 0.7], ...outfield },
    fouls_drawn: { average: [0.6, 2], ...outfield, lines: 2 },
    saves: { average: 3.4, ranks: [0, 0], lines: 6 },
    shots_attempted: { average: [0.8, 4], ranks: [1, 6] },
    cards: { average: [0.28, 0.12], ...outfield, lines: 1 },
    tackles: { average: [2.6, 0.8], ...outfield },
    passes: { average: [28, 62], ...outfield, dispersion: 1.8, step: 5 },
    offsides: { average: [0.2, 0.9], ranks: [1, 4], lines: 2 },
  },
  standard: {
    unit: 'goals',
    hasDraws: true,
    handicap: 'point_spread',
    step: 0.5,
    periods: { '1st_half': 0.45, '2nd_half': 0.55 },
    counts: {
      corners: 9.8,
      shots: 24.5,
      shots_on_target: 8.5,
      cards: 4.2,
      offsides: 3.4,
      fouls: 22.5,
    },
  },
  markets: {
    period: [
      ['total', '1st_10_minutes_total_goals', { share: 0.1 }],
      ['handicap', 'asian_handicap_corners', { alternates: 3, step: 0.5, share: 9.8 / 2.65 }],
      ...inPeriods({ '1st_half': 0.45, '2nd_half': 0.55 }, [
        ['handicap', 'asian_handicap', { alternates: 2, step: 0.25 }],
        ['total', 'asian_total_goals', { alternates: 3, step: 0.25 }],
      ]),
    ],
    scorer: [
      ['scorer', 'anytime_goal_scorer', { of: 'goals' }],
      ['scorer', 'first_goal_scorer', { of: 'goals', share: 1 / 2.65 }],
      ['scorer', 'last_goal_scorer', { of: 'goals', share: 1 / 2.65 }],
      ['scorer', 'to_score', { of: 'goals', least: 2 }],
      ['scorer', 'anytime_goal_scorer_by_header', { of: 'goals', share: 0.18 }],
      ['scorer', 'anytime_goal_scorer_outside_box', { of: 'goals', share: 0.13 }],
    ],
    player_prop: [
      ['prop', 'player_goals_+_assists', { of: ['goals', 'assists'], lines: 2 }],
      ['prop', 'player_to_score_or_assist', { of: ['goals', 'assists'], lines: 1 }],
      ['prop', '1st_half_player_shots', { of: ['shots'], share: 0.45 }],
      [
        'prop',
        '1st_half_player_shots_on_target',
        { of: ['shots_on_target'], share: 0.45, lines: 2 },
      ],
    ],
  },
};
