import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import type { MarketDefinition } from '../markets/market.ts';
import { matchStatistic, period } from '../markets/market-scope.ts';
import { doubleResult, highestScoringPeriod, inAny, inEach } from '../markets/period-markets.ts';
import { playerProp, playerStatistic } from '../markets/player-markets.ts';
import {
  oddEven,
  probabilityOf,
  resultAndTotal,
  teamYesNo,
  totalRange,
  winningMargin,
  yesNo,
} from '../markets/proposition-markets.ts';
import { AWAY_WINS, DRAW, HOME_WINS, threeWay, twoWay } from '../markets/result-markets.ts';
import { firstScorer } from '../markets/scorer-markets.ts';

/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.25,
  '2nd_quarter': 0.25,
  '3rd_quarter': 0.25,
  '4th_quarter': 0.25,
};
const half = period(0.5);
const quarter = period(0.25);
const WINS = { home: HOME_WINS, away: AWAY_WINS };

/**
 * A usual game: its expected total points, and the standard deviations of the final margin and total.
 * `average` is a count in such a game, both sides together.
 */
const USUAL_GAME = { usualTotal: 226, deviation: { margin: 15, total: 16 } };
const THREES = { ...USUAL_GAME, average: 25 };

// Each statistic has two averages per game: that of the side's lowest-ranked player and that of its best one.
// With `isShareOfScore` they are counts per point of the side. `dispersion` is 1 for a Poisson count, and higher
// for a wider spread.
const points = playerStatistic('points', [5, 28], { dispersion: 1.4 });
const rebounds = playerStatistic('rebounds', [2.5, 10]);
const assists = playerStatistic('assists', [1.2, 8]);
const threes = playerStatistic('threes', [0.1, 2.8]);
const offensiveRebounds = playerStatistic('offensive_rebounds', [0.4, 2.8]);
const defensiveRebounds = playerStatistic('defensive_rebounds', [2, 7.5]);
const threesAttempted = playerStatistic('threes_attempted', [0.8, 7]);
const fieldGoalsAttempted = playerStatistic('field_goals_attempted', [4, 19]);
const twoPointers = playerStatistic('two_pointers', [1.2, 6.5]);
const minutes = playerStatistic('minutes', [14, 35]);
const steals = playerStatistic('steals', [0.5, 1.6]);
const blocks = playerStatistic('blocks', [0.3, 1.6]);
const turnovers = playerStatistic('turnovers', [0.8, 3.4]);
const fieldGoals = playerStatistic('field_goals', [2, 10]);
const freeThrows = playerStatistic('free_throws', [0.8, 6.5]);
const baskets = playerStatistic('first_basket', [0.01, 0.2], { isShareOfScore: true });
const personalFouls = playerStatistic('fouls', [1.8, 3]);

/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 40;

function periodMarkets(name: string, share: number): MarketDefinition[] {
  const scope = period(share);
  return [
    twoWay(`${name}_moneyline`, 'period', scope),
    threeWay(`${name}_moneyline_3-way`, 'period', scope),
    handicap(`${name}_point_spread`, 'period', { alternates: 2, step: 1, smallest: 0.5 }, scope),
    total(`${name}_total_points`, 'period', { alternates: 2, step: 1 }, scope),
    teamTotal(`${name}_team_total_points`, 'period', { alternates: 1, step: 1 }, scope),
    oddEven(`${name}_total_points_odd_even`, 'period', scope),
  ];
}

/**
 * The markets of a basketball game. The first argument is the market type, the second its group, which decides
 * how many books offer it and at which profit margin; `period` also holds rare markets on the whole game. `alternates`
 * counts lines on each side of the main one, `smallest` is the least absolute value of the main one.
 * `winningMargin` and `totalRange` take the lower bounds of bands. `period(1)` is the game without overtime.
 * Scorer and player markets take no group.
 */
