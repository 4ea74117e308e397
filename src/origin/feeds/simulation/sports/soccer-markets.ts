import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import type { MarketDefinition } from '../markets/market.ts';
import { matchStatistic, period, type Scope } from '../markets/market-scope.ts';
import {
  doubleResult,
  firstToScore,
  highestScoringPeriod,
  inAny,
  inEach,
} from '../markets/period-markets.ts';
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
import { AWAY_WINS, doubleChance, HOME_WINS, threeWay, twoWay } from '../markets/result-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/scorer-markets.ts';
import { above, exactly } from '../score-condition.ts';

// Shares of a game's goals that are scored in each half.
const FIRST_HALF = 0.45;
const SECOND_HALF = 0.55;
const first = period(FIRST_HALF);
const second = period(SECOND_HALF);

/**
 * A usual game: its expected total goals, and the standard deviations of the final margin and total. Each
 * `average` is a count in such a game, both sides together.
 */
const USUAL_GAME = { usualTotal: 2.65, deviation: { margin: 1.65, total: 1.65 } };
const CORNERS = { ...USUAL_GAME, average: 9.8 };
const SHOTS = { ...USUAL_GAME, average: 24.5 };
const SHOTS_ON_TARGET = { ...USUAL_GAME, average: 8.5 };
const CARDS = { ...USUAL_GAME, average: 4.2 };
const OFFSIDES = { ...USUAL_GAME, average: 3.4 };
const FOULS = { ...USUAL_GAME, average: 22.5 };

// Conditions on the score. All but the first have one for each side.
const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };
const CONCEDES_NOTHING = { home: { away: exactly(0) }, away: { home: exactly(0) } };
const WINS = { home: HOME_WINS, away: AWAY_WINS };
const WINS_TO_NIL = {
  home: { ...HOME_WINS, ...CONCEDES_NOTHING.home },
  away: { ...AWAY_WINS, ...CONCEDES_NOTHING.away },
};

/** The ranks in the side, from 0 for the goalkeeper; 99 means to the last player. */
const OUTFIELD = { ranks: [1, 99] } as const;
// Each statistic has two averages per game: that of the lowest-ranked player who records it, and that of the
// highest-ranked one. With `isShareOfScore` they are counts per goal of the side. `dispersion` is 1 for a
// Poisson count, and higher for a wider spread.
const goals = playerStatistic('goals', [0.01, 0.2], { ...OUTFIELD, isShareOfScore: true });
const assists = playerStatistic('assists', [0.02, 0.18], { ...OUTFIELD, isShareOfScore: true });
const shots = playerStatistic('shots', [0.5, 3.6], OUTFIELD);
const shotsOnTarget = playerStatistic('shots_on_target', [0.2, 1.6], OUTFIELD);
const attempts = playerStatistic('shots_attempted', [0.8, 4], { ranks: [1, 6] });
const fouls = playerStatistic('fouls', [1.8, 0.7], OUTFIELD);
const foulsDrawn = playerStatistic('fouls_drawn', [0.6, 2], OUTFIELD);
const tackles = playerStatistic('tackles', [2.6, 0.8], OUTFIELD);
const cards = playerStatistic('cards', [0.28, 0.12], OUTFIELD);
const passes = playerStatistic('passes', [28, 62], { ...OUTFIELD, dispersion: 1.8 });
const offsides = playerStatistic('offsides', [0.2, 0.9], { ranks: [1, 4] });
const saves = playerStatistic('saves', [3, 3.4], { ranks: [0, 0] });

// Shares of all goals.
const HEADER_SHARE = 0.18;
const OUTSIDE_BOX_SHARE = 0.13;

/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 6;

function halfMarkets(name: string, half: Scope, share: number): MarketDefinition[] {
  return [
    threeWay(`${name}_moneyline`, 'period', half),
    handicap(`${name}_point_spread`, 'period', { alternates: 2, step: 1 }, half),
    total(`${name}_total_goals`, 'period', { alternates: 2, step: 1 }, half),
    teamTotal(`${name}_team_total_goals`, 'period', { alternates: 1, step: 1 }, half),
    yesNo(`${name}_both_teams_to_score`, 'period', probabilityOf(BOTH_SCORE, half)),
    doubleChance(`${name}_double_chance`, 'period', half),
    twoWay(`${name}_draw_no_bet`, 'period', half),
    correctScore(`${name}_correct_score`, 'period', 3, half),
    handicap(`${name}_asian_handicap`, 'period', { alternates: 2, step: 0.25 }, half),
    total(`${name}_asian_total_goals`, 'period', { alternates: 3, step: 0.25 }, half),
    oddEven(`${name}_total_goals_odd_even`, 'period', half),
    totalRange(`${name}_total_goals_range`, 'period', [0, 2, 4], half),
    firstToScore(`${name}_first_team_to_score`, 'period', half),
    teamYesNo(`${name}_team_to_score`, 'period', (model, side) =>
      half(model).probability(SCORES[side]),
    ),
    total(
      `${name}_total_corners`,
      'period',
      { alternates: 2, step: 1 },
      matchStatistic(CORNERS, share),
    ),
    teamTotal(
      `${name}_team_total_corners`,
      'period',
      { alternates: 1, step: 1 },
      matchStatistic(CORNERS, share),
    ),
  ];
}

/**
 * The markets of a soccer game. The first argument is the market type, the second its group, which decides
 * how many books offer it and at which profit margin; `period` also holds rare markets on the whole game. `alternates`
 * counts lines on each side of the main one. `winningMargin` and `totalRange` take the lower bounds of bands,
 * `correctScore` the highest score of a side. Scorer and player markets take no group.
 */
