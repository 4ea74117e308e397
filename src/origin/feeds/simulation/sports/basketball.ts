import { quarterNames } from '../games/clock-game.ts';
import { PossessionGame } from '../games/possession-game.ts';
import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import { count, inAny, inEach, period, when } from '../markets/market.ts';
import {
  oddEven,
  resultAndTotal,
  teamYesNo,
  threeWay,
  totalRange,
  twoWay,
  winningMargin,
  yesNo,
} from '../markets/outcome-markets.ts';
import { doubleResult, highestScoringHalf } from '../markets/period-markets.ts';
import { firstScorer } from '../markets/player-markets.ts';
import { DRAW, WINS } from '../score-condition.ts';
import { normalScoreModel } from '../score-models/normal-score-model.ts';
import { countMarkets, periodMarkets, playerProps, type Sport } from './sport.ts';

const USUAL = { total: 226, deviation: { margin: 15, total: 16 } };
const half = period(0.5);
const quarter = period(0.25);
const POINTS = { spread: 'point_spread', unit: 'points' };
const QUARTERS = ['1st_quarter', '2nd_quarter', '3rd_quarter', '4th_quarter'];
const THREES = { average: 25, total: 3, teamTotal: 2, most: true };
/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 40;

const STATISTICS = {
  points: { average: [5, 28], dispersion: 1.4, lines: 4, step: 2 },
  rebounds: { average: [2.5, 10] },
  assists: { average: [1.2, 8] },
  threes: { average: [0.1, 2.8] },
  steals: { average: [0.5, 1.6], lines: 2 },
  blocks: { average: [0.3, 1.6], lines: 2 },
  turnovers: { average: [0.8, 3.4], lines: 2 },
  field_goals: { average: [2, 10], lines: 2 },
  free_throws: { average: [0.8, 6.5], lines: 2 },
  fouls: { average: [1.8, 3], lines: 2 },
  offensive_rebounds: { average: [0.4, 2.8], lines: 2 },
  defensive_rebounds: { average: [2, 7.5], lines: 2 },
  threes_attempted: { average: [0.8, 7], lines: 2 },
  field_goals_attempted: { average: [4, 19], lines: 2 },
  two_pointers: { average: [1.2, 6.5], lines: 2 },
  minutes: { average: [14, 35], lines: 2 },
  first_basket: { average: [0.01, 0.2], isShareOfScore: true, lines: 0 },
} as const;

export const basketball: Sport = {
  id: 'basketball',
  margin: { average: 2.5, deviation: 5 },
  totalDeviation: 6,
  usual: USUAL,
  minutes: 135,
  newGame: (random) =>
    new PossessionGame(
      {
        time: {
          periods: 4,
          periodSeconds: 720,
          breakSeconds: 150,
          halfTimeSeconds: 900,
          runSeconds: 24,
          stopSeconds: 30,
          overtimeSeconds: 300,
        },
        periodNames: quarterNames,
        model: (rating, score) => normalScoreModel(rating, USUAL, score, true),
        startsWith: 'home',
        possessionSeconds: 14.4,
        possessionsASide: 100,
        scores: [
          { play: '3-pointer made', points: 3 },
          { play: '2-pointer made', points: 2 },
        ],
        firstScoreShare: 0.35,
        failures: ['Turnover', 'Shot missed'],
        firstFailureShare: 0.25,
        minScoreChance: 0,
        scoresSuspend: false,
        foulChance: 0.2,
      },
      random,
    ),
  markets: {
    main: [
      twoWay('moneyline'),
      handicap('point_spread', 5, { smallest: 0.5 }),
      total('total_points', 5),
    ],
    team_total: [teamTotal('team_total', 3)],
    game_prop: [
      oddEven('total_points_odd_even'),
      resultAndTotal('match_result_total_points', [210.5, 220.5, 230.5]),
    ],
    exact_score: [
      winningMargin('winning_margin', [1, 6, 11, 16, 21, 26]),
      winningMargin('winning_margin_exact', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      totalRange('total_points_range', [0, 201, 211, 221, 231, 241, 251]),
    ],
    period: [
      threeWay('moneyline_3-way', period(1)),
      yesNo('overtime', when(DRAW, period(1))),
      winningMargin('1st_half_winning_margin', [1, 6, 11, 16], half),
      totalRange('1st_half_total_points_range', [0, 101, 111, 121, 131], half),
      doubleResult('1st_quarter_full_game', [quarter, period(0.75)], HIGHEST_LEAD),
      doubleResult('halftime_fulltime', [half, half], HIGHEST_LEAD),
      highestScoringHalf([half, half]),
      teamYesNo('to_win_either_half', (side) => inAny(WINS[side], half, half)),
      teamYesNo('team_to_win_both_halves', (side) => inEach(WINS[side], half, half), 'side'),
      teamYesNo('to_win_every_quarter', (side) =>
        inEach(WINS[side], quarter, quarter, quarter, quarter),
      ),
      ...countMarkets({ threes: THREES }),
      ...countMarkets({ threes: { average: 25, total: 2 } }, 0.5, '1st_half'),
      ...['1st_half', '2nd_half'].flatMap((name) => periodMarkets(name, 0.5, POINTS)),
      ...QUARTERS.flatMap((name) => periodMarkets(name, 0.25, POINTS)),
    ],
    scorer: [
      firstScorer('first_basket_scorer', STATISTICS.first_basket),
      firstScorer('first_three_point_scorer', STATISTICS.threes, count(THREES.average)),
    ],
    player_prop: playerProps(STATISTICS, [
      { of: ['points', 'rebounds'], lines: 2, step: 2 },
      { of: ['points', 'assists'], lines: 2, step: 2 },
      { of: ['rebounds', 'assists'], lines: 2 },
      { of: ['points', 'rebounds', 'assists'], step: 2 },
      { of: ['steals', 'blocks'], lines: 2 },
      { of: ['points'], periodName: '1st_half', share: 0.5, lines: 2 },
      { of: ['rebounds'], periodName: '1st_half', share: 0.5, lines: 2 },
      { of: ['assists'], periodName: '1st_half', share: 0.5, lines: 2 },
      { of: ['threes'], periodName: '1st_half', share: 0.5, lines: 2 },
      { of: ['points'], periodName: '1st_quarter', share: 0.25, lines: 2 },
      { of: ['rebounds'], periodName: '1st_quarter', share: 0.25, lines: 2 },
      { of: ['assists'], periodName: '1st_quarter', share: 0.25, lines: 2 },
      { of: ['threes'], periodName: '1st_quarter', share: 0.25, lines: 2 },
    ]),
  },
};
