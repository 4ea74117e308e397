import { FlowGame } from '../games/flow-game.ts';
import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import { inAny, inEach, type MarketType, period, when } from '../markets/market.ts';
import {
  correctScore,
  doubleChance,
  oddEven,
  resultAndTotal,
  teamYesNo,
  threeWay,
  totalRange,
  twoWay,
  winningMargin,
  yesNo,
} from '../markets/outcome-markets.ts';
import { doubleResult, firstToScore } from '../markets/period-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/player-markets.ts';
import { ANY_SCORE, BOTH_SCORE, DRAW, SCORES, WINS, WINS_TO_NIL } from '../score-condition.ts';
import { poissonScoreModel } from '../score-models/poisson-score-model.ts';
import { countMarkets, playerProps, type Sport } from './sport.ts';

const USUAL = { total: 6.1, deviation: { margin: 2.5, total: 2.5 } };
/** The share of a game's goals that is scored in each period. */
const SHARE = 1 / 3;
const scope = period(SHARE);
/** The game without overtime. */
const regulation = period(1);
const SHOTS = 58;
const inFirstPeriod = { periodName: '1st_period', share: SHARE };
/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 8;

// The ranks in the side, from 0, of the players who record a statistic; 99 means to the last.
const goalie = { ranks: [0, 0] } as const;
const skaters = { ranks: [1, 99] } as const;

const STATISTICS = {
  shots_on_goal: { average: [1.2, 3.8], ...skaters, lines: 5 },
  assists: { average: [0.05, 0.25], ...skaters, isShareOfScore: true },
  goals: { average: [0.015, 0.19], ...skaters, isShareOfScore: true },
  saves: { average: [23, 29], ...goalie, dispersion: 1.2, lines: 6 },
  goals_against: { average: [2.4, 3], ...goalie },
  blocked_shots: { average: [0.6, 2.2], ...skaters, lines: 4 },
  power_play_points: { average: [0.08, 0.45], ...skaters, lines: 2 },
  hits: { average: [0.8, 3], ...skaters, lines: 4 },
  faceoffs_won: { average: [5, 11], ranks: [1, 4] },
  takeaways: { average: [0.3, 1.2], ...skaters, lines: 2 },
  time_on_ice: { average: [12, 23], ...skaters },
} as const;

function marketsOfPeriod(name: string): MarketType[] {
  return [
    threeWay(`${name}_moneyline`, scope),
    twoWay(`${name}_draw_no_bet`, scope),
    handicap(`${name}_puck_line`, 1, { smallest: 0.5, scope }),
    total(`${name}_total_goals`, 2, { scope }),
    teamTotal(`${name}_team_total_goals`, 1, { scope }),
    yesNo(`${name}_both_teams_to_score`, when(BOTH_SCORE, scope)),
    doubleChance(`${name}_double_chance`, scope),
    oddEven(`${name}_total_goals_odd_even`, scope),
    correctScore(`${name}_correct_score`, 2, scope),
    firstToScore(`${name}_first_team_to_score`, scope),
    totalRange(`${name}_total_goals_range`, [0, 2, 4], scope),
    teamYesNo(`${name}_team_to_score`, (side) => when(SCORES[side], scope)),
    ...countMarkets({ shots_on_goal: { average: SHOTS, total: 2 } }, SHARE, name),
  ];
}

export const hockey: Sport = {
  id: 'hockey',
  margin: { average: 0.2, deviation: 0.6 },
  totalDeviation: 0.35,
  usual: USUAL,
  minutes: 155,
  newGame: (random) =>
    new FlowGame(
      {
        time: {
          periods: 3,
          periodSeconds: 1200,
          breakSeconds: 1080,
          halfTimeSeconds: 1080,
          runSeconds: 40,
          stopSeconds: 32,
          overtimeSeconds: 300,
        },
        hasSuddenDeath: true,
        periodNames: (period) =>
          period > 3
            ? ['Overtime', 'OT']
            : [`${['1st', '2nd', '3rd'][period - 1]} Period`, `P${period}`],
        model: (rating, score) => poissonScoreModel(rating, USUAL, score, true),
        minGoals: 0.3,
        counts: {},
        powerPlay: { penalties: 7, seconds: 120, factor: 2.5 },
      },
      random,
    ),
  markets: {
    main: [
      twoWay('moneyline'),
      handicap('puck_line', 3, { smallest: 1.5 }),
      total('total_goals', 6, { step: 0.5 }),
    ],
    team_total: [teamTotal('team_total', 2)],
    game_prop: [
      yesNo('both_teams_to_score', when(BOTH_SCORE)),
      oddEven('total_goals_odd_even'),
      teamYesNo('to_win_to_nil', (side) => when(WINS_TO_NIL[side])),
      resultAndTotal('match_result_total_goals', [4.5, 5.5, 6.5]),
      total('asian_total_goals', 4, { step: 0.25 }),
    ],
    exact_score: [
      correctScore('correct_score', 5),
      totalRange('exact_total_goals', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      totalRange('total_goals_range', [0, 4, 6, 8]),
      winningMargin('winning_margin', [1, 2, 3, 4]),
    ],
    period: [
      threeWay('moneyline_3-way', regulation),
      twoWay('draw_no_bet', regulation),
      doubleChance('double_chance', regulation),
      yesNo('overtime', when(DRAW, regulation)),
      firstToScore('first_team_to_score'),
      doubleResult('1st_period_full_game', [scope, period(2 * SHARE)], HIGHEST_LEAD),
      teamYesNo('to_win_any_period', (side) => inAny(WINS[side], scope, scope, scope)),
      teamYesNo(
        'team_to_win_every_period',
        (side) => inEach(WINS[side], scope, scope, scope),
        'side',
      ),
      yesNo('goal_in_every_period', inEach(ANY_SCORE, scope, scope, scope)),
      ...['1st_period', '2nd_period', '3rd_period'].flatMap(marketsOfPeriod),
      total('1st_10_minutes_total_goals', 0, { scope: period(SHARE / 2) }),
      ...countMarkets({
        shots_on_goal: { average: SHOTS, total: 3, teamTotal: 2, most: true },
        power_play_goals: { average: 1.3, total: 1 },
        penalties: { average: 7, total: 2 },
        hits: { average: 42, total: 2 },
      }),
    ],
    scorer: [
      anytimeScorer('anytime_goal_scorer', STATISTICS.goals),
      firstScorer('first_goal_scorer', STATISTICS.goals),
      firstScorer('last_goal_scorer', STATISTICS.goals),
      anytimeScorer('to_score_2+_goals', STATISTICS.goals, { least: 2 }),
      anytimeScorer('to_score_3+_goals', STATISTICS.goals, { least: 3 }),
    ],
    player_prop: playerProps(STATISTICS, [
      { of: ['goals', 'assists'], type: 'player_points' },
      { of: ['shots_on_goal', 'blocked_shots'], type: 'player_shots_+_blocked_shots', lines: 4 },
      { of: ['goals', 'assists', 'shots_on_goal'], type: 'player_goals_+_assists_+_shots' },
      { of: ['shots_on_goal'], ...inFirstPeriod },
      { of: ['goals', 'assists'], type: 'player_points', ...inFirstPeriod, lines: 2 },
    ]),
  },
};
