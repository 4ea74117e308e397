import type { MarketSpec } from '../markets/market.ts';
import { doubleResult, firstToScore, highestScoringPart } from '../markets/period-markets.ts';
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
  DRAWN,
  handicap,
  part,
  tally,
  teamTotal,
  threeWay,
  total,
  twoWay,
} from '../markets/score-markets.ts';
import { above } from '../score-condition.ts';

const INNING = 1 / 9;
const PARTS = { '1st_3_innings': 3 / 9, '1st_5_innings': 5 / 9, '1st_7_innings': 7 / 9 };
const INNINGS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const inning = part(INNING);
const firstFive = part(5 / 9);
const lastFour = part(4 / 9);

/** What is counted beside the score of a usual game. */
const BESIDE_SCORE = { usual: 8.7, scatter: { margin: 2.95, total: 2.95 } };
const HITS = { ...BESIDE_SCORE, average: 16.5 };
const HOME_RUNS = { ...BESIDE_SCORE, average: 2.35 };
const STRIKEOUTS = { ...BESIDE_SCORE, average: 16.5 };
const STOLEN_BASES = { ...BESIDE_SCORE, average: 1.4 };

const BOTH_SCORE = { home: above(0), away: above(0) };
const SCORES = { home: { home: above(0) }, away: { away: above(0) } };

const PITCHER = { places: [0, 0] } as const;
const BATTERS = { places: [1, 9] } as const;

const pitcherStrikeouts = statistic('strikeouts', [4, 7], PITCHER);
const hitsAllowed = statistic('hits_allowed', [4, 6], PITCHER);
const walksAllowed = statistic('walks_allowed', [1.4, 2.4], PITCHER);
const earnedRuns = statistic('earned_runs', [1.8, 2.8], PITCHER);
const pitches = statistic('pitches', [84, 94], PITCHER);
const outs = statistic('outs', [15, 18], PITCHER);
const hits = statistic('hits', [0.7, 1.3], BATTERS);
const totalBases = statistic('total_bases', [1, 2.2], BATTERS);
const homeRuns = statistic('home_runs', [0.006, 0.06], { ...BATTERS, isShareOfScore: true });
const runs = statistic('runs', [0.04, 0.2], { ...BATTERS, isShareOfScore: true });
const runsBattedIn = statistic('rbis', [0.04, 0.2], { ...BATTERS, isShareOfScore: true });
const singles = statistic('singles', [0.5, 0.9], BATTERS);
const doubles = statistic('doubles', [0.12, 0.28], BATTERS);
const triples = statistic('triples', [0.02, 0.04], BATTERS);
const walks = statistic('walks', [0.25, 0.6], BATTERS);
const stolenBases = statistic('stolen_bases', [0.03, 0.35], BATTERS);
const strikeouts = statistic('batter_strikeouts', [1.2, 0.7], BATTERS);

function partMarkets(name: string, share: number): MarketSpec[] {
  const subject = part(share);
  return [
    twoWay(`${name}_moneyline`, 'period', subject),
    threeWay(`${name}_moneyline_3-way`, 'period', subject),
    handicap(`${name}_run_line`, 'period', { rungs: 2, step: 1, smallest: 0.5 }, subject),
    total(`${name}_total_runs`, 'period', { rungs: 2, step: 1 }, subject),
    teamTotal(`${name}_team_total_runs`, 'period', { rungs: 1, step: 1 }, subject),
    oddEven(`${name}_total_runs_odd_even`, 'period', subject),
  ];
}

