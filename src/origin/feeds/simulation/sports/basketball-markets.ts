import type { MarketSpec } from '../markets/market.ts';
import { doubleResult, highestScoringPart, inAny, inEach } from '../markets/period-markets.ts';
import { oneScorer, prop, statistic } from '../markets/player-markets.ts';
import {
  oddEven,
  region,
  resultAndTotal,
  teamYesNo,
  totalRange,
  winningMargin,
  yesNo,
} from '../markets/proposition-markets.ts';
import {
  AWAY_WINS,
  DRAWN,
  HOME_WINS,
  handicap,
  part,
  tally,
  teamTotal,
  threeWay,
  total,
  twoWay,
} from '../markets/score-markets.ts';

const PARTS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.25,
  '2nd_quarter': 0.25,
  '3rd_quarter': 0.25,
  '4th_quarter': 0.25,
};
const half = part(0.5);
const quarter = part(0.25);
const WINS = { home: HOME_WINS, away: AWAY_WINS };

/** What is counted beside the score of a usual game. */
const BESIDE_SCORE = { usual: 226, scatter: { margin: 15, total: 16 } };
const THREES = { ...BESIDE_SCORE, average: 25 };

const points = statistic('points', [5, 28], { spread: 1.4 });
const rebounds = statistic('rebounds', [2.5, 10]);
const assists = statistic('assists', [1.2, 8]);
const threes = statistic('threes', [0.1, 2.8]);
const offensiveRebounds = statistic('offensive_rebounds', [0.4, 2.8]);
const defensiveRebounds = statistic('defensive_rebounds', [2, 7.5]);
const threesAttempted = statistic('threes_attempted', [0.8, 7]);
const fieldGoalsAttempted = statistic('field_goals_attempted', [4, 19]);
const twoPointers = statistic('two_pointers', [1.2, 6.5]);
const minutes = statistic('minutes', [14, 35]);
const steals = statistic('steals', [0.5, 1.6]);
const blocks = statistic('blocks', [0.3, 1.6]);
const turnovers = statistic('turnovers', [0.8, 3.4]);
const fieldGoals = statistic('field_goals', [2, 10]);
const freeThrows = statistic('free_throws', [0.8, 6.5]);
const baskets = statistic('first_basket', [0.01, 0.2], { isShareOfScore: true });
const personalFouls = statistic('fouls', [1.8, 3]);

function partMarkets(name: string, share: number): MarketSpec[] {
  const subject = part(share);
  return [
    twoWay(`${name}_moneyline`, 'period', subject),
    threeWay(`${name}_moneyline_3-way`, 'period', subject),
    handicap(`${name}_point_spread`, 'period', { rungs: 2, step: 1, smallest: 0.5 }, subject),
    total(`${name}_total_points`, 'period', { rungs: 2, step: 1 }, subject),
    teamTotal(`${name}_team_total_points`, 'period', { rungs: 1, step: 1 }, subject),
    oddEven(`${name}_total_points_odd_even`, 'period', subject),
  ];
}

