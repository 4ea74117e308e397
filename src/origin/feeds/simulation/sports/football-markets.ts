import { handicap, teamTotal, total } from '../markets/line-markets.ts';
import type { MarketDefinition } from '../markets/market.ts';
import { matchStatistic, period } from '../markets/market-scope.ts';
import { doubleResult, highestScoringPeriod, inAny, inEach } from '../markets/period-markets.ts';
import { playerProp, playerStatistic } from '../markets/player-markets.ts';
import {
  oddEven,
  probabilityOf,
  resultAndTotal,
  teamYesNo,
  totalRange,
  winningMargin,
  yesNo,
} from '../markets/proposition-markets.ts';
import { AWAY_WINS, DRAW, HOME_WINS, threeWay, twoWay } from '../markets/result-markets.ts';
import { anytimeScorer, firstScorer } from '../markets/scorer-markets.ts';
import { above } from '../score-condition.ts';

/** The share of a game's points that is scored in each period. */
const PERIODS = {
  '1st_half': 0.5,
  '2nd_half': 0.5,
  '1st_quarter': 0.22,
  '2nd_quarter': 0.28,
  '3rd_quarter': 0.22,
  '4th_quarter': 0.28,
};
const half = period(0.5);
const WINS = { home: HOME_WINS, away: AWAY_WINS };

/**
 * A usual game: its expected total points, and the standard deviations of the final margin and total. Each
 * `average` is a count in such a game, both sides together.
 */
const USUAL_GAME = { usualTotal: 46, deviation: { margin: 13, total: 13 } };
const TOUCHDOWNS = { ...USUAL_GAME, average: 4.9 };
const FIELD_GOALS = { ...USUAL_GAME, average: 3.4 };
const SACKS = { ...USUAL_GAME, average: 4.5 };
const TURNOVERS = { ...USUAL_GAME, average: 2.5 };

// The ranks in the side, from 0, of the players who record a statistic.
const QUARTERBACK = { ranks: [0, 0] } as const;
const RUSHERS = { ranks: [0, 3] } as const;
const RECEIVERS = { ranks: [1, 9] } as const;
const KICKER = { ranks: [10, 10] } as const;
const DEFENDERS = { ranks: [5, 9] } as const;

// Each statistic has two averages per game: that of the lowest-ranked player who records it, and that of the
// highest-ranked one. With `isShareOfScore` they are counts per point of the side. `dispersion` is 1 for a
// Poisson count, and higher for a wider spread.
const passingYards = playerStatistic('passing_yards', [240, 260], {
  ...QUARTERBACK,
  dispersion: 4,
});
const passingTouchdowns = playerStatistic('passing_touchdowns', [1.4, 1.8], QUARTERBACK);
const passingAttempts = playerStatistic('passing_attempts', [31, 36], {
  ...QUARTERBACK,
  dispersion: 1.1,
});
const completions = playerStatistic('passing_completions', [20, 24], {
  ...QUARTERBACK,
  dispersion: 1.1,
});
const interceptionsThrown = playerStatistic('interceptions_thrown', [0.6, 0.9], QUARTERBACK);
const longestCompletion = playerStatistic('longest_completion', [34, 38], {
  ...QUARTERBACK,
  dispersion: 2,
});
const rushingYards = playerStatistic('rushing_yards', [14, 78], { ...RUSHERS, dispersion: 3.5 });
const rushingAttempts = playerStatistic('rushing_attempts', [3, 17], RUSHERS);
const longestRush = playerStatistic('longest_rush', [7, 16], { ...RUSHERS, dispersion: 1.8 });
const receivingYards = playerStatistic('receiving_yards', [10, 82], {
  ...RECEIVERS,
  dispersion: 3.6,
});
const receptions = playerStatistic('receptions', [1, 6.8], RECEIVERS);
const longestReception = playerStatistic('longest_reception', [9, 26], {
  ...RECEIVERS,
  dispersion: 2,
});
const touchdowns = playerStatistic('touchdowns', [0.002, 0.022], {
  ranks: [0, 9],
  isShareOfScore: true,
});
const kickingPoints = playerStatistic('kicking_points', [6.8, 8.2], KICKER);
const fieldGoalsMade = playerStatistic('field_goals_made', [1.4, 1.9], KICKER);
const tackles = playerStatistic('tackles_+_assists', [3.5, 8], DEFENDERS);
const soloTackles = playerStatistic('solo_tackles', [2, 5], DEFENDERS);
const punts = playerStatistic('punts', [3.8, 4.4], KICKER);
const sacks = playerStatistic('sacks', [0.2, 0.7], DEFENDERS);