export const BASKETBALL_MARKETS: readonly MarketDefinition[] = [
  twoWay('moneyline', 'main'),
  handicap('point_spread', 'main', { alternates: 5, step: 1, smallest: 0.5 }),
  total('total_points', 'main', { alternates: 5, step: 1 }),
  teamTotal('team_total', 'team_total', { alternates: 3, step: 1 }),
  threeWay('moneyline_3-way', 'period', period(1)),
  yesNo('overtime', 'period', probabilityOf(DRAW, period(1))),
  oddEven('total_points_odd_even', 'game_prop'),
  resultAndTotal('match_result_total_points', 'game_prop', [210.5, 220.5, 230.5], 'without-draw'),
  winningMargin('winning_margin', 'exact_score', [1, 6, 11, 16, 21, 26]),
  winningMargin('1st_half_winning_margin', 'period', [1, 6, 11, 16], half),
  totalRange('1st_half_total_points_range', 'period', [0, 101, 111, 121, 131], half),
  doubleResult('1st_quarter_full_game', 'period', [quarter, period(0.75)], HIGHEST_LEAD),
  winningMargin('winning_margin_exact', 'exact_score', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  totalRange('total_points_range', 'exact_score', [0, 201, 211, 221, 231, 241, 251]),
  doubleResult('halftime_fulltime', 'period', [half, half], HIGHEST_LEAD),
  highestScoringPeriod('highest_scoring_half', 'period', [half, half], ['1st Half', '2nd Half']),
  teamYesNo('to_win_either_half', 'period', (model, side) => inAny(WINS[side], half, half)(model)),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (model, side) => inEach(WINS[side], half, half)(model),
    // The selection type of both yes and no: the side of the team.
    'side',
  ),
  teamYesNo('to_win_every_quarter', 'period', (model, side) =>
    inEach(WINS[side], quarter, quarter, quarter, quarter)(model),
  ),
  total('total_threes', 'period', { alternates: 3, step: 1 }, matchStatistic(THREES)),
  teamTotal('team_total_threes', 'period', { alternates: 2, step: 1 }, matchStatistic(THREES)),
  threeWay('most_threes', 'period', matchStatistic(THREES)),
  total('1st_half_total_threes', 'period', { alternates: 2, step: 1 }, matchStatistic(THREES, 0.5)),
  ...Object.entries(PERIODS).flatMap(([name, share]) => periodMarkets(name, share)),
  firstScorer('first_basket_scorer', baskets),
  firstScorer('first_three_point_scorer', threes, matchStatistic(THREES)),
  playerProp('player_points', { statistics: [points], lines: 4, step: 2 }),
  playerProp('player_rebounds', { statistics: [rebounds] }),
  playerProp('player_assists', { statistics: [assists] }),
  playerProp('player_threes', { statistics: [threes] }),
  playerProp('player_steals', { statistics: [steals], lines: 2 }),
  playerProp('player_blocks', { statistics: [blocks], lines: 2 }),
  playerProp('player_turnovers', { statistics: [turnovers], lines: 2 }),
  playerProp('player_field_goals', { statistics: [fieldGoals], lines: 2 }),
  playerProp('player_free_throws', { statistics: [freeThrows], lines: 2 }),
  playerProp('player_fouls', { statistics: [personalFouls], lines: 2 }),
  playerProp('player_points_+_rebounds', { statistics: [points, rebounds], lines: 2, step: 2 }),
  playerProp('player_points_+_assists', { statistics: [points, assists], lines: 2, step: 2 }),
  playerProp('player_rebounds_+_assists', { statistics: [rebounds, assists], lines: 2 }),
  playerProp('player_points_+_rebounds_+_assists', {
    statistics: [points, rebounds, assists],
    step: 2,
  }),
  playerProp('player_offensive_rebounds', { statistics: [offensiveRebounds], lines: 2 }),
  playerProp('player_defensive_rebounds', { statistics: [defensiveRebounds], lines: 2 }),
  playerProp('player_threes_attempted', { statistics: [threesAttempted], lines: 2 }),
  playerProp('player_field_goals_attempted', { statistics: [fieldGoalsAttempted], lines: 2 }),
  playerProp('player_two_pointers', { statistics: [twoPointers], lines: 2 }),
  playerProp('player_minutes', { statistics: [minutes], lines: 2 }),
  playerProp('player_steals_+_blocks', { statistics: [steals, blocks], lines: 2 }),
  playerProp('1st_half_player_points', { statistics: [points], share: 0.5, lines: 2 }),
  playerProp('1st_half_player_rebounds', { statistics: [rebounds], share: 0.5, lines: 2 }),
  playerProp('1st_half_player_assists', { statistics: [assists], share: 0.5, lines: 2 }),
  playerProp('1st_half_player_threes', { statistics: [threes], share: 0.5, lines: 2 }),
  playerProp('1st_quarter_player_points', { statistics: [points], share: 0.25, lines: 2 }),
  playerProp('1st_quarter_player_rebounds', { statistics: [rebounds], share: 0.25, lines: 2 }),
  playerProp('1st_quarter_player_assists', { statistics: [assists], share: 0.25, lines: 2 }),
  playerProp('1st_quarter_player_threes', { statistics: [threes], share: 0.25, lines: 2 }),
];
