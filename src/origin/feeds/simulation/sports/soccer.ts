import { FlowGame } from '../games/flow-game.ts';
import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import { count, inAny, inEach, type MarketType, period, when } from '../markets/market.ts';
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
import { doubleResult, firstToScore, highestScoringHalf } from '../markets/period-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/player-markets.ts';
import {
  ANY_SCORE,
  BOTH_SCORE,
  CONCEDES_NOTHING,
  SCORES,
  WINS,
  WINS_TO_NIL,
} from '../score-condition.ts';
import { poissonScoreModel } from '../score-models/poisson-score-model.ts';
import { countMarkets, playerProps, type Sport } from './sport.ts';

const USUAL = { total: 2.65, deviation: { margin: 1.65, total: 1.65 } };
/** The share of a game's goals that is scored in each half. */
const HALVES = { '1st_half': 0.45, '2nd_half': 0.55 };
const first = period(HALVES['1st_half']);
const second = period(HALVES['2nd_half']);
const CORNERS = 9.8;
const inFirstHalf = { periodName: '1st_half', share: HALVES['1st_half'] };
/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 6;

/** The ranks in the side, from 0 for the goalkeeper; 99 means to the last player. */
const outfield = { ranks: [1, 99] } as const;

const STATISTICS = {
  shots: { average: [0.5, 3.6], ...outfield, lines: 4 },
  shots_on_target: { average: [0.2, 1.6], ...outfield },
  assists: { average: [0.02, 0.18], ...outfield, isShareOfScore: true, lines: 2 },
  goals: { average: [0.01, 0.2], ...outfield, isShareOfScore: true },
  fouls: { average: [1.8, 0.7], ...outfield },
  fouls_drawn: { average: [0.6, 2], ...outfield, lines: 2 },
  saves: { average: [3, 3.4], ranks: [0, 0], lines: 6 },
  shots_attempted: { average: [0.8, 4], ranks: [1, 6] },
  cards: { average: [0.28, 0.12], ...outfield, lines: 1 },
  tackles: { average: [2.6, 0.8], ...outfield },
  passes: { average: [28, 62], ...outfield, dispersion: 1.8, step: 5 },
  offsides: { average: [0.2, 0.9], ranks: [1, 4], lines: 2 },
} as const;

function marketsOfHalf([name, share]: readonly [string, number]): MarketType[] {
  const scope = period(share);
  return [
    threeWay(`${name}_moneyline`, scope),
    handicap(`${name}_point_spread`, 2, { scope }),
    total(`${name}_total_goals`, 2, { scope }),
    teamTotal(`${name}_team_total_goals`, 1, { scope }),
    yesNo(`${name}_both_teams_to_score`, when(BOTH_SCORE, scope)),
    doubleChance(`${name}_double_chance`, scope),
    twoWay(`${name}_draw_no_bet`, scope),
    correctScore(`${name}_correct_score`, 3, scope),
    handicap(`${name}_asian_handicap`, 2, { step: 0.25, scope }),
    total(`${name}_asian_total_goals`, 3, { step: 0.25, scope }),
    oddEven(`${name}_total_goals_odd_even`, scope),
    totalRange(`${name}_total_goals_range`, [0, 2, 4], scope),
    firstToScore(`${name}_first_team_to_score`, scope),
    teamYesNo(`${name}_team_to_score`, (side) => when(SCORES[side], scope)),
    ...countMarkets({ corners: { average: CORNERS, total: 2, teamTotal: 1 } }, share, name),
  ];
}

