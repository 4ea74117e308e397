import { TennisMatch } from '../games/tennis-match.ts';
import { handicap, total } from '../markets/line-markets.ts';
import { period } from '../markets/market.ts';
import { setScore, twoWay } from '../markets/outcome-markets.ts';
import { playerProps, type Sport } from './sport.ts';

const USUAL = { total: 0.64, deviation: { margin: 0.08, total: 0.05 } };
/** A period of a tennis match is always one set, whatever its share. */
const firstSet = period(1 / 3);

/** Margins count sets, totals count games. */
export const tennis: Sport = {
  id: 'tennis',
  margin: { average: 0, deviation: 0.045 },
  totalDeviation: 0.012,
  usual: USUAL,
  minutes: 105,
  isIndividual: true,
  newGame: (random) => new TennisMatch(USUAL, random),
  markets: {
    main: [
      twoWay('moneyline'),
      handicap('set_handicap', 0, { smallest: 1.5 }),
      total('total_games', 3),
    ],
    exact_score: [setScore('correct_score')],
    period: [
      twoWay('1st_set_moneyline', firstSet),
      total('1st_set_total_games', 2, { scope: firstSet }),
    ],
    player_prop: playerProps(
      {
        aces: { average: [2.5, 9], dispersion: 1.1 },
        double_faults: { average: [1.4, 4], lines: 2 },
      },
      [],
    ),
  },
};
