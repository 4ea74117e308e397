import type { Sport } from './sport.ts';

/** A period of a tennis match is always one set, whatever its share. */
const SET = 1 / 3;

/** Margins count sets, totals count games. */
export const tennis: Sport = {
  id: 'tennis',
  margin: { average: 0, deviation: 0.085 },
  totalDeviation: 0.024,
  usual: { total: 0.81, deviation: { margin: 0.16, total: 0.1 } },
  minutes: 105,
  isIndividual: true,
  rules: null,
  statistics: {
    aces: { average: [2.5, 9], dispersion: 1.1 },
    double_faults: { average: [1.4, 4], lines: 2 },
  },
  markets: {
    main: [
      ['two-way', 'moneyline'],
      ['handicap', 'set_handicap', { smallest: 1.5 }],
      ['total', 'total_games', { alternates: 3 }],
    ],
    exact_score: [['set-score', 'correct_score']],
    period: [
      ['two-way', '1st_set_moneyline', { share: SET }],
      ['total', '1st_set_total_games', { alternates: 2, share: SET }],
    ],
  },
};
