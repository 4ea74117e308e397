import { TennisMatch } from '../games/tennis-match.ts';
import type { UsualGame } from '../scores/score-model.ts';
import { ownProps, type Sport, type Statistics } from './sport.ts';

const USUAL: UsualGame = {
  total: 0.64,
  deviation: { margin: 0.08, total: 0.05 },
  distribution: 'poisson',
};
/** A period of a tennis match is always one set, whatever its share. */
const SET = 1 / 3;

const STATISTICS: Statistics = {
  aces: { average: [2.5, 9], dispersion: 1.1 },
  double_faults: { average: [1.4, 4], lines: 2 },
};

/** Margins count sets, totals count games. */
export const tennis: Sport = {
  id: 'tennis',
  margin: { average: 0, deviation: 0.045 },
  totalDeviation: 0.012,
  usual: USUAL,
  minutes: 105,
  isIndividual: true,
  newGame: (random) => new TennisMatch(USUAL, random),
  statistics: STATISTICS,
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
    player_prop: ownProps(STATISTICS),
  },
};
