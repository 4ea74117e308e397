import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import type { MarketDefinition } from '../markets/market.ts';
import { matchStatistic, period } from '../markets/market-scope.ts';
import { doubleResult, firstToScore, inAny, inEach } from '../markets/period-markets.ts';
import { playerProp, playerStatistic } from '../markets/player-markets.ts';
import {
  correctScore,
  oddEven,
  probabilityOf,
  resultAndTotal,
  teamYesNo,
  totalRange,
  winningMargin,
  yesNo,
} from '../markets/proposition-markets.ts';
import {
  AWAY_WINS,
  DRAW,
  doubleChance,
  HOME_WINS,
  threeWay,
  twoWay,
} from '../markets/result-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/scorer-markets.ts';
import { above, exactly } from '../score-condition.ts';

const PERIOD_NAMES = ['1st_period', '2nd_period', '3rd_period'];
/** The share of a game's goals that is scored in each period. */
const PERIOD_SHARE = 1 / 3;
const onePeriod = period(PERIOD_SHARE);
const lastTwo = period(2 * PERIOD_SHARE);
/** The game without overtime. */
const regulation = period(1);

/**
 * A usual game: its expected total goals, and the standard deviations of the final margin and total. Each
 * `average` is a count in such a game, both sides together.
 */
const USUAL_GAME = { usualTotal: 6.1, deviation: { margin: 2.5, total: 2.5 } };
const SHOTS = { ...USUAL_GAME, average: 58 };
const POWER_PLAY_GOALS = { ...USUAL_GAME, average: 1.3 };
const PENALTIES = { ...USUAL_GAME, average: 7 };
const HITS = { ...USUAL_GAME, average: 42 };

// Conditions on the score. All but the first have one for each side.
const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };
const WINS = { home: HOME_WINS, away: AWAY_WINS };
const SHUTS_OUT = {
  home: { ...HOME_WINS, away: exactly(0) },
  away: { ...AWAY_WINS, home: exactly(0) },
};

// The ranks in the side, from 0, of the players who record a statistic; 99 means to the last.
const GOALIE = { ranks: [0, 0] } as const;
const SKATERS = { ranks: [1, 99] } as const;

// Each statistic has two averages per game: that of the lowest-ranked player who records it, and that of the
// highest-ranked one. With `isShareOfScore` they are counts per goal of the side. `dispersion` is 1 for a
// Poisson count, and higher for a wider spread.
const goals = playerStatistic('goals', [0.015, 0.19], { ...SKATERS, isShareOfScore: true });
const assists = playerStatistic('assists', [0.05, 0.25], { ...SKATERS, isShareOfScore: true });
const shots = playerStatistic('shots_on_goal', [1.2, 3.8], SKATERS);
const blocked = playerStatistic('blocked_shots', [0.6, 2.2], SKATERS);
const powerPlayPoints = playerStatistic('power_play_points', [0.08, 0.45], SKATERS);
const hits = playerStatistic('hits', [0.8, 3], SKATERS);
const takeaways = playerStatistic('takeaways', [0.3, 1.2], SKATERS);
const timeOnIce = playerStatistic('time_on_ice', [12, 23], SKATERS);
const faceoffs = playerStatistic('faceoffs_won', [5, 11], { ranks: [1, 4] });
const saves = playerStatistic('saves', [23, 29], { ...GOALIE, dispersion: 1.2 });
const goalsAgainst = playerStatistic('goals_against', [2.4, 3], GOALIE);

/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 8;

function periodMarkets(name: string): MarketDefinition[] {
  return [
    threeWay(`${name}_moneyline`, 'period', onePeriod),
    twoWay(`${name}_draw_no_bet`, 'period', onePeriod),
    handicap(`${name}_puck_line`, 'period', { alternates: 1, step: 1, smallest: 0.5 }, onePeriod),
    total(`${name}_total_goals`, 'period', { alternates: 2, step: 1 }, onePeriod),
    teamTotal(`${name}_team_total_goals`, 'period', { alternates: 1, step: 1 }, onePeriod),
    yesNo(`${name}_both_teams_to_score`, 'period', probabilityOf(BOTH_SCORE, onePeriod)),
    doubleChance(`${name}_double_chance`, 'period', onePeriod),
    oddEven(`${name}_total_goals_odd_even`, 'period', onePeriod),
    correctScore(`${name}_correct_score`, 'period', 2, onePeriod),
    total(
      `${name}_total_shots_on_goal`,
      'period',
      { alternates: 2, step: 1 },
      matchStatistic(SHOTS, PERIOD_SHARE),
    ),
    firstToScore(`${name}_first_team_to_score`, 'period', onePeriod),
    totalRange(`${name}_total_goals_range`, 'period', [0, 2, 4], onePeriod),
    teamYesNo(`${name}_team_to_score`, 'period', (model, side) =>
      onePeriod(model).probability(SCORES[side]),
    ),
  ];
}