export const BASKETBALL_MARKETS: readonly MarketSpec[] = [
  twoWay('moneyline', 'main'),
  handicap('point_spread', 'main', { rungs: 5, step: 1, smallest: 0.5 }),
  total('total_points', 'main', { rungs: 5, step: 1 }),
  teamTotal('team_total', 'team_total', { rungs: 3, step: 1 }),
  threeWay('moneyline_3-way', 'period', part(1)),
  yesNo('overtime', 'period', region(DRAWN, part(1))),
  oddEven('total_points_odd_even', 'special'),
  resultAndTotal('match_result_total_points', 'special', [210.5, 220.5, 230.5], false),
  winningMargin('winning_margin', 'score', [1, 6, 11, 16, 21, 26]),
  winningMargin('1st_half_winning_margin', 'period', [1, 6, 11, 16], half),
  totalRange('1st_half_total_points_range', 'period', [0, 101, 111, 121, 131], half),
  doubleResult('1st_quarter_full_game', 'period', [quarter, part(0.75)], 40),
  winningMargin('winning_margin_exact', 'score', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  totalRange('total_points_range', 'score', [0, 201, 211, 221, 231, 241, 251]),
  doubleResult('halftime_fulltime', 'period', [half, half], 40),
  highestScoringPart('highest_scoring_half', 'period', [half, half], ['1st Half', '2nd Half']),
  teamYesNo('to_win_either_half', 'period', (outlook, side) =>
    inAny(WINS[side], half, half)(outlook),
  ),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (outlook, side) => inEach(WINS[side], half, half)(outlook),
    'side',
  ),
  teamYesNo('to_win_every_quarter', 'period', (outlook, side) =>
    inEach(WINS[side], quarter, quarter, quarter, quarter)(outlook),
  ),
  total('total_threes', 'period', { rungs: 3, step: 1 }, tally(THREES)),
  teamTotal('team_total_threes', 'period', { rungs: 2, step: 1 }, tally(THREES)),
  threeWay('most_threes', 'period', tally(THREES)),
  total('1st_half_total_threes', 'period', { rungs: 2, step: 1 }, tally(THREES, 0.5)),
  ...Object.entries(PARTS).flatMap(([name, share]) => partMarkets(name, share)),
  oneScorer('first_basket_scorer', baskets),
  oneScorer('first_three_point_scorer', threes, tally(THREES)),
  prop('player_points', { statistics: [points], lines: 4, step: 2 }),
  prop('player_rebounds', { statistics: [rebounds] }),
  prop('player_assists', { statistics: [assists] }),
  prop('player_threes', { statistics: [threes] }),
  prop('player_steals', { statistics: [steals], lines: 2 }),
  prop('player_blocks', { statistics: [blocks], lines: 2 }),
  prop('player_turnovers', { statistics: [turnovers], lines: 2 }),
  prop('player_field_goals', { statistics: [fieldGoals], lines: 2 }),
  prop('player_free_throws', { statistics: [freeThrows], lines: 2 }),
  prop('player_fouls', { statistics: [personalFouls], lines: 2 }),
  prop('player_points_+_rebounds', { statistics: [points, rebounds], lines: 2, step: 2 }),
  prop('player_points_+_assists', { statistics: [points, assists], lines: 2, step: 2 }),
  prop('player_rebounds_+_assists', { statistics: [rebounds, assists], lines: 2 }),
  prop('player_points_+_rebounds_+_assists', {
    statistics: [points, rebounds, assists],
    step: 2,
  }),
  prop('player_offensive_rebounds', { statistics: [offensiveRebounds], lines: 2 }),
  prop('player_defensive_rebounds', { statistics: [defensiveRebounds], lines: 2 }),
  prop('player_threes_attempted', { statistics: [threesAttempted], lines: 2 }),
  prop('player_field_goals_attempted', { statistics: [fieldGoalsAttempted], lines: 2 }),
  prop('player_two_pointers', { statistics: [twoPointers], lines: 2 }),
  prop('player_minutes', { statistics: [minutes], lines: 2 }),
  prop('player_steals_+_blocks', { statistics: [steals, blocks], lines: 2 }),
  prop('1st_half_player_points', { statistics: [points], share: 0.5, lines: 2 }),
  prop('1st_half_player_rebounds', { statistics: [rebounds], share: 0.5, lines: 2 }),
  prop('1st_half_player_assists', { statistics: [assists], share: 0.5, lines: 2 }),
  prop('1st_half_player_threes', { statistics: [threes], share: 0.5, lines: 2 }),
  prop('1st_quarter_player_points', { statistics: [points], share: 0.25, lines: 2 }),
  prop('1st_quarter_player_rebounds', { statistics: [rebounds], share: 0.25, lines: 2 }),
  prop('1st_quarter_player_assists', { statistics: [assists], share: 0.25, lines: 2 }),
  prop('1st_quarter_player_threes', { statistics: [threes], share: 0.25, lines: 2 }),
];
