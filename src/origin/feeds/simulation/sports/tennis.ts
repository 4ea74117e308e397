import type { Sport } from './sport.ts';

/** The share of a match's games in its first set. */
const SET = 0.42;

/** Margins count sets, totals count games. */
export const tennis: Sport = {
  id: 'tennis',
  scoreMargin: { average: 0, deviation: 1.2 },
  totalDeviation: 1,
  usual: { total: 22.5, deviation: { scoreMargin: 2.2, total: 5 } },
  minutes: 105,
  rules: {
    periods: 3,
    periodLength: 2100,
    overtimeLength: 0,
    setsToWin: 2,
    periodName: ['Set #', 'S#'],
    clock: null,
    turns: { seconds: 250, name: 'server' },
    scores: [],
  },
  statistics: {
    aces: { average: 9, dispersion: 1.1 },
    double_faults: { average: 4, lines: 2 },
  },
  standard: null,
  markets: {
    main: [
      ['two-way', 'moneyline'],
      ['handicap', 'set_handicap', { smallest: 1.5, largest: 1.5 }],
      ['total', 'total_games', { alternates: 3 }],
    ],
    exact_score: [['winning-margin', 'set_winning_margin', { from: [1, 2] }]],
    period: [
      ['two-way', '1st_set_moneyline', { share: SET }],
      ['total', '1st_set_total_games', { alternates: 2, share: SET }],
    ],
  },
};
