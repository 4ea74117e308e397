import { type MarketGroup, MOST_OFFERED } from '../markets/market-groups.ts';
import type { MarketRow } from '../markets/market-kinds.ts';
import {
  BOTH_SCORE,
  CONCEDES_NOTHING,
  DRAW,
  SCORES,
  WINS,
  WINS_TO_NIL,
} from '../scores/score-condition.ts';
import type { UsualGame } from '../scores/score-model.ts';
import type { MarketRows, Sport, StandardMarkets } from './sport.ts';

const EACH_TOTAL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The market types of each group: on single statistics of players, those of all sports of teams, and the sport's own. */
export function marketRows(sport: Sport): (group: MarketGroup) => MarketRow[] {
  const { statistics, standard, usual, markets } = sport;
  const ofTeams = standard === null ? {} : standardMarkets(standard, usual);
  const props = Object.entries(statistics)
    .filter(([, { lines }]) => lines !== 0)
    .map(([name, prop]): MarketRow => ['prop', `player_${name}`, { ...prop, of: [name] }]);
  return (group) => [
    ...(group === 'player_prop' ? props : []),
    ...(ofTeams[group] ?? []),
    ...(markets[group] ?? []),
  ];
}

function standardMarkets(sport: StandardMarkets, usual: UsualGame): MarketRows {
  const { unit, handicap, smallest = 0, step = 1, hasDraws = false } = sport;
  const { alternates } = MOST_OFFERED.marquee;
  const handicaps = { alternates, smallest, step: hasDraws ? step : 1 };
  return {
    main: [
      [hasDraws ? 'three-way' : 'two-way', 'moneyline'],
      ['handicap', handicap, handicaps],
      ['total', `total_${unit}`, { alternates, step }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 2 }]],
    ...scoreMarkets(sport, usual),
    period: partMarkets(sport, usual),
  };
}

/** Further markets on the final score. */
function scoreMarkets(sport: StandardMarkets, { total, deviation }: UsualGame): MarketRows {
  const { unit, hasDraws = false } = sport;
  const fewScores = unit !== 'points';
  const quarters = { alternates: 4, step: 0.25 };
  // Where the bands of totals and of margins start.
  const totalsApart = Math.max(1, Math.round(0.6 * deviation.total));
  const totals = [-1, 0, 1, 2].map((place) => Math.round(total) + place * totalsApart);
  const marginsApart = Math.max(1, Math.round(deviation.scoreMargin / 3));
  const margins = [0, 1, 2, 3, 4].map((place) => 1 + place * marginsApart);
  const lines = totals.slice(0, 3).map((number) => number - 0.5);
  return {
    game_prop: [
      ['odd-even', `total_${unit}_odd_even`],
      ['result-and-total', `match_result_total_${unit}`, { lines, withDraw: hasDraws }],
      ...rowsIf(fewScores, [
        ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
        ['team-yes-no', 'team_to_score', { yes: SCORES }],
        ['team-yes-no', 'to_win_to_nil', { yes: WINS_TO_NIL }],
        ['total', `asian_total_${unit}`, quarters],
      ]),
      ...rowsIf(hasDraws, [
        ['two-way', 'draw_no_bet'],
        ['double-chance', 'double_chance'],
        ['team-yes-no', 'clean_sheet', { yes: CONCEDES_NOTHING }],
        ['handicap', 'asian_handicap', quarters],
      ]),
    ],
    exact_score: [
      ['winning-margin', 'winning_margin', { from: margins }],
      ['total-range', `total_${unit}_range`, { from: [0, ...totals] }],
      ...rowsIf(fewScores, [['total-range', `exact_total_${unit}`, { from: EACH_TOTAL }]]),
      ...rowsIf(unit === 'goals', [['correct-score', 'correct_score', { highest: 5 }]]),
    ],
  };
}

/** Markets on periods, counts and regular time, a share of 1: sportsbooks offer and price them alike. */
function partMarkets(sport: StandardMarkets, { total }: UsualGame): MarketRow[] {
  const { unit, hasDraws = false, periods, counts } = sport;
  return [
    ...rowsIf(!hasDraws, [
      ['three-way', 'moneyline_3-way', { share: 1 }],
      ['double-chance', 'double_chance', { share: 1 }],
      ['yes-no', unit === 'runs' ? 'extra_innings' : 'overtime', { yes: DRAW, share: 1 }],
    ]),
    ...inPeriods(periods, periodMarkets(sport)),
    ...Object.entries(counts).flatMap(([name, count]): MarketRow[] => [
      ['total', `total_${name}`, { alternates: 4, share: count / total }],
      ['team-total', `team_total_${name}`, { alternates: 2, share: count / total }],
      ['three-way', `most_${name}`, { share: count / total }],
      ['total-range', `exact_total_${name}`, { from: EACH_TOTAL, share: count / total }],
    ]),
  ];
}

/** The markets of each period. */
function periodMarkets({ unit, handicap }: StandardMarkets): MarketRow[] {
  const isOnGoals = unit === 'goals';
  return [
    [isOnGoals ? 'three-way' : 'two-way', 'moneyline'],
    ['handicap', handicap, { alternates: 2, smallest: 0.5 }],
    ['total', `total_${unit}`, { alternates: 2 }],
    ['team-total', `team_total_${unit}`, { alternates: 1 }],
    ['odd-even', `total_${unit}_odd_even`],
    ...rowsIf(!isOnGoals, [
      ['three-way', 'moneyline_3-way'],
      ['team-yes-no', 'team_to_win', { yes: WINS }],
    ]),
    ...rowsIf(unit !== 'points', [['correct-score', 'correct_score', { highest: 3 }]]),
    ...rowsIf(isOnGoals, [
      ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
      ['team-yes-no', 'team_to_score', { yes: SCORES }],
      ['double-chance', 'double_chance'],
      ['two-way', 'draw_no_bet'],
      ['total-range', 'total_goals_range', { from: [0, 2, 4] }],
    ]),
  ];
}

function rowsIf(condition: boolean, rows: readonly MarketRow[]): readonly MarketRow[] {
  return condition ? rows : [];
}

/** The same markets on each of several periods, given with their shares of a game's scores. */
export function inPeriods(
  periods: Readonly<Record<string, number>>,
  rows: readonly MarketRow[],
): MarketRow[] {
  return Object.entries(periods).flatMap(([period, share]) =>
    rows.map(
      ([kind, type, options]) => [kind, `${period}_${type}`, { ...options, share }] as MarketRow,
    ),
  );
}
