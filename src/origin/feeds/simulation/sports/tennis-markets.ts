import { handicap, total } from '../markets/line-markets.ts';
import { type MarketDefinition, partialMarket } from '../markets/market.ts';
import { period, wholeGame } from '../markets/market-scope.ts';
import { playerProp, playerStatistic } from '../markets/player-markets.ts';
import { scoreMarket, twoWay, winsBy } from '../markets/result-markets.ts';
import { exactly } from '../score-condition.ts';

/** A period of a tennis match is always one set, whatever its share. */
const firstSet = period(1 / 3);
// Of the two averages in a match, only the second counts, because a side is one player. `dispersion` is 1 for a Poisson
// count, and higher for a wider spread.
const aces = playerStatistic('aces', [2.5, 9], { dispersion: 1.1 });
const doubleFaults = playerStatistic('double_faults', [1.4, 4]);

/**
 * The markets of a tennis match. Margins count sets, totals count games. The first argument is the market type,
 * the second its group, which decides how many books offer it and at which profit margin. `alternates` counts lines on
 * each side of the main one, `smallest` is the least absolute value of the main one. Player markets take no group.
 */
export const TENNIS_MARKETS: readonly MarketDefinition[] = [
  twoWay('moneyline', 'main'),
  handicap('set_handicap', 'main', { alternates: 0, step: 1, smallest: 1.5 }),
  total('total_games', 'main', { alternates: 3, step: 1 }),
  twoWay('1st_set_moneyline', 'period', firstSet),
  total('1st_set_total_games', 'period', { alternates: 2, step: 1 }, firstSet),
  scoreMarket(
    'correct_score',
    'exact_score',
    wholeGame,
    ({ home, away }) => [
      { name: `${home} 2-0`, type: '2_0', condition: winsBy('home', exactly(2)) },
      { name: `${home} 2-1`, type: '2_1', condition: winsBy('home', exactly(1)) },
      { name: `${away} 2-1`, type: '1_2', condition: winsBy('away', exactly(1)) },
      { name: `${away} 2-0`, type: '0_2', condition: winsBy('away', exactly(2)) },
    ],
    partialMarket,
  ),
  playerProp('player_aces', { statistics: [aces] }),
  playerProp('player_double_faults', { statistics: [doubleFaults], lines: 2 }),
];
