import { FlowGame } from '../games/flow-game.ts';
import { scoreModel, type UsualGame } from '../scores/score-model.ts';
import {
  ANY_SCORE,
  BOTH_SCORE,
  CONCEDES_NOTHING,
  SCORES,
  WINS,
  WINS_TO_NIL,
} from '../scores/scores.ts';
import { inPeriods, ownProps, type Sport, type Statistics } from './sport.ts';

const USUAL: UsualGame = {
  total: 2.65,
  deviation: { margin: 1.65, total: 1.65 },
  distribution: 'poisson',
};
/** The share of a game's goals that is scored in each half. */
const HALVES = { '1st_half': 0.45, '2nd_half': 0.55 };
const BOTH = [0.45, 0.55] as const;
const CORNERS = 9.8;

/** The ranks in the side, from 0 for the goalkeeper; 99 means to the last player. */
const outfield = { ranks: [1, 99] } as const;

const STATISTICS: Statistics = {
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
};

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
        model: (rating, score) => scoreModel(rating, USUAL, score),
        minGoals: 0.15,
        counts: { corners: 5, yellowCards: 2, redCards: 0.06 },
      },
      random,
    ),
  statistics: STATISTICS,
  markets: {
    main: [
      ['three-way', 'moneyline'],
      ['handicap', 'point_spread', { alternates: 5, step: 0.5 }],
      ['total', 'total_goals', { alternates: 6, step: 0.5 }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 2 }]],
    game_prop: [
      ['two-way', 'draw_no_bet'],
      ['double-chance', 'double_chance'],
      ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
      ['odd-even', 'total_goals_odd_even'],
      ['team-yes-no', 'clean_sheet', { yes: CONCEDES_NOTHING }],
      ['team-yes-no', 'to_win_to_nil', { yes: WINS_TO_NIL }],
      ['team-yes-no', 'team_to_score', { yes: SCORES }],
      ['handicap', 'asian_handicap', { alternates: 4, step: 0.25 }],
      ['total', 'asian_total_goals', { alternates: 5, step: 0.25 }],
      ['result-and-total', 'match_result_total_goals', { lines: [1.5, 2.5, 3.5], withDraw: true }],
    ],
    exact_score: [
      ['correct-score', 'correct_score', { highest: 4 }],
      ['total-range', 'exact_total_goals', { from: [0, 1, 2, 3, 4, 5, 6] }],
      ['total-range', 'total_goals_range', { from: [0, 2, 4, 7] }],
      ['winning-margin', 'winning_margin', { from: [1, 2, 3, 4] }],
    ],
    period: [
      ['double-result', 'halftime_fulltime', { shares: BOTH, highestLead: 6 }],
      ['highest-scoring-half', 'highest_scoring_half', { shares: BOTH }],
      ['first-to-score', 'first_team_to_score'],
      ['team-yes-no', 'to_win_either_half', { yes: WINS, inAny: BOTH }],
      ['team-yes-no', 'team_to_win_both_halves', { yes: WINS, inEach: BOTH, bySide: true }],
      ['yes-no', 'both_halves_goal_scored', { yes: ANY_SCORE, inEach: BOTH }],
      ...inPeriods(HALVES, [
        ['three-way', 'moneyline'],
        ['handicap', 'point_spread', { alternates: 2 }],
        ['total', 'total_goals', { alternates: 2 }],
        ['team-total', 'team_total_goals', { alternates: 1 }],
        ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
        ['double-chance', 'double_chance'],
        ['two-way', 'draw_no_bet'],
        ['correct-score', 'correct_score', { highest: 3 }],
        ['handicap', 'asian_handicap', { alternates: 2, step: 0.25 }],
        ['total', 'asian_total_goals', { alternates: 3, step: 0.25 }],
        ['odd-even', 'total_goals_odd_even'],
        ['total-range', 'total_goals_range', { from: [0, 2, 4] }],
        ['first-to-score', 'first_team_to_score'],
        ['team-yes-no', 'team_to_score', { yes: SCORES }],
        ['total', 'total_corners', { alternates: 2, count: CORNERS }],
        ['team-total', 'team_total_corners', { alternates: 1, count: CORNERS }],
      ]),
      ['total', '1st_10_minutes_total_goals', { share: 0.1 }],
      ['handicap', 'asian_handicap_corners', { alternates: 3, step: 0.5, count: CORNERS }],
      ['odd-even', 'total_corners_odd_even', { count: CORNERS }],
      ['total', 'total_corners', { alternates: 5, count: CORNERS }],
      ['team-total', 'team_total_corners', { alternates: 2, count: CORNERS }],
      ['three-way', 'most_corners', { count: CORNERS }],
      ['total', 'total_shots', { alternates: 3, count: 24.5 }],
      ['team-total', 'team_total_shots', { alternates: 3, count: 24.5 }],
      ['total', 'total_shots_on_target', { alternates: 3, count: 8.5 }],
      ['team-total', 'team_total_shots_on_target', { alternates: 2, count: 8.5 }],
      ['total', 'total_cards', { alternates: 2, count: 4.2 }],
      ['team-total', 'team_total_cards', { alternates: 1, count: 4.2 }],
      ['total', 'total_offsides', { alternates: 2, count: 3.4 }],
      ['total', 'total_fouls', { alternates: 2, count: 22.5 }],
    ],
    scorer: [
      ['anytime-scorer', 'anytime_goal_scorer', { of: 'goals' }],
      ['first-scorer', 'first_goal_scorer', { of: 'goals' }],
      ['first-scorer', 'last_goal_scorer', { of: 'goals' }],
      ['anytime-scorer', 'to_score', { of: 'goals', least: 2 }],
      ['anytime-scorer', 'anytime_goal_scorer_by_header', { of: 'goals', share: 0.18 }],
      ['anytime-scorer', 'anytime_goal_scorer_outside_box', { of: 'goals', share: 0.13 }],
    ],
    player_prop: [
      ...ownProps(STATISTICS),
      ['player-prop', 'player_goals_+_assists', { of: ['goals', 'assists'], lines: 2 }],
      ['player-prop', 'player_to_score_or_assist', { of: ['goals', 'assists'], lines: 1 }],
      ['player-prop', '1st_half_player_shots', { of: ['shots'], share: 0.45 }],
      [
        'player-prop',
        '1st_half_player_shots_on_target',
        { of: ['shots_on_target'], share: 0.45, lines: 2 },
      ],
    ],
  },
};
