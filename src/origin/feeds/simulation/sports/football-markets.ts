import type { MarketSpec } from '../markets/market.ts';
import { doubleResult, highestScoringPart, inAny, inEach } from '../markets/period-markets.ts';
import { oneScorer, prop, scorer, statistic } from '../markets/player-markets.ts';
import {
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
  HOME_WINS,
  handicap,
  part,
  tally,
  teamTotal,
  threeWay,
  total,
  twoWay,
} from '../markets/score-markets.ts';
import { above } from '../score-condition.ts';

const PARTS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.22,
  '2nd_quarter': 0.28,
  '3rd_quarter': 0.22,
  '4th_quarter': 0.28,
};
const half = part(0.5);
const WINS = { home: HOME_WINS, away: AWAY_WINS };

/** What is counted beside the score of a usual game. */
const BESIDE_SCORE = { usual: 46, scatter: { margin: 13, total: 13 } };
const TOUCHDOWNS = { ...BESIDE_SCORE, average: 4.9 };
const FIELD_GOALS = { ...BESIDE_SCORE, average: 3.4 };
const SACKS = { ...BESIDE_SCORE, average: 4.5 };
const TURNOVERS = { ...BESIDE_SCORE, average: 2.5 };

const QUARTERBACK = { places: [0, 0] } as const;
const RUSHERS = { places: [0, 3] } as const;
const RECEIVERS = { places: [1, 9] } as const;
const KICKER = { places: [10, 10] } as const;
const DEFENDERS = { places: [5, 9] } as const;

const passingYards = statistic('passing_yards', [240, 260], { ...QUARTERBACK, spread: 4 });
const passingTouchdowns = statistic('passing_touchdowns', [1.4, 1.8], QUARTERBACK);
const passingAttempts = statistic('passing_attempts', [31, 36], { ...QUARTERBACK, spread: 1.1 });
const completions = statistic('passing_completions', [20, 24], { ...QUARTERBACK, spread: 1.1 });
const interceptionsThrown = statistic('interceptions_thrown', [0.6, 0.9], QUARTERBACK);
const longestCompletion = statistic('longest_completion', [34, 38], { ...QUARTERBACK, spread: 2 });
const rushingYards = statistic('rushing_yards', [14, 78], { ...RUSHERS, spread: 3.5 });
const rushingAttempts = statistic('rushing_attempts', [3, 17], RUSHERS);
const longestRush = statistic('longest_rush', [7, 16], { ...RUSHERS, spread: 1.8 });
const receivingYards = statistic('receiving_yards', [10, 82], { ...RECEIVERS, spread: 3.6 });
const receptions = statistic('receptions', [1, 6.8], RECEIVERS);
const longestReception = statistic('longest_reception', [9, 26], { ...RECEIVERS, spread: 2 });
const touchdowns = statistic('touchdowns', [0.002, 0.022], {
  places: [0, 9],
  isShareOfScore: true,
});
const kickingPoints = statistic('kicking_points', [6.8, 8.2], KICKER);
const fieldGoalsMade = statistic('field_goals_made', [1.4, 1.9], KICKER);
const tackles = statistic('tackles_+_assists', [3.5, 8], DEFENDERS);
const soloTackles = statistic('solo_tackles', [2, 5], DEFENDERS);
const punts = statistic('punts', [3.8, 4.4], KICKER);
const sacks = statistic('sacks', [0.2, 0.7], DEFENDERS);

function partMarkets(name: string, share: number): MarketSpec[] {
  const subject = part(share);
  return [
    twoWay(`${name}_moneyline`, 'period', subject),
    threeWay(`${name}_moneyline_3-way`, 'period', subject),
    handicap(`${name}_point_spread`, 'period', { rungs: 2, step: 1, smallest: 0.5 }, subject),
    total(`${name}_total_points`, 'period', { rungs: 2, step: 1 }, subject),
    teamTotal(`${name}_team_total_points`, 'period', { rungs: 1, step: 1 }, subject),
    oddEven(`${name}_total_points_odd_even`, 'period', subject),
  ];
}

