import type { MarketSpec } from '../markets/market.ts';
import { doubleResult, firstToScore, inAny, inEach } from '../markets/period-markets.ts';
import { oneScorer, prop, scorer, statistic } from '../markets/player-markets.ts';
import {
  correctScore,
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
  doubleChance,
  HOME_WINS,
  handicap,
  part,
  tally,
  teamTotal,
  threeWay,
  total,
  twoWay,
} from '../markets/score-markets.ts';
import { above, exactly } from '../score-condition.ts';

const PERIODS = ['1st_period', '2nd_period', '3rd_period'];
const PERIOD = 1 / 3;
const period = part(PERIOD);
const lastTwo = part(2 * PERIOD);
const regulation = part(1);

/** What is counted beside the score of a usual game. */
const BESIDE_SCORE = { usual: 6.1, scatter: { margin: 2.5, total: 2.5 } };
const SHOTS = { ...BESIDE_SCORE, average: 58 };
const POWER_PLAY_GOALS = { ...BESIDE_SCORE, average: 1.3 };
const PENALTIES = { ...BESIDE_SCORE, average: 7 };
const HITS = { ...BESIDE_SCORE, average: 42 };

const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };
const WINS = { home: HOME_WINS, away: AWAY_WINS };
const SHUTS_OUT = {
  home: { ...HOME_WINS, away: exactly(0) },
  away: { ...AWAY_WINS, home: exactly(0) },
};

const GOALIE = { places: [0, 0] } as const;
const SKATERS = { places: [1, 99] } as const;

const goals = statistic('goals', [0.015, 0.19], { ...SKATERS, isShareOfScore: true });
const assists = statistic('assists', [0.05, 0.25], { ...SKATERS, isShareOfScore: true });
const shots = statistic('shots_on_goal', [1.2, 3.8], SKATERS);
const blocked = statistic('blocked_shots', [0.6, 2.2], SKATERS);
const powerPlayPoints = statistic('power_play_points', [0.08, 0.45], SKATERS);
const hits = statistic('hits', [0.8, 3], SKATERS);
const takeaways = statistic('takeaways', [0.3, 1.2], SKATERS);
const timeOnIce = statistic('time_on_ice', [12, 23], SKATERS);
const faceoffs = statistic('faceoffs_won', [5, 11], { places: [1, 4] });
const saves = statistic('saves', [23, 29], { ...GOALIE, spread: 1.2 });
const goalsAgainst = statistic('goals_against', [2.4, 3], GOALIE);

function periodMarkets(name: string): MarketSpec[] {
  return [
    threeWay(`${name}_moneyline`, 'period', period),
    twoWay(`${name}_draw_no_bet`, 'period', period),
    handicap(`${name}_puck_line`, 'period', { rungs: 1, step: 1, smallest: 0.5 }, period),
    total(`${name}_total_goals`, 'period', { rungs: 2, step: 1 }, period),
    teamTotal(`${name}_team_total_goals`, 'period', { rungs: 1, step: 1 }, period),
    yesNo(`${name}_both_teams_to_score`, 'period', region(BOTH_SCORE, period)),
    doubleChance(`${name}_double_chance`, 'period', period),
    oddEven(`${name}_total_goals_odd_even`, 'period', period),
    correctScore(`${name}_correct_score`, 'period', 2, period),
    total(`${name}_total_shots_on_goal`, 'period', { rungs: 2, step: 1 }, tally(SHOTS, PERIOD)),
    firstToScore(`${name}_first_team_to_score`, 'period', period),
    totalRange(`${name}_total_goals_range`, 'period', [0, 2, 4], period),
    teamYesNo(`${name}_team_to_score`, 'period', (outlook, side) =>
      period(outlook).chance(SCORES[side]),
    ),
  ];
}