export const SOCCER_MARKETS: readonly MarketDefinition[] = [
  threeWay('moneyline', 'main'),
  handicap('point_spread', 'main', { alternates: 5, step: 0.5 }),
  total('total_goals', 'main', { alternates: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { alternates: 2, step: 1 }),
  twoWay('draw_no_bet', 'game_prop'),
  doubleChance('double_chance', 'game_prop'),
  yesNo('both_teams_to_score', 'game_prop', probabilityOf(BOTH_SCORE)),
  oddEven('total_goals_odd_even', 'game_prop'),
  teamYesNo('clean_sheet', 'game_prop', (model, side) => model.probability(CONCEDES_NOTHING[side])),
  teamYesNo('to_win_to_nil', 'game_prop', (model, side) => model.probability(WINS_TO_NIL[side])),
  teamYesNo('team_to_score', 'game_prop', (model, side) => model.probability(SCORES[side])),
  handicap('asian_handicap', 'game_prop', { alternates: 4, step: 0.25 }),
  total('asian_total_goals', 'game_prop', { alternates: 5, step: 0.25 }),
  resultAndTotal('match_result_total_goals', 'game_prop', [1.5, 2.5, 3.5], 'with-draw'),
  correctScore('correct_score', 'exact_score', 4),
  totalRange('exact_total_goals', 'exact_score', [0, 1, 2, 3, 4, 5, 6]),
  totalRange('total_goals_range', 'exact_score', [0, 2, 4, 7]),
  winningMargin('winning_margin', 'exact_score', [1, 2, 3, 4]),
  doubleResult('halftime_fulltime', 'period', [first, second], HIGHEST_LEAD),
  highestScoringPeriod('highest_scoring_half', 'period', [first, second], ['1st Half', '2nd Half']),
  firstToScore('first_team_to_score', 'period'),
  teamYesNo('to_win_either_half', 'period', (model, side) =>
    inAny(WINS[side], first, second)(model),
  ),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (model, side) => inEach(WINS[side], first, second)(model),
    // The selection type of both yes and no: the side of the team.
    'side',
  ),
  yesNo('both_halves_goal_scored', 'period', inEach({ total: above(0) }, first, second)),
  ...halfMarkets('1st_half', first, FIRST_HALF),
  ...halfMarkets('2nd_half', second, SECOND_HALF),
  total('1st_10_minutes_total_goals', 'period', { alternates: 0, step: 1 }, period(0.1)),
  total('total_corners', 'period', { alternates: 5, step: 1 }, matchStatistic(CORNERS)),
  teamTotal('team_total_corners', 'period', { alternates: 2, step: 1 }, matchStatistic(CORNERS)),
  handicap(
    'asian_handicap_corners',
    'period',
    { alternates: 3, step: 0.5 },
    matchStatistic(CORNERS),
  ),
  threeWay('most_corners', 'period', matchStatistic(CORNERS)),
  oddEven('total_corners_odd_even', 'period', matchStatistic(CORNERS)),
  total('total_shots', 'period', { alternates: 3, step: 1 }, matchStatistic(SHOTS)),
  teamTotal('team_total_shots', 'period', { alternates: 3, step: 1 }, matchStatistic(SHOTS)),
  total(
    'total_shots_on_target',
    'period',
    { alternates: 3, step: 1 },
    matchStatistic(SHOTS_ON_TARGET),
  ),
  teamTotal(
    'team_total_shots_on_target',
    'period',
    { alternates: 2, step: 1 },
    matchStatistic(SHOTS_ON_TARGET),
  ),
  total('total_cards', 'period', { alternates: 2, step: 1 }, matchStatistic(CARDS)),
  teamTotal('team_total_cards', 'period', { alternates: 1, step: 1 }, matchStatistic(CARDS)),
  total('total_offsides', 'period', { alternates: 2, step: 1 }, matchStatistic(OFFSIDES)),
  total('total_fouls', 'period', { alternates: 2, step: 1 }, matchStatistic(FOULS)),
  anytimeScorer('anytime_goal_scorer', goals),
  firstScorer('first_goal_scorer', goals),
  firstScorer('last_goal_scorer', goals),
  anytimeScorer('to_score', goals, 2),
  anytimeScorer('anytime_goal_scorer_by_header', goals, 1, HEADER_SHARE),
  anytimeScorer('anytime_goal_scorer_outside_box', goals, 1, OUTSIDE_BOX_SHARE),
  playerProp('player_shots', { statistics: [shots], lines: 4 }),
  playerProp('player_shots_on_target', { statistics: [shotsOnTarget] }),
  playerProp('player_assists', { statistics: [assists], lines: 2 }),
  playerProp('player_goals', { statistics: [goals] }),
  playerProp('player_goals_+_assists', { statistics: [goals, assists], lines: 2 }),
  playerProp('player_to_score_or_assist', { statistics: [goals, assists], lines: 1 }),
  playerProp('player_fouls', { statistics: [fouls] }),
  playerProp('player_fouls_drawn', { statistics: [foulsDrawn], lines: 2 }),
  playerProp('player_saves', { statistics: [saves], lines: 6 }),
  playerProp('player_shots_attempted', { statistics: [attempts] }),
  playerProp('player_cards', { statistics: [cards], lines: 1 }),
  playerProp('player_tackles', { statistics: [tackles] }),
  playerProp('player_passes', { statistics: [passes], step: 5 }),
  playerProp('player_offsides', { statistics: [offsides], lines: 2 }),
  playerProp('1st_half_player_shots', { statistics: [shots], share: FIRST_HALF }),
  playerProp('1st_half_player_shots_on_target', {
    statistics: [shotsOnTarget],
    share: FIRST_HALF,
    lines: 2,
  }),
];
