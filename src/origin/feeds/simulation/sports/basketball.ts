import type { MarketRow } from '../markets/market-kinds.ts';
import { inPeriods } from './market-rows.ts';
import type { Sport } from './sport.ts';

/** The share of a game's points that is scored in each quarter. */
const QUARTERS = {
  '1st_quarter': 0.25,
  '2nd_quarter': 0.25,
  '3rd_quarter': 0.25,
  '4th_quarter': 0.25,
};
const THREES = 25;
const THREE_FIGURES = ['points', 'rebounds', 'assists'];

export const basketball: Sport = {
  id: 'basketball',
  scoreMargin: { average: 2.5, deviation: 5 },
  totalDeviation: 6,
  usual: { total: 226, deviation: { scoreMargin: 15, total: 16 } },
  minutes: 135,
  rules: {
    periods: 4,
    periodLength: 720,
    overtimeLength: 300,
    periodName: ['Q#', 'Q#'],
    overtimeName: ['OT#', 'OT#'],
    clock: 'down',
    turns: { seconds: 15, name: 'possession' },
    scores: [
      { play: '3-pointer made', points: 3, share: 0.35 },
      { play: '2-pointer made', points: 2, share: 0.65 },
    ],
    staysOpenOnScores: true,
    counts: { fouls: 20 },
  },
  statistics: {
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
    first_basket: { average: [0.005, 0.1], lines: 0 },
  },
  standard: {
    unit: 'points',
    handicap: 'point_spread',
    smallest: 0.5,
    periods: { '1st_half': 0.5, '2nd_half': 0.5, ...QUARTERS },
    counts: { threes: THREES, blocks: 9.5 },
  },
  markets: {
    scorer: [
      ['scorer', 'first_basket_scorer', { of: 'first_basket' }],
      ['scorer', 'first_three_point_scorer', { of: 'threes', share: 1 / THREES }],
    ],
    player_prop: [
      ['prop', 'player_points_+_rebounds', { of: ['points', 'rebounds'], lines: 2, step: 2 }],
      ['prop', 'player_points_+_assists', { of: ['points', 'assists'], lines: 2, step: 2 }],
      ['prop', 'player_rebounds_+_assists', { of: ['rebounds', 'assists'], lines: 2 }],
      ['prop', 'player_points_+_rebounds_+_assists', { of: THREE_FIGURES, step: 2 }],
      ['prop', 'player_steals_+_blocks', { of: ['steals', 'blocks'], lines: 2 }],
      ...inPeriods({ '1st_half': 0.5, '1st_quarter': 0.25 }, [
        ...[...THREE_FIGURES, 'threes'].map(
          (name): MarketRow => ['prop', `player_${name}`, { of: [name], lines: 2 }],
        ),
      ]),
    ],
  },
};