export const HOCKEY_MARKETS: readonly MarketSpec[] = [
  twoWay('moneyline', 'main'),
  handicap('puck_line', 'main', { rungs: 3, step: 1, smallest: 1.5 }),
  total('total_goals', 'main', { rungs: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { rungs: 2, step: 1 }),
  threeWay('most_shots_on_goal', 'period', tally(SHOTS)),
  threeWay('moneyline_3-way', 'period', regulation),
  twoWay('draw_no_bet', 'period', regulation),
  doubleChance('double_chance', 'period', regulation),
  yesNo('overtime', 'period', region(DRAWN, regulation)),
  yesNo('both_teams_to_score', 'special', region(BOTH_SCORE)),
  oddEven('total_goals_odd_even', 'special'),
  teamYesNo('to_win_to_nil', 'special', (outlook, side) => outlook.chance(SHUTS_OUT[side])),
  resultAndTotal('match_result_total_goals', 'special', [4.5, 5.5, 6.5], false),
  total('asian_total_goals', 'special', { rungs: 4, step: 0.25 }),
  correctScore('correct_score', 'score', 5),
  totalRange('exact_total_goals', 'score', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  totalRange('total_goals_range', 'score', [0, 4, 6, 8]),
  winningMargin('winning_margin', 'score', [1, 2, 3, 4]),
  firstToScore('first_team_to_score', 'period'),
  doubleResult('1st_period_full_game', 'period', [period, lastTwo], 8),
  teamYesNo('to_win_any_period', 'period', (outlook, side) =>
    inAny(WINS[side], period, period, period)(outlook),
  ),
  teamYesNo(
    'team_to_win_every_period',
    'period',
    (outlook, side) => inEach(WINS[side], period, period, period)(outlook),
    'side',
  ),
  yesNo('goal_in_every_period', 'period', inEach({ total: above(0) }, period, period, period)),
  ...PERIODS.flatMap(periodMarkets),
  total('1st_10_minutes_total_goals', 'period', { rungs: 0, step: 1 }, part(PERIOD / 2)),
  total('total_shots_on_goal', 'period', { rungs: 3, step: 1 }, tally(SHOTS)),
  teamTotal('team_total_shots_on_goal', 'period', { rungs: 2, step: 1 }, tally(SHOTS)),
  total('total_power_play_goals', 'period', { rungs: 1, step: 1 }, tally(POWER_PLAY_GOALS)),
  total('total_penalties', 'period', { rungs: 2, step: 1 }, tally(PENALTIES)),
  total('total_hits', 'period', { rungs: 2, step: 1 }, tally(HITS)),
  scorer('anytime_goal_scorer', goals),
  oneScorer('first_goal_scorer', goals),
  oneScorer('last_goal_scorer', goals),
  scorer('to_score_2+_goals', goals, 2),
  scorer('to_score_3+_goals', goals, 3),
  prop('player_shots_on_goal', { statistics: [shots], lines: 5 }),
  prop('player_points', { statistics: [goals, assists] }),
  prop('player_assists', { statistics: [assists] }),
  prop('player_goals', { statistics: [goals] }),
  prop('player_saves', { statistics: [saves], lines: 6 }),
  prop('player_goals_against', { statistics: [goalsAgainst] }),
  prop('player_blocked_shots', { statistics: [blocked], lines: 4 }),
  prop('player_power_play_points', { statistics: [powerPlayPoints], lines: 2 }),
  prop('player_hits', { statistics: [hits], lines: 4 }),
  prop('player_faceoffs_won', { statistics: [faceoffs] }),
  prop('player_shots_+_blocked_shots', { statistics: [shots, blocked], lines: 4 }),
  prop('player_goals_+_assists_+_shots', { statistics: [goals, assists, shots], lines: 3 }),
  prop('player_takeaways', { statistics: [takeaways], lines: 2 }),
  prop('player_time_on_ice', { statistics: [timeOnIce] }),
  prop('1st_period_player_shots_on_goal', { statistics: [shots], share: PERIOD }),
  prop('1st_period_player_points', { statistics: [goals, assists], share: PERIOD, lines: 2 }),
];
