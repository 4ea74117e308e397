import { inPeriods } from './market-rows.ts';
import type { Sport } from './sport.ts';

/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.22,
  '2nd_quarter': 0.28,
  '3rd_quarter': 0.22,
  '4th_quarter': 0.28,
};
const TOUCHDOWNS = 4.9;
const yards = { lines: 6, step: 10 };

// Who records a statistic, by rank in the side from 0.
const quarterback = { ranks: [0, 0] } as const;
const rushers = { ranks: [0, 3] } as const;
const receivers = { ranks: [1, 9] } as const;
const kicker = { ranks: [10, 10] } as const;
const defenders = { ranks: [5, 9] } as const;

export const football: Sport = {
  id: 'football',
  scoreMargin: { average: 1.8, deviation: 5.5 },
  totalDeviation: 4,
  usual: { total: 46, deviation: { scoreMargin: 13, total: 13 } },
  minutes: 190,
  rules: {
    periods: 4,
    periodLength: 900,
    overtimeLength: 600,
    periodName: ['Q#', 'Q#'],
    overtimeName: ['OT#', 'OT#'],
    clock: 'down',
    turns: { seconds: 150, name: 'possession' },
    scores: [
      { play: 'Touchdown', points: 7, share: 0.6 },
      { play: 'Field goal', points: 3, share: 0.4 },
    ],
  },
  statistics: {
    passing_yards: { average: 260, ...quarterback, dispersion: 4, lines: 6, step: 10 },
    passing_touchdowns: { average: 1.8, ...quarterback },
    passing_attempts: { average: 36, ...quarterback, dispersion: 1.1 },
    passing_completions: { average: 24, ...quarterback, dispersion: 1.1 },
    interceptions_thrown: { average: 0.9, ...quarterback, lines: 2 },
    longest_completion: { average: 38, ...quarterback, dispersion: 2, lines: 2, step: 5 },
    rushing_yards: { average: [14, 78], ...rushers, dispersion: 3.5, lines: 6, step: 10 },
    rushing_attempts: { average: [3, 17], ...rushers },
    longest_rush: { average: [7, 16], ...rushers, dispersion: 1.8, lines: 2, step: 5 },
    receiving_yards: { average: [10, 82], ...receivers, dispersion: 3.6, lines: 6, step: 10 },
    receptions: { average: [1, 6.8], ...receivers, lines: 4 },
    longest_reception: { average: [9, 26], ...receivers, dispersion: 2, step: 5 },
    touchdowns: { average: [0.002, 0.022], ranks: [0, 9], isShareOfScore: true, lines: 2 },
    kicking_points: { average: 8.2, ...kicker, lines: 4 },
    field_goals_made: { average: 1.9, ...kicker },
    'tackles_+_assists': { average: [3.5, 8], ...defenders },
    solo_tackles: { average: [2, 5], ...defenders, lines: 2 },
    punts: { average: 4.4, ...kicker },
    sacks: { average: [0.2, 0.7], ...defenders, lines: 2 },
  },
  standard: {
    unit: 'points',
    handicap: 'point_spread',
    smallest: 0.5,
    periods: PERIODS,
    counts: { touchdowns: TOUCHDOWNS, field_goals: 3.4, sacks: 4.5, turnovers: 2.5 },
  },
  markets: {
    scorer: [
      ['scorer', 'anytime_touchdown_scorer', { of: 'touchdowns' }],
      ['scorer', 'first_touchdown_scorer', { of: 'touchdowns', share: 1 / TOUCHDOWNS }],
      ['scorer', 'last_touchdown_scorer', { of: 'touchdowns', share: 1 / TOUCHDOWNS }],
      ['scorer', 'to_score_2+_touchdowns', { of: 'touchdowns', least: 2 }],
      ['scorer', '1st_half_touchdown_scorer', { of: 'touchdowns', share: 0.5 }],
    ],
    player_prop: [
      [
        'prop',
        'player_rushing_+_receiving_yards',
        { of: ['rushing_yards', 'receiving_yards'], ...yards },
      ],
      [
        'prop',
        'player_passing_+_rushing_yards',
        { of: ['passing_yards', 'rushing_yards'], ...yards },
      ],
      ...inPeriods({ '1st_half': 0.5 }, [
        ['prop', 'player_passing_yards', { of: ['passing_yards'], step: 10 }],
        ['prop', 'player_rushing_yards', { of: ['rushing_yards'], step: 5 }],
        ['prop', 'player_receiving_yards', { of: ['receiving_yards'], step: 5 }],
      ]),
    ],
  },
};
