import type { MarketSpec } from '../markets/market.ts';
import { prop, statistic } from '../markets/player-markets.ts';
import {
  handicap,
  outcomes,
  part,
  total,
  twoWay,
  wholeGame,
  winsBy,
} from '../markets/score-markets.ts';
import { exactly } from '../score-condition.ts';

const firstSet = part(1 / 3);
const aces = statistic('aces', [2.5, 9], { spread: 1.1 });
const doubleFaults = statistic('double_faults', [1.4, 4]);

export const TENNIS_MARKETS: readonly MarketSpec[] = [
  twoWay('moneyline', 'main'),
  handicap('set_handicap', 'main', { rungs: 0, step: 1, smallest: 1.5 }),
  total('total_games', 'main', { rungs: 3, step: 1 }),
  twoWay('1st_set_moneyline', 'period', firstSet),
  total('1st_set_total_games', 'period', { rungs: 2, step: 1 }, firstSet),
  outcomes(
    'correct_score',
    'score',
    wholeGame,
    ({ home, away }) => [
      { name: `${home} 2-0`, type: '2_0', region: winsBy('home', exactly(2)) },
      { name: `${home} 2-1`, type: '2_1', region: winsBy('home', exactly(1)) },
      { name: `${away} 2-1`, type: '1_2', region: winsBy('away', exactly(1)) },
      { name: `${away} 2-0`, type: '0_2', region: winsBy('away', exactly(2)) },
    ],
    false,
  ),
  prop('player_aces', { statistics: [aces] }),
  prop('player_double_faults', { statistics: [doubleFaults], lines: 2 }),
];
