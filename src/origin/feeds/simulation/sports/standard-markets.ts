import type { MarketGroup } from '../markets/market-groups.ts';
import type { MarketRow } from '../markets/market-kinds.ts';
import {
  ANY_SCORE,
  BOTH_SCORE,
  CONCEDES_NOTHING,
  DRAW,
  SCORES,
  WINS,
  WINS_TO_NIL,
} from '../scores/score-condition.ts';

export type MarketRows = Readonly<Partial<Record<MarketGroup, readonly MarketRow[]>>>;

/** What the markets that all sports of two teams have depend on. */
export interface StandardMarkets {
  /** What scores are called. */
  readonly unit: 'points' | 'goals' | 'runs';
  /** Whether a match may end in a draw. */
  readonly hasDraws?: boolean;
  readonly handicap: 'point_spread' | 'puck_line' | 'run_line';
  /** The smallest handicap on the match, and the distance between lines of total and, with draws, handicap. */
  readonly smallest?: number;
  readonly step?: number;
  readonly alternates: number;
  /** Lines of the total that are combined with results. */
  readonly combined: readonly number[];
  /** Where the bands of winning margins and totals start. */
  readonly margins: readonly number[];
  readonly totals: readonly number[];
  /** The share of a game's scores in each period that has markets of its own. */
  readonly periods: Readonly<Record<string, number>>;
  /** The shares of the parts of a game of which a side may win any or each, and what each part is called. */
  readonly parts?: { readonly name: 'half' | 'period'; readonly shares: readonly number[] };
  /** What is counted besides scores: averages in a usual game, both sides together. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * The markets of a sport on teams. The group `period` also has rare markets on the whole game: sportsbooks offer and price
 * them as they do those on periods.
 */
export function standardMarkets(sport: StandardMarkets): MarketRows {
  const { unit, handicap, alternates, smallest = 0, step = 1, combined, margins, totals } = sport;
  const { hasDraws = false, periods, counts } = sport;
  const fewScores = unit !== 'points';
  const quarters = { alternates: 4, step: 0.25 };
  return {
    main: [
      [hasDraws ? 'three-way' : 'two-way', 'moneyline'],
      [
        'handicap',
        handicap,
        { alternates: Math.min(alternates, 5), smallest, step: hasDraws ? step : 1 },
      ],
      ['total', `total_${unit}`, { alternates, step }],
    ],
    team_total: [['team-total', 'team_total', { alternates: 2 }]],
    game_prop: [
      ['odd-even', `total_${unit}_odd_even`],
      ['result-and-total', `match_result_total_${unit}`, { lines: combined, withDraw: hasDraws }],
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
      ['total-range', `total_${unit}_range`, { from: totals }],
      ...rowsIf(fewScores, [['total-range', `exact_total_${unit}`, { from: upTo(9) }]]),
      ...rowsIf(unit === 'goals', [['correct-score', 'correct_score', { highest: 5 }]]),
    ],
    period: [
      ...rowsIf(!hasDraws, [
        ['three-way', 'moneyline_3-way', { share: 1 }],
        ['yes-no', unit === 'runs' ? 'extra_innings' : 'overtime', { yes: DRAW, share: 1 }],
      ]),
      ...rowsIf(fewScores, [['first-to-score', 'first_team_to_score']]),
      ...inPeriods(periods, periodMarkets(sport)),
      ...partMarkets(sport),
      ...Object.entries(counts).flatMap(([name, count]): MarketRow[] => [
        ['total', `total_${name}`, { alternates: 4, count }],
        ['team-total', `team_total_${name}`, { alternates: 2, count }],
        ['three-way', `most_${name}`, { count }],
      ]),
    ],
  };
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
    ...rowsIf(!isOnGoals, [['three-way', 'moneyline_3-way']]),
    ...rowsIf(unit !== 'points', [['correct-score', 'correct_score', { highest: 3 }]]),
    ...rowsIf(isOnGoals, [
      ['yes-no', 'both_teams_to_score', { yes: BOTH_SCORE }],
      ['team-yes-no', 'team_to_score', { yes: SCORES }],
      ['double-chance', 'double_chance'],
      ['two-way', 'draw_no_bet'],
      ['first-to-score', 'first_team_to_score'],
      ['total-range', 'total_goals_range', { from: [0, 2, 4] }],
    ]),
  ];
}

/** The markets on several parts of the game together. */
function partMarkets({ parts, margins }: StandardMarkets): MarketRow[] {
  if (parts === undefined) return [];
  const { name, shares } = parts;
  const [first = 0] = shares;
  const highestLead = Math.max(8, 2 * (margins.at(-1) ?? 0));
  const both = [first, 1 - first] as const;
  return [
    [
      'double-result',
      name === 'half' ? 'halftime_fulltime' : `1st_${name}_full_game`,
      { shares: both, highestLead },
    ],
    ['team-yes-no', `to_win_any_${name}`, { yes: WINS, inAny: shares }],
    ['team-yes-no', `team_to_win_every_${name}`, { yes: WINS, inEach: shares, bySide: true }],
    ...rowsIf(name === 'half', [
      ['highest-scoring-half', 'highest_scoring_half', { shares: both }],
    ]),
    ...rowsIf(highestLead === 8, [
      ['yes-no', `goal_in_every_${name}`, { yes: ANY_SCORE, inEach: shares }],
    ]),
  ];
}

function rowsIf(condition: boolean, rows: readonly MarketRow[]): readonly MarketRow[] {
  return condition ? rows : [];
}

export function upTo(highest: number): number[] {
  return Array.from({ length: highest + 1 }, (_, number) => number);
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