/** Leads above this are too rare to count in a double result. */
const HIGHEST_LEAD = 28;

function periodMarkets(name: string, share: number): MarketDefinition[] {
  const scope = period(share);
  return [
    twoWay(`${name}_moneyline`, 'period', scope),
    threeWay(`${name}_moneyline_3-way`, 'period', scope),
    handicap(`${name}_point_spread`, 'period', { alternates: 2, step: 1, smallest: 0.5 }, scope),
    total(`${name}_total_points`, 'period', { alternates: 2, step: 1 }, scope),
    teamTotal(`${name}_team_total_points`, 'period', { alternates: 1, step: 1 }, scope),
    oddEven(`${name}_total_points_odd_even`, 'period', scope),
  ];
}

/**
 * The markets of a football game. The first argument is the market type, the second its group, which decides
 * how many books offer it and at which profit margin; `period` also holds rare markets on the whole game. `alternates`
 * counts lines on each side of the main one, `smallest` is the least absolute value of the main one.
 * `winningMargin` and `totalRange` take the lower bounds of bands. `period(1)` is the game without overtime.
 * Scorer and player markets take no group.
 */
export const FOOTBALL_MARKETS: readonly MarketDefinition[] = [
  twoWay('moneyline', 'main'),
  handicap('point_spread', 'main', { alternates: 5, step: 1, smallest: 0.5 }),
  total('total_points', 'main', { alternates: 5, step: 1 }),
  teamTotal('team_total', 'team_total', { alternates: 3, step: 1 }),
  threeWay('moneyline_3-way', 'period', period(1)),
  yesNo('overtime', 'period', probabilityOf(DRAW, period(1))),
  oddEven('total_points_odd_even', 'game_prop'),
  resultAndTotal('match_result_total_points', 'game_prop', [40.5, 44.5, 48.5], 'without-draw'),
  winningMargin('winning_margin', 'exact_score', [1, 4, 7, 11, 14, 21]),
  winningMargin('1st_half_winning_margin', 'period', [1, 4, 7, 11, 14], half),
  totalRange('1st_half_total_points_range', 'period', [0, 11, 18, 25, 32], half),
  doubleResult('1st_quarter_full_game', 'period', [period(0.22), period(0.78)], HIGHEST_LEAD),
  totalRange('total_points_range', 'exact_score', [0, 31, 38, 45, 52, 59]),
  doubleResult('halftime_fulltime', 'period', [half, half], HIGHEST_LEAD),
  highestScoringPeriod('highest_scoring_half', 'period', [half, half], ['1st Half', '2nd Half']),
  teamYesNo('to_win_either_half', 'period', (model, side) => inAny(WINS[side], half, half)(model)),
  teamYesNo(
    'team_to_win_both_halves',
    'period',
    (model, side) => inEach(WINS[side], half, half)(model),
    // The selection type of both yes and no: the side of the team.
    'side',
  ),
  yesNo(
    'both_halves_touchdown',
    'period',
    (model) => matchStatistic(TOUCHDOWNS, 0.5)(model).probability({ total: above(0) }) ** 2,
  ),
  total('total_touchdowns', 'period', { alternates: 2, step: 1 }, matchStatistic(TOUCHDOWNS)),
  teamTotal(
    'team_total_touchdowns',
    'period',
    { alternates: 2, step: 1 },
    matchStatistic(TOUCHDOWNS),
  ),
  total('total_field_goals', 'period', { alternates: 2, step: 1 }, matchStatistic(FIELD_GOALS)),
  teamTotal(
    'team_total_field_goals',
    'period',
    { alternates: 1, step: 1 },
    matchStatistic(FIELD_GOALS),
  ),
  threeWay('most_touchdowns', 'period', matchStatistic(TOUCHDOWNS)),
  threeWay('most_sacks', 'period', matchStatistic(SACKS)),
  total('total_sacks', 'period', { alternates: 2, step: 1 }, matchStatistic(SACKS)),
  total('total_turnovers', 'period', { alternates: 1, step: 1 }, matchStatistic(TURNOVERS)),
  total(
    '1st_half_total_touchdowns',
    'period',
    { alternates: 1, step: 1 },
    matchStatistic(TOUCHDOWNS, 0.5),
  ),
  ...Object.entries(PERIODS).flatMap(([name, share]) => periodMarkets(name, share)),
  anytimeScorer('anytime_touchdown_scorer', touchdowns),
  firstScorer('first_touchdown_scorer', touchdowns, matchStatistic(TOUCHDOWNS)),
  firstScorer('last_touchdown_scorer', touchdowns, matchStatistic(TOUCHDOWNS)),
  anytimeScorer('to_score_2+_touchdowns', touchdowns, 2),
  anytimeScorer('1st_half_touchdown_scorer', touchdowns, 1, 0.5),
  playerProp('player_passing_yards', { statistics: [passingYards], lines: 6, step: 10 }),
  playerProp('player_passing_touchdowns', { statistics: [passingTouchdowns] }),
  playerProp('player_passing_attempts', { statistics: [passingAttempts] }),
  playerProp('player_passing_completions', { statistics: [completions] }),
  playerProp('player_interceptions_thrown', { statistics: [interceptionsThrown], lines: 2 }),
  playerProp('player_longest_completion', { statistics: [longestCompletion], lines: 2, step: 5 }),
  playerProp('player_rushing_yards', { statistics: [rushingYards], lines: 6, step: 10 }),
  playerProp('player_rushing_attempts', { statistics: [rushingAttempts] }),
  playerProp('player_longest_rush', { statistics: [longestRush], lines: 2, step: 5 }),
  playerProp('player_receiving_yards', { statistics: [receivingYards], lines: 6, step: 10 }),
  playerProp('player_receptions', { statistics: [receptions], lines: 4 }),
  playerProp('player_longest_reception', { statistics: [longestReception], step: 5 }),
  playerProp('player_rushing_+_receiving_yards', {
    statistics: [rushingYards, receivingYards],
    lines: 6,
    step: 10,
  }),
  playerProp('player_passing_+_rushing_yards', {
    statistics: [passingYards, rushingYards],
    lines: 6,
    step: 10,
  }),
  playerProp('player_touchdowns', { statistics: [touchdowns], lines: 2 }),
  playerProp('player_kicking_points', { statistics: [kickingPoints], lines: 4 }),
  playerProp('player_field_goals_made', { statistics: [fieldGoalsMade] }),
  playerProp('player_tackles_+_assists', { statistics: [tackles] }),
  playerProp('player_solo_tackles', { statistics: [soloTackles], lines: 2 }),
  playerProp('player_punts', { statistics: [punts], lines: 3 }),
  playerProp('player_sacks', { statistics: [sacks], lines: 2 }),
  playerProp('1st_half_player_passing_yards', {
    statistics: [passingYards],
    share: 0.5,
    lines: 3,
    step: 10,
  }),
  playerProp('1st_half_player_rushing_yards', {
    statistics: [rushingYards],
    share: 0.5,
    lines: 3,
    step: 5,
  }),
  playerProp('1st_half_player_receiving_yards', {
    statistics: [receivingYards],
    share: 0.5,
    lines: 3,
    step: 5,
  }),
];
