import { expect, test } from 'vitest';
import { isMarketAlias, marketMatcher, marketNames } from '../../../src/contract/markets.ts';

test.each([
  ['nothing', [], ['moneyline', 'player_points', 'anything'], []],
  ['an exact type', ['moneyline'], ['moneyline'], ['moneyline_1h', 'money', 'point_spread']],
  ['main', ['main'], ['moneyline', 'point_spread', 'total_points'], ['puck_line', 'team_total']],
  [
    'spread',
    ['spread'],
    ['point_spread', 'puck_line', 'run_line', 'set_handicap'],
    ['moneyline', 'spread'],
  ],
  [
    'total',
    ['total'],
    ['total_points', 'total_goals', 'total_runs', 'total_games', 'total_rounds', 'team_total'],
    ['total', 'total_corners'],
  ],
  ['props', ['props'], ['player_points', 'player_'], ['players', 'my_player_points']],
  [
    'aliases beside exact types',
    ['props', 'puck_line', 'main'],
    ['player_goals', 'puck_line', 'moneyline'],
    ['run_line', 'team_total'],
  ],
  ['h2h of other odds APIs', ['h2h'], ['moneyline'], ['h2h', 'point_spread', '1st_half_moneyline']],
  ['spreads of theirs', ['spreads'], ['point_spread', 'puck_line'], ['moneyline', 'spreads']],
  ['totals of theirs', ['totals'], ['total_goals', 'team_total'], ['total_corners', 'totals']],
  [
    'outrights of theirs',
    ['outrights'],
    ['outright', 'championship_winner', 'tournament_winner', 'season_leader'],
    ['moneyline', 'outrights', 'method_of_victory'],
  ],
  [
    'names in any case',
    ['MoneyLine', 'PROPS', 'H2H'],
    ['moneyline', 'Moneyline', 'player_points', 'Player_Points'],
    ['point_spread', 'players'],
  ],
  ['an unknown type', ['nothing'], ['nothing'], ['moneyline']],
  ['what every object has', ['constructor'], ['constructor'], ['moneyline', 'toString']],
])('a market matcher for %s lets through just what it means', (_, markets, through, not) => {
  const matches = marketMatcher(markets);
  expect(through.filter((market) => !matches(market))).toEqual([]);
  expect(not.filter(matches)).toEqual([]);
});

test('just the four categories are aliases', () => {
  expect(['main', 'spread', 'total', 'props'].every(isMarketAlias)).toBe(true);
  expect(['moneyline', 'player_points', '', 'toString', 'Main'].some(isMarketAlias)).toBe(false);
});

test('names are told in the words of the contract, each once', () => {
  expect(marketNames(['H2H', 'moneyline', 'Spreads', 'spread', 'Player_Points'])).toEqual([
    'moneyline',
    'spread',
    'player_points',
  ]);
  expect(marketNames(['outrights', 'toString'])).toEqual([
    'outright',
    'championship_winner',
    'tournament_winner',
    'season_leader',
    'tostring',
  ]);
});