export const soccer: Sport = {
  id: 'soccer',
  margin: { average: 0.35, deviation: 0.7 },
  totalDeviation: 0.3,
  usual: USUAL,
  minutes: 112,
  newGame: (random) =>
    new FlowGame(
      {
        time: {
          periods: 2,
          periodSeconds: 2880,
          breakSeconds: 900,
          halfTimeSeconds: 900,
          // The clock never stops within a half, and a tie leads to no overtime.
          runSeconds: Number.POSITIVE_INFINITY,
          stopSeconds: 0,
          overtimeSeconds: null,
        },
        clockStarts: [0, 2700],
        periodNames: (period) => [`${period === 1 ? '1st' : '2nd'} Half`, `${period}H`],
        model: (rating, score) => poissonScoreModel(rating, USUAL, score),
        minGoals: 0.15,
        counts: { corners: 5, yellowCards: 2, redCards: 0.06 },
      },
      random,
    ),
  markets: {
    main: [
      threeWay('moneyline'),
      handicap('point_spread', 5, { step: 0.5 }),
      total('total_goals', 6, { step: 0.5 }),
    ],
    team_total: [teamTotal('team_total', 2)],
    game_prop: [
      twoWay('draw_no_bet'),
      doubleChance('double_chance'),
      yesNo('both_teams_to_score', when(BOTH_SCORE)),
      oddEven('total_goals_odd_even'),
      teamYesNo('clean_sheet', (side) => when(CONCEDES_NOTHING[side])),
      teamYesNo('to_win_to_nil', (side) => when(WINS_TO_NIL[side])),
      teamYesNo('team_to_score', (side) => when(SCORES[side])),
      handicap('asian_handicap', 4, { step: 0.25 }),
      total('asian_total_goals', 5, { step: 0.25 }),
      resultAndTotal('match_result_total_goals', [1.5, 2.5, 3.5], 'with-draw'),
    ],
    exact_score: [
      correctScore('correct_score', 4),
      totalRange('exact_total_goals', [0, 1, 2, 3, 4, 5, 6]),
      totalRange('total_goals_range', [0, 2, 4, 7]),
      winningMargin('winning_margin', [1, 2, 3, 4]),
    ],
    period: [
      doubleResult('halftime_fulltime', [first, second], HIGHEST_LEAD),
      highestScoringHalf([first, second]),
      firstToScore('first_team_to_score'),
      teamYesNo('to_win_either_half', (side) => inAny(WINS[side], first, second)),
      teamYesNo('team_to_win_both_halves', (side) => inEach(WINS[side], first, second), 'side'),
      yesNo('both_halves_goal_scored', inEach(ANY_SCORE, first, second)),
      ...Object.entries(HALVES).flatMap(marketsOfHalf),
      total('1st_10_minutes_total_goals', 0, { scope: period(0.1) }),
      handicap('asian_handicap_corners', 3, { step: 0.5, scope: count(CORNERS) }),
      oddEven('total_corners_odd_even', count(CORNERS)),
      ...countMarkets({
        corners: { average: CORNERS, total: 5, teamTotal: 2, most: true },
        shots: { average: 24.5, total: 3, teamTotal: 3 },
        shots_on_target: { average: 8.5, total: 3, teamTotal: 2 },
        cards: { average: 4.2, total: 2, teamTotal: 1 },
        offsides: { average: 3.4, total: 2 },
        fouls: { average: 22.5, total: 2 },
      }),
    ],
    scorer: [
      anytimeScorer('anytime_goal_scorer', STATISTICS.goals),
      firstScorer('first_goal_scorer', STATISTICS.goals),
      firstScorer('last_goal_scorer', STATISTICS.goals),
      anytimeScorer('to_score', STATISTICS.goals, { least: 2 }),
      anytimeScorer('anytime_goal_scorer_by_header', STATISTICS.goals, { share: 0.18 }),
      anytimeScorer('anytime_goal_scorer_outside_box', STATISTICS.goals, { share: 0.13 }),
    ],
    player_prop: playerProps(STATISTICS, [
      { of: ['goals', 'assists'], lines: 2 },
      { of: ['goals', 'assists'], type: 'player_to_score_or_assist', lines: 1 },
      { of: ['shots'], ...inFirstHalf },
      { of: ['shots_on_target'], ...inFirstHalf, lines: 2 },
    ]),
  },
};