export const FOOTBALL_MARKETS: readonly MarketSpec[] = [
  twoWay('moneyline', 'main'),
  handicap('point_spread', 'main', { rungs: 5, step: 1, smallest: 0.5 }),
  total('total_points', 'main', { rungs: 5, step: 1 }),
  teamTotal('team_total', 'team_total', { rungs: 3, step: 1 }),
  threeWay('moneyline_3-way', 'period', part(1)),
  yesNo('overtime', 'period', region(DRAWN, part(1))),
  oddEven('total_points_odd_even', 'special'),
  resultAndTotal('match_result_total_points', 'special', [40.5, 44.5, 48.5], false),
  winningMargin('winning_margin', 'score', [1, 4, 7, 11, 14, 21]),
  winningMargin('1st_half_winning_margin', 'period', [1, 4, 7, 11, 14], half),
  totalRange('1st_half_total_points_range', 'period', [0, 11, 18, 25, 32], half),
  doubleResult('1st_quarter_full_game', 'period', [part(0.22), part(0.78)], 28),
  totalRange('total_points_range', 'score', [0, 31, 38, 45, 52, 59]),
  doubleResult('halftime_fulltime', 'period', [half, half], 28),
  highestScoringPart('highest_scoring_half', 'period', [half, half], ['1st Half', '2nd Half']),
  teamYesNo('to_win_either_half', 'period', (outlook, side) =>
    inAny(WINS[side], half, half)(outlook),
  ),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (outlook, side) => inEach(WINS[side], half, half)(outlook),
    'side',
  ),
  yesNo(
    'both_halves_touchdown',
    'period',
    (outlook) => tally(TOUCHDOWNS, 0.5)(outlook).chance({ total: above(0) }) ** 2,
  ),
  total('total_touchdowns', 'period', { rungs: 2, step: 1 }, tally(TOUCHDOWNS)),
  teamTotal('team_total_touchdowns', 'period', { rungs: 2, step: 1 }, tally(TOUCHDOWNS)),
  total('total_field_goals', 'period', { rungs: 2, step: 1 }, tally(FIELD_GOALS)),
  teamTotal('team_total_field_goals', 'period', { rungs: 1, step: 1 }, tally(FIELD_GOALS)),
  threeWay('most_touchdowns', 'period', tally(TOUCHDOWNS)),
  threeWay('most_sacks', 'period', tally(SACKS)),
  total('total_sacks', 'period', { rungs: 2, step: 1 }, tally(SACKS)),
  total('total_turnovers', 'period', { rungs: 1, step: 1 }, tally(TURNOVERS)),
  total('1st_half_total_touchdowns', 'period', { rungs: 1, step: 1 }, tally(TOUCHDOWNS, 0.5)),
  ...Object.entries(PARTS).flatMap(([name, share]) => partMarkets(name, share)),
  scorer('anytime_touchdown_scorer', touchdowns),
  oneScorer('first_touchdown_scorer', touchdowns, tally(TOUCHDOWNS)),
  oneScorer('last_touchdown_scorer', touchdowns, tally(TOUCHDOWNS)),
  scorer('to_score_2+_touchdowns', touchdowns, 2),
  scorer('1st_half_touchdown_scorer', touchdowns, 1, 0.5),
  prop('player_passing_yards', { statistics: [passingYards], lines: 6, step: 10 }),
  prop('player_passing_touchdowns', { statistics: [passingTouchdowns] }),
  prop('player_passing_attempts', { statistics: [passingAttempts] }),
  prop('player_passing_completions', { statistics: [completions] }),
  prop('player_interceptions_thrown', { statistics: [interceptionsThrown], lines: 2 }),
  prop('player_longest_completion', { statistics: [longestCompletion], lines: 2, step: 5 }),
  prop('player_rushing_yards', { statistics: [rushingYards], lines: 6, step: 10 }),
  prop('player_rushing_attempts', { statistics: [rushingAttempts] }),
  prop('player_longest_rush', { statistics: [longestRush], lines: 2, step: 5 }),
  prop('player_receiving_yards', { statistics: [receivingYards], lines: 6, step: 10 }),
  prop('player_receptions', { statistics: [receptions], lines: 4 }),
  prop('player_longest_reception', { statistics: [longestReception], step: 5 }),
  prop('player_rushing_+_receiving_yards', {
    statistics: [rushingYards, receivingYards],
    lines: 6,
    step: 10,
  }),
  prop('player_passing_+_rushing_yards', {
    statistics: [passingYards, rushingYards],
    lines: 6,
    step: 10,
  }),
  prop('player_touchdowns', { statistics: [touchdowns], lines: 2 }),
  prop('player_kicking_points', { statistics: [kickingPoints], lines: 4 }),
  prop('player_field_goals_made', { statistics: [fieldGoalsMade] }),
  prop('player_tackles_+_assists', { statistics: [tackles] }),
  prop('player_solo_tackles', { statistics: [soloTackles], lines: 2 }),
  prop('player_punts', { statistics: [punts], lines: 3 }),
  prop('player_sacks', { statistics: [sacks], lines: 2 }),
  prop('1st_half_player_passing_yards', {
    statistics: [passingYards],
    share: 0.5,
    lines: 3,
    step: 10,
  }),
  prop('1st_half_player_rushing_yards', {
    statistics: [rushingYards],
    share: 0.5,
    lines: 3,
    step: 5,
  }),
  prop('1st_half_player_receiving_yards', {
    statistics: [receivingYards],
    share: 0.5,
    lines: 3,
    step: 5,
  }),
];