/**
 * The markets of a hockey game. The first argument is the market type, the second its group, which decides
 * how many books offer it and at which profit margin; `period` also holds rare markets on the whole game. `alternates`
 * counts lines on each side of the main one, `smallest` is the least absolute value of the main one.
 * `winningMargin` and `totalRange` take the lower bounds of bands, `correctScore` the highest score of a side.
 * Scorer and player markets take no group.
 */
export const HOCKEY_MARKETS: readonly MarketDefinition[] = [
  twoWay('moneyline', 'main'),
  handicap('puck_line', 'main', { alternates: 3, step: 1, smallest: 1.5 }),
  total('total_goals', 'main', { alternates: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { alternates: 2, step: 1 }),
  threeWay('most_shots_on_goal', 'period', matchStatistic(SHOTS)),
  threeWay('moneyline_3-way', 'period', regulation),
  twoWay('draw_no_bet', 'period', regulation),
  doubleChance('double_chance', 'period', regulation),
  yesNo('overtime', 'period', probabilityOf(DRAW, regulation)),
  yesNo('both_teams_to_score', 'game_prop', probabilityOf(BOTH_SCORE)),
  oddEven('total_goals_odd_even', 'game_prop'),
  teamYesNo('to_win_to_nil', 'game_prop', (model, side) => model.probability(SHUTS_OUT[side])),
  resultAndTotal('match_result_total_goals', 'game_prop', [4.5, 5.5, 6.5], 'without-draw'),
  total('asian_total_goals', 'game_prop', { alternates: 4, step: 0.25 }),
  correctScore('correct_score', 'exact_score', 5),
  totalRange('exact_total_goals', 'exact_score', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  totalRange('total_goals_range', 'exact_score', [0, 4, 6, 8]),
  winningMargin('winning_margin', 'exact_score', [1, 2, 3, 4]),
  firstToScore('first_team_to_score', 'period'),
  doubleResult('1st_period_full_game', 'period', [onePeriod, lastTwo], HIGHEST_LEAD),
  teamYesNo('to_win_any_period', 'period', (model, side) =>
    inAny(WINS[side], onePeriod, onePeriod, onePeriod)(model),
  ),
  teamYesNo(
    'team_to_win_every_period',
    'period',
    (model, side) => inEach(WINS[side], onePeriod, onePeriod, onePeriod)(model),
    // The selection type of both yes and no: the side of the team.
    'side',
  ),
  yesNo(
    'goal_in_every_period',
    'period',
    inEach({ total: above(0) }, onePeriod, onePeriod, onePeriod),
  ),
  ...PERIOD_NAMES.flatMap(periodMarkets),
  total(
    '1st_10_minutes_total_goals',
    'period',
    { alternates: 0, step: 1 },
    period(PERIOD_SHARE / 2),
  ),
  total('total_shots_on_goal', 'period', { alternates: 3, step: 1 }, matchStatistic(SHOTS)),
  teamTotal(
    'team_total_shots_on_goal',
    'period',
    { alternates: 2, step: 1 },
    matchStatistic(SHOTS),
  ),
  total(
    'total_power_play_goals',
    'period',
    { alternates: 1, step: 1 },
    matchStatistic(POWER_PLAY_GOALS),
  ),
  total('total_penalties', 'period', { alternates: 2, step: 1 }, matchStatistic(PENALTIES)),
  total('total_hits', 'period', { alternates: 2, step: 1 }, matchStatistic(HITS)),
  anytimeScorer('anytime_goal_scorer', goals),
  firstScorer('first_goal_scorer', goals),
  firstScorer('last_goal_scorer', goals),
  anytimeScorer('to_score_2+_goals', goals, 2),
  anytimeScorer('to_score_3+_goals', goals, 3),
  playerProp('player_shots_on_goal', { statistics: [shots], lines: 5 }),
  playerProp('player_points', { statistics: [goals, assists] }),
  playerProp('player_assists', { statistics: [assists] }),
  playerProp('player_goals', { statistics: [goals] }),
  playerProp('player_saves', { statistics: [saves], lines: 6 }),
  playerProp('player_goals_against', { statistics: [goalsAgainst] }),
  playerProp('player_blocked_shots', { statistics: [blocked], lines: 4 }),
  playerProp('player_power_play_points', { statistics: [powerPlayPoints], lines: 2 }),
  playerProp('player_hits', { statistics: [hits], lines: 4 }),
  playerProp('player_faceoffs_won', { statistics: [faceoffs] }),
  playerProp('player_shots_+_blocked_shots', { statistics: [shots, blocked], lines: 4 }),
  playerProp('player_goals_+_assists_+_shots', { statistics: [goals, assists, shots], lines: 3 }),
  playerProp('player_takeaways', { statistics: [takeaways], lines: 2 }),
  playerProp('player_time_on_ice', { statistics: [timeOnIce] }),
  playerProp('1st_period_player_shots_on_goal', { statistics: [shots], share: PERIOD_SHARE }),
  playerProp('1st_period_player_points', {
    statistics: [goals, assists],
    share: PERIOD_SHARE,
    lines: 2,
  }),
];
