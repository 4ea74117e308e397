import type { MarketSpec } from '../markets/market.ts';
import {
  doubleResult,
  firstToScore,
  highestScoringPart,
  inAny,
  inEach,
} from '../markets/period-markets.ts';
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
  doubleChance,
  HOME_WINS,
  handicap,
  part,
  type Subject,
  tally,
  teamTotal,
  threeWay,
  total,
  twoWay,
} from '../markets/score-markets.ts';
import { above, exactly } from '../score-condition.ts';

const FIRST_HALF = 0.45;
const SECOND_HALF = 0.55;
const first = part(FIRST_HALF);
const second = part(SECOND_HALF);

/** What is counted beside the score of a usual game. */
const BESIDE_SCORE = { usual: 2.65, scatter: { margin: 1.65, total: 1.65 } };
const CORNERS = { ...BESIDE_SCORE, average: 9.8 };
const SHOTS = { ...BESIDE_SCORE, average: 24.5 };
const SHOTS_ON_TARGET = { ...BESIDE_SCORE, average: 8.5 };
const CARDS = { ...BESIDE_SCORE, average: 4.2 };
const OFFSIDES = { ...BESIDE_SCORE, average: 3.4 };
const FOULS = { ...BESIDE_SCORE, average: 22.5 };

const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };
const CONCEDES_NOTHING = { home: { away: exactly(0) }, away: { home: exactly(0) } };
const WINS = { home: HOME_WINS, away: AWAY_WINS };
const WINS_TO_NIL = {
  home: { ...HOME_WINS, ...CONCEDES_NOTHING.home },
  away: { ...AWAY_WINS, ...CONCEDES_NOTHING.away },
};

const SIDE_PLAYERS = { places: [1, 99] } as const;
const goals = statistic('goals', [0.01, 0.2], { ...SIDE_PLAYERS, isShareOfScore: true });
const assists = statistic('assists', [0.02, 0.18], { ...SIDE_PLAYERS, isShareOfScore: true });
const shots = statistic('shots', [0.5, 3.6], SIDE_PLAYERS);
const shotsOnTarget = statistic('shots_on_target', [0.2, 1.6], SIDE_PLAYERS);
const attempts = statistic('shots_attempted', [0.8, 4], { places: [1, 6] });
const fouls = statistic('fouls', [1.8, 0.7], SIDE_PLAYERS);
const foulsDrawn = statistic('fouls_drawn', [0.6, 2], SIDE_PLAYERS);
const tackles = statistic('tackles', [2.6, 0.8], SIDE_PLAYERS);
const cards = statistic('cards', [0.28, 0.12], SIDE_PLAYERS);
const passes = statistic('passes', [28, 62], { ...SIDE_PLAYERS, spread: 1.8 });
const offsides = statistic('offsides', [0.2, 0.9], { places: [1, 4] });
const saves = statistic('saves', [3, 3.4], { places: [0, 0] });

function halfMarkets(name: string, half: Subject, share: number): MarketSpec[] {
  return [
    threeWay(`${name}_moneyline`, 'period', half),
    handicap(`${name}_point_spread`, 'period', { rungs: 2, step: 1 }, half),
    total(`${name}_total_goals`, 'period', { rungs: 2, step: 1 }, half),
    teamTotal(`${name}_team_total_goals`, 'period', { rungs: 1, step: 1 }, half),
    yesNo(`${name}_both_teams_to_score`, 'period', region(BOTH_SCORE, half)),
    doubleChance(`${name}_double_chance`, 'period', half),
    twoWay(`${name}_draw_no_bet`, 'period', half),
    correctScore(`${name}_correct_score`, 'period', 3, half),
    handicap(`${name}_asian_handicap`, 'period', { rungs: 2, step: 0.25 }, half),
    total(`${name}_asian_total_goals`, 'period', { rungs: 3, step: 0.25 }, half),
    oddEven(`${name}_total_goals_odd_even`, 'period', half),
    totalRange(`${name}_total_goals_range`, 'period', [0, 2, 4], half),
    firstToScore(`${name}_first_team_to_score`, 'period', half),
    teamYesNo(`${name}_team_to_score`, 'period', (outlook, side) =>
      half(outlook).chance(SCORES[side]),
    ),
    total(`${name}_total_corners`, 'period', { rungs: 2, step: 1 }, tally(CORNERS, share)),
    teamTotal(`${name}_team_total_corners`, 'period', { rungs: 1, step: 1 }, tally(CORNERS, share)),
  ];
}