export const BASEBALL_MARKETS: readonly MarketSpec[] = [
  twoWay('moneyline', 'main'),
  handicap('run_line', 'main', { rungs: 3, step: 1, smallest: 1.5 }),
  total('total_runs', 'main', { rungs: 6, step: 0.5 }),
  teamTotal('team_total', 'team_total', { rungs: 2, step: 1 }),
  threeWay('moneyline_3-way', 'period', part(1)),
  yesNo('extra_innings', 'period', region(DRAWN, part(1))),
  yesNo('both_teams_to_score', 'special', region(BOTH_SCORE)),
  oddEven('total_runs_odd_even', 'special'),
  teamYesNo('team_to_score', 'special', (outlook, side) => outlook.chance(SCORES[side])),
  resultAndTotal('match_result_total_runs', 'special', [7.5, 8.5, 9.5], false),
  total('asian_total_runs', 'special', { rungs: 4, step: 0.25 }),
  winningMargin('winning_margin', 'score', [1, 2, 3, 4, 5]),
  totalRange('exact_total_runs', 'score', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  totalRange('total_runs_range', 'score', [0, 5, 7, 9, 11, 13]),
  firstToScore('first_team_to_score', 'period'),
  doubleResult('1st_5_innings_full_game', 'period', [firstFive, lastFour], 10),
  highestScoringPart(
    'highest_scoring_half',
    'period',
    [firstFive, lastFour],
    ['1st Half', '2nd Half'],
  ),
  yesNo('1st_inning_run_scored', 'period', region({ total: above(0) }, inning)),
  correctScore('1st_inning_correct_score', 'period', 2, inning),
  winningMargin('1st_5_innings_winning_margin', 'period', [1, 2, 3, 4], firstFive),
  totalRange('1st_5_innings_total_runs_range', 'period', [0, 3, 5, 7], firstFive),
  yesNo('1st_5_innings_both_teams_to_score', 'period', region(BOTH_SCORE, firstFive)),
  correctScore('1st_5_innings_correct_score', 'period', 3, firstFive),
  ...Object.entries(PARTS).flatMap(([name, share]) => partMarkets(name, share)),
  ...INNINGS.map((name) => threeWay(`${name}_inning_moneyline_3-way`, 'period', inning)),
  ...INNINGS.map((name) =>
    total(`${name}_inning_total_runs`, 'period', { rungs: 1, step: 1 }, inning),
  ),
  total('total_hits', 'period', { rungs: 3, step: 1 }, tally(HITS)),
  teamTotal('team_total_hits', 'period', { rungs: 2, step: 1 }, tally(HITS)),
  threeWay('most_hits', 'period', tally(HITS)),
  total('total_home_runs', 'period', { rungs: 2, step: 1 }, tally(HOME_RUNS)),
  threeWay('most_home_runs', 'period', tally(HOME_RUNS)),
  teamTotal('team_total_strikeouts', 'period', { rungs: 1, step: 1 }, tally(STRIKEOUTS)),
  teamTotal('team_total_home_runs', 'period', { rungs: 1, step: 1 }, tally(HOME_RUNS)),
  total('total_strikeouts', 'period', { rungs: 3, step: 1 }, tally(STRIKEOUTS)),
  total('total_stolen_bases', 'period', { rungs: 1, step: 1 }, tally(STOLEN_BASES)),
  scorer('anytime_home_run', homeRuns),
  scorer('to_hit_2+_home_runs', homeRuns, 2),
  oneScorer('first_home_run', homeRuns, tally(HOME_RUNS)),
  oneScorer('first_run_scorer', runs),
  prop('player_strikeouts', { statistics: [pitcherStrikeouts], lines: 6 }),
  prop('player_hits_allowed', { statistics: [hitsAllowed], lines: 4 }),
  prop('player_walks_allowed', { statistics: [walksAllowed] }),
  prop('player_earned_runs', { statistics: [earnedRuns], lines: 4 }),
  prop('player_outs', { statistics: [outs] }),
  prop('player_hits', { statistics: [hits] }),
  prop('player_total_bases', { statistics: [totalBases], lines: 4 }),
  prop('player_home_runs', { statistics: [homeRuns], lines: 2 }),
  prop('player_runs', { statistics: [runs] }),
  prop('player_rbis', { statistics: [runsBattedIn] }),
  prop('player_singles', { statistics: [singles], lines: 2 }),
  prop('player_doubles', { statistics: [doubles], lines: 2 }),
  prop('player_extra_base_hits', { statistics: [doubles, homeRuns], lines: 2 }),
  prop('player_pitches', { statistics: [pitches], step: 5 }),
  prop('player_triples', { statistics: [triples], lines: 1 }),
  prop('player_walks', { statistics: [walks], lines: 2 }),
  prop('player_stolen_bases', { statistics: [stolenBases], lines: 2 }),
  prop('player_batter_strikeouts', { statistics: [strikeouts], lines: 2 }),
  prop('player_hits_+_runs_+_rbis', { statistics: [hits, runs, runsBattedIn], lines: 4 }),
];
