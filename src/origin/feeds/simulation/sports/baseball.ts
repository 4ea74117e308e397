import { above } from '../scores/score-condition.ts';
import { inPeriods } from './market-rows.ts';
import type { Sport } from './sport.ts';

/** The share of a game's runs in each inning. */
const INNINGS = Object.fromEntries(
  ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'].map((name) => [
    `${name}_inning`,
    1 / 9,
  ]),
);
const HOME_RUNS = 2.35;

// Who records a statistic, by rank in the side from 0.
const pitcher = { ranks: [0, 0] } as const;
const batters = { ranks: [1, 9] } as const;

export const baseball: Sport = {
  id: 'baseball',
  scoreMargin: { average: 0.2, deviation: 0.8 },
  totalDeviation: 0.8,
  usual: { total: 8.7, deviation: { scoreMargin: 2.95, total: 2.95 } },
  minutes: 175,
  rules: {
    periods: 9,
    periodLength: 900,
    overtimeLength: 900,
    periodName: ['#th', '#th'],
    clock: null,
    turns: { seconds: 450 },
    scores: [
      { points: 1, share: 0.85 },
      { points: 2, share: 0.15 },
    ],
  },
  statistics: {
    strikeouts: { average: 7, ...pitcher, lines: 6 },
    hits_allowed: { average: 6, ...pitcher, lines: 4 },
    walks_allowed: { average: 2.4, ...pitcher },
    earned_runs: { average: 2.8, ...pitcher, lines: 4 },
    outs: { average: 18, ...pitcher },
    pitches: { average: 94, ...pitcher, step: 5 },
    hits: { average: [0.7, 1.3], ...batters },
    total_bases: { average: [1, 2.2], ...batters, lines: 4 },
    home_runs: { average: [0.006, 0.06], ...batters, isShareOfScore: true, lines: 2 },
    runs: { average: [0.04, 0.2], ...batters, isShareOfScore: true },
    rbis: { average: [0.04, 0.2], ...batters, isShareOfScore: true },
    singles: { average: [0.5, 0.9], ...batters, lines: 2 },
    doubles: { average: [0.12, 0.28], ...batters, lines: 2 },
    triples: { average: [0.02, 0.04], ...batters, lines: 1 },
    walks: { average: [0.25, 0.6], ...batters, lines: 2 },
    stolen_bases: { average: [0.03, 0.35], ...batters, lines: 2 },
    batter_strikeouts: { average: [1.2, 0.7], ...batters, lines: 2 },
  },
  standard: {
    unit: 'runs',
    handicap: 'run_line',
    smallest: 1.5,
    step: 0.5,
    periods: { '1st_3_innings': 3 / 9, '1st_5_innings': 5 / 9, '1st_7_innings': 7 / 9 },
    counts: { hits: 16.5, home_runs: HOME_RUNS, strikeouts: 16.5, stolen_bases: 1.4 },
  },
  markets: {
    period: [
      ['yes-no', '1st_inning_run_scored', { yes: { total: above(0) }, share: 1 / 9 }],
      ['correct-score', '1st_inning_correct_score', { highest: 2, share: 1 / 9 }],
      ...inPeriods(INNINGS, [['three-way', 'moneyline_3-way']]),
      ...inPeriods(INNINGS, [['total', 'total_runs', { alternates: 1 }]]),
    ],
    scorer: [
      ['scorer', 'anytime_home_run', { of: 'home_runs' }],
      ['scorer', 'to_hit_2+_home_runs', { of: 'home_runs', least: 2 }],
      ['scorer', 'first_home_run', { of: 'home_runs', share: 1 / HOME_RUNS }],
      ['scorer', 'first_run_scorer', { of: 'runs', share: 1 / 8.7 }],
    ],
    player_prop: [
      ['prop', 'player_extra_base_hits', { of: ['doubles', 'home_runs'], lines: 2 }],
      ['prop', 'player_hits_+_runs_+_rbis', { of: ['hits', 'runs', 'rbis'], lines: 4 }],
    ],
  },
};