export const SOCCER_MARKETS: readonly MarketSpec[] = [
  threeWay('moneyline', 'main'),
  handicap('point_spread', 'main', { rungs: 5, step: 0.5 }),
  total('total_goals', 'main', { rungs: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { rungs: 2, step: 1 }),
  twoWay('draw_no_bet', 'special'),
  doubleChance('double_chance', 'special'),
  yesNo('both_teams_to_score', 'special', region(BOTH_SCORE)),
  oddEven('total_goals_odd_even', 'special'),
  teamYesNo('clean_sheet', 'special', (outlook, side) => outlook.chance(CONCEDES_NOTHING[side])),
  teamYesNo('to_win_to_nil', 'special', (outlook, side) => outlook.chance(WINS_TO_NIL[side])),
  teamYesNo('team_to_score', 'special', (outlook, side) => outlook.chance(SCORES[side])),
  handicap('asian_handicap', 'special', { rungs: 4, step: 0.25 }),
  total('asian_total_goals', 'special', { rungs: 5, step: 0.25 }),
  resultAndTotal('match_result_total_goals', 'special', [1.5, 2.5, 3.5], true),
  correctScore('correct_score', 'score', 4),
  totalRange('exact_total_goals', 'score', [0, 1, 2, 3, 4, 5, 6]),
  totalRange('total_goals_range', 'score', [0, 2, 4, 7]),
  winningMargin('winning_margin', 'score', [1, 2, 3, 4]),
  doubleResult('halftime_fulltime', 'period', [first, second], 6),
  highestScoringPart('highest_scoring_half', 'period', [first, second], ['1st Half', '2nd Half']),
  firstToScore('first_team_to_score', 'period'),
  teamYesNo('to_win_either_half', 'period', (outlook, side) =>
    inAny(WINS[side], first, second)(outlook),
  ),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (outlook, side) => inEach(WINS[side], first, second)(outlook),
    'side',
  ),
  yesNo('both_halves_goal_scored', 'period', inEach({ total: above(0) }, first, second)),
  ...halfMarkets('1st_half', first, FIRST_HALF),
  ...halfMarkets('2nd_half', second, SECOND_HALF),
  total('1st_10_minutes_total_goals', 'period', { rungs: 0, step: 1 }, part(0.1)),
  total('total_corners', 'period', { rungs: 5, step: 1 }, tally(CORNERS)),
  teamTotal('team_total_corners', 'period', { rungs: 2, step: 1 }, tally(CORNERS)),
  handicap('asian_handicap_corners', 'period', { rungs: 3, step: 0.5 }, tally(CORNERS)),
  threeWay('most_corners', 'period', tally(CORNERS)),
  oddEven('total_corners_odd_even', 'period', tally(CORNERS)),
  total('total_shots', 'period', { rungs: 3, step: 1 }, tally(SHOTS)),
  teamTotal('team_total_shots', 'period', { rungs: 3, step: 1 }, tally(SHOTS)),
  total('total_shots_on_target', 'period', { rungs: 3, step: 1 }, tally(SHOTS_ON_TARGET)),
  teamTotal('team_total_shots_on_target', 'period', { rungs: 2, step: 1 }, tally(SHOTS_ON_TARGET)),
  total('total_cards', 'period', { rungs: 2, step: 1 }, tally(CARDS)),
  teamTotal('team_total_cards', 'period', { rungs: 1, step: 1 }, tally(CARDS)),
  total('total_offsides', 'period', { rungs: 2, step: 1 }, tally(OFFSIDES)),
  total('total_fouls', 'period', { rungs: 2, step: 1 }, tally(FOULS)),
  scorer('anytime_goal_scorer', goals),
  oneScorer('first_goal_scorer', goals),
  oneScorer('last_goal_scorer', goals),
  scorer('to_score', goals, 2),
  scorer('anytime_goal_scorer_by_header', goals, 1, 0.18),
  scorer('anytime_goal_scorer_outside_box', goals, 1, 0.13),
  prop('player_shots', { statistics: [shots], lines: 4 }),
  prop('player_shots_on_target', { statistics: [shotsOnTarget] }),
  prop('player_assists', { statistics: [assists], lines: 2 }),
  prop('player_goals', { statistics: [goals] }),
  prop('player_goals_+_assists', { statistics: [goals, assists], lines: 2 }),
  prop('player_to_score_or_assist', { statistics: [goals, assists], lines: 1 }),
  prop('player_fouls', { statistics: [fouls] }),
  prop('player_fouls_drawn', { statistics: [foulsDrawn], lines: 2 }),
  prop('player_saves', { statistics: [saves], lines: 6 }),
  prop('player_shots_attempted', { statistics: [attempts] }),
  prop('player_cards', { statistics: [cards], lines: 1 }),
  prop('player_tackles', { statistics: [tackles] }),
  prop('player_passes', { statistics: [passes], step: 5 }),
  prop('player_offsides', { statistics: [offsides], lines: 2 }),
  prop('1st_half_player_shots', { statistics: [shots], share: FIRST_HALF }),
  prop('1st_half_player_shots_on_target', {
    statistics: [shotsOnTarget],
    share: FIRST_HALF,
    lines: 2,
  }),
];
