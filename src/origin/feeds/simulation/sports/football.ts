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
import { anytimeScorer, firstScorer } from '../markets/player-markets.ts';
import { ANY_SCORE, DRAW, WINS } from '../score-condition.ts';
import { normalScoreModel } from '../score-models/normal-score-model.ts';
import { countMarkets, periodMarkets, playerProps, type Sport } from './sport.ts';

const USUAL = { total: 46, deviation: { margin: 13, total: 13 } };
const half = period(0.5);
const POINTS = { spread: 'point_spread', unit: 'points' };
/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.22,
  '2nd_quarter': 0.28,
  '3rd_quarter': 0.22,
  '4th_quarter': 0.28,
};
const TOUCHDOWNS = 4.9;
const inFirstHalf = { periodName: '1st_half', share: 0.5 };
/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 28;

// The ranks in the side, from 0, of the players who record a statistic.
const quarterback = { ranks: [0, 0] } as const;
const rushers = { ranks: [0, 3] } as const;
const receivers = { ranks: [1, 9] } as const;
const kicker = { ranks: [10, 10] } as const;
const defenders = { ranks: [5, 9] } as const;

const STATISTICS = {
  passing_yards: { average: [240, 260], ...quarterback, dispersion: 4, lines: 6, step: 10 },
  passing_touchdowns: { average: [1.4, 1.8], ...quarterback },
  passing_attempts: { average: [31, 36], ...quarterback, dispersion: 1.1 },
  passing_completions: { average: [20, 24], ...quarterback, dispersion: 1.1 },
  interceptions_thrown: { average: [0.6, 0.9], ...quarterback, lines: 2 },
  longest_completion: { average: [34, 38], ...quarterback, dispersion: 2, lines: 2, step: 5 },
  rushing_yards: { average: [14, 78], ...rushers, dispersion: 3.5, lines: 6, step: 10 },
  rushing_attempts: { average: [3, 17], ...rushers },
  longest_rush: { average: [7, 16], ...rushers, dispersion: 1.8, lines: 2, step: 5 },
  receiving_yards: { average: [10, 82], ...receivers, dispersion: 3.6, lines: 6, step: 10 },
  receptions: { average: [1, 6.8], ...receivers, lines: 4 },
  longest_reception: { average: [9, 26], ...receivers, dispersion: 2, step: 5 },
  touchdowns: { average: [0.002, 0.022], ranks: [0, 9], isShareOfScore: true, lines: 2 },
  kicking_points: { average: [6.8, 8.2], ...kicker, lines: 4 },
  field_goals_made: { average: [1.4, 1.9], ...kicker },
  'tackles_+_assists': { average: [3.5, 8], ...defenders },
  solo_tackles: { average: [2, 5], ...defenders, lines: 2 },
  punts: { average: [3.8, 4.4], ...kicker },
  sacks: { average: [0.2, 0.7], ...defenders, lines: 2 },
} as const;

export const football: Sport = {
  id: 'football',
  margin: { average: 1.8, deviation: 5.5 },
  totalDeviation: 4,
  usual: USUAL,
  minutes: 190,
  newGame: (random) =>
    new PossessionGame(
      {
        time: {
          periods: 4,
          periodSeconds: 900,
          breakSeconds: 120,
          halfTimeSeconds: 780,
          runSeconds: 18,
          stopSeconds: 34,
          overtimeSeconds: 600,
        },
        periodNames: quarterNames,
        model: (rating, score) => normalScoreModel(rating, USUAL, score, true),
        startsWith: 'away',
        possessionSeconds: 150,
        possessionsASide: 12,
        scores: [
          { play: 'Touchdown', points: 7 },
          { play: 'Field goal', points: 3 },
        ],
        firstScoreShare: 0.6,
        failures: ['Turnover', 'Punt'],
        firstFailureShare: 0.3,
        minScoreChance: 0.1,
        scoresSuspend: true,
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
      resultAndTotal('match_result_total_points', [40.5, 44.5, 48.5]),
    ],
    exact_score: [
      winningMargin('winning_margin', [1, 4, 7, 11, 14, 21]),
      totalRange('total_points_range', [0, 31, 38, 45, 52, 59]),
    ],
    period: [
      threeWay('moneyline_3-way', period(1)),
      yesNo('overtime', when(DRAW, period(1))),
      winningMargin('1st_half_winning_margin', [1, 4, 7, 11, 14], half),
      totalRange('1st_half_total_points_range', [0, 11, 18, 25, 32], half),
      doubleResult('1st_quarter_full_game', [period(0.22), period(0.78)], HIGHEST_LEAD),
      doubleResult('halftime_fulltime', [half, half], HIGHEST_LEAD),
      highestScoringHalf([half, half]),
      teamYesNo('to_win_either_half', (side) => inAny(WINS[side], half, half)),
      teamYesNo('team_to_win_both_halves', (side) => inEach(WINS[side], half, half), 'side'),
      yesNo(
        'both_halves_touchdown',
        inEach(ANY_SCORE, count(TOUCHDOWNS, 0.5), count(TOUCHDOWNS, 0.5)),
      ),
      ...countMarkets({
        touchdowns: { average: TOUCHDOWNS, total: 2, teamTotal: 2, most: true },
        field_goals: { average: 3.4, total: 2, teamTotal: 1 },
        sacks: { average: 4.5, total: 2, most: true },
        turnovers: { average: 2.5, total: 1 },
      }),
      ...countMarkets({ touchdowns: { average: TOUCHDOWNS, total: 1 } }, 0.5, '1st_half'),
      ...Object.entries(PERIODS).flatMap(([name, share]) => periodMarkets(name, share, POINTS)),
    ],
    scorer: [
      anytimeScorer('anytime_touchdown_scorer', STATISTICS.touchdowns),
      firstScorer('first_touchdown_scorer', STATISTICS.touchdowns, count(TOUCHDOWNS)),
      firstScorer('last_touchdown_scorer', STATISTICS.touchdowns, count(TOUCHDOWNS)),
      anytimeScorer('to_score_2+_touchdowns', STATISTICS.touchdowns, { least: 2 }),
      anytimeScorer('1st_half_touchdown_scorer', STATISTICS.touchdowns, { share: 0.5 }),
    ],
    player_prop: playerProps(STATISTICS, [
      {
        of: ['rushing_yards', 'receiving_yards'],
        type: 'player_rushing_+_receiving_yards',
        lines: 6,
        step: 10,
      },
      {
        of: ['passing_yards', 'rushing_yards'],
        type: 'player_passing_+_rushing_yards',
        lines: 6,
        step: 10,
      },
      { of: ['passing_yards'], ...inFirstHalf, step: 10 },
      { of: ['rushing_yards'], ...inFirstHalf, step: 5 },
      { of: ['receiving_yards'], ...inFirstHalf, step: 5 },
    ]),
  },
};
