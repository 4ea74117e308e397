import {
  above,
  below,
  DRAW,
  exactly,
  type Figure,
  type Range,
  type ScoreCondition,
  SIDES,
  type SideCondition,
  WINS,
  winsBy,
} from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import type { Lineup, Market, Selection } from './market.ts';

/** A line stays while it is at most this far from the expected value, in points, goals or whatever it counts. */
const TOLERANCE = 0.85;

type Scope = Pick<Market, 'share'>;

interface LineOptions extends Scope {
  /** How many lines there are on each side of the main one. */
  readonly alternates?: number;
  /** The distance between neighbouring lines. */
  readonly step?: number;
  /** The smallest and the largest absolute value of the main line of a handicap. */
  readonly smallest?: number;
  readonly largest?: number;
}

/** Where bands of numbers start. Each ends before the next one; the last one is open-ended. */
interface Bands extends Scope {
  readonly from: readonly number[];
}

/** Kinds of markets on scores. */
export const GAME_MARKETS = {
  /** A spread or handicap. The line is that of the home side. */
  handicap: ({ home, away }: Lineup, options: LineOptions) =>
    ladder('scoreMargin', options, [
      { name: home, type: 'home' },
      { name: away, type: 'away', hasOppositeLine: true },
    ]),

  total: (_lineup: Lineup, options: LineOptions) =>
    ladder('total', options, [
      { name: 'Over', type: 'over' },
      { name: 'Under', type: 'under' },
    ]),

  'team-total': (lineup: Lineup, options: LineOptions) =>
    SIDES.flatMap((side) =>
      ladder(side, options, [
        { name: `${lineup[side]} Over`, type: `${side}_over` },
        { name: `${lineup[side]} Under`, type: `${side}_under` },
      ]),
    ),

  'three-way': (lineup: Lineup, { share }: Scope) => complete(share, results(lineup)),

  /** Home or away. Stakes are returned on a draw. */
  'two-way': ({ home, away }: Lineup, { share }: Scope) =>
    complete(share, [
      {
        name: home,
        type: 'home',
        chance: ({ probability }) => probability(WINS.home) / (1 - probability(DRAW)),
      },
      { name: away, type: 'away' },
    ]),

  /** Home, draw and away in pairs: a selection wins on either result. */
  'double-chance': ({ home, away }: Lineup, { share }: Scope) =>
    partial(share, [
      { name: `${home} or Draw`, type: 'home_draw', chance: unless(WINS.away) },
      { name: `${home} or ${away}`, type: 'home_away', chance: unless(DRAW) },
      { name: `Draw or ${away}`, type: 'away_draw', chance: unless(WINS.home) },
    ]),

  'odd-even': (_lineup: Lineup, { share }: Scope) =>
    complete(share, [
      { name: 'Odd', type: 'odd', chance: () => 0.5 },
      { name: 'Even', type: 'even' },
    ]),

  'yes-no': (_lineup: Lineup, { share, yes }: Scope & { readonly yes: ScoreCondition }) =>
    yesOrNo(share, '', yes),

  /** A yes and a no for each team. */
  'team-yes-no': (lineup: Lineup, { share, yes }: Scope & { readonly yes: SideCondition }) =>
    SIDES.flatMap((side) => yesOrNo(share, `${lineup[side]} `, yes[side])),

  /** Every exact score with up to `highest` for each side. */
  'correct-score'(_lineup: Lineup, { share, highest }: Scope & { readonly highest: number }) {
    const counts = Array.from({ length: highest + 1 }, (_, count) => count);
    const scores = counts.flatMap((home) =>
      counts.map((away) => ({
        name: `${home}-${away}`,
        type: `${home}_${away}`,
        chance: when({ home: exactly(home), away: exactly(away) }),
      })),
    );
    return partial(share, scores);
  },

  /** By how much a side wins. */
  'winning-margin'(lineup: Lineup, { share, from }: Bands) {
    const margins = SIDES.flatMap((side) =>
      bandsFrom(from).map(({ name, range }) => ({
        name: `${lineup[side]} by ${name}`,
        type: 'other',
        fixedLine: range[0],
        chance: when(winsBy(side, range)),
      })),
    );
    return partial(share, margins);
  },

  /** The total. Bands of one number have the type `exact_…`. */
  'total-range'(_lineup: Lineup, { share, from }: Bands) {
    const totals = bandsFrom(from).map(({ name, range }) => ({
      name,
      type: range[0] === range[1] ? `exact_${name}` : 'other',
      chance: when({ total: range }),
    }));
    return partial(share, totals);
  },

  /** The result combined with over or under. The name leaves these and the line out: `type` and `fixedLine` give them. */
  'result-and-total'(
    lineup: Lineup,
    { lines, withDraw }: { readonly lines: readonly number[]; readonly withDraw: boolean },
  ) {
    const offered = results(lineup).filter(({ type }) => withDraw || type !== 'draw');
    const combined = lines.flatMap((line) =>
      offered.flatMap(({ name, type, wins }) =>
        Object.entries({ over: above(line), under: below(line) }).map(([end, total]) => ({
          name: `${name} and`,
          type: `${type}_${end}`,
          fixedLine: line,
          chance: when({ ...wins, total }),
        })),
      ),
    );
    return partial(undefined, combined);
  },
};

function results({ home, away }: Lineup) {
  return [
    { name: home, type: 'home', wins: WINS.home, chance: when(WINS.home) },
    { name: 'Draw', type: 'draw', wins: DRAW, chance: when(DRAW) },
    { name: away, type: 'away', wins: WINS.away, chance: when(WINS.away) },
  ];
}

function yesOrNo(share: Market['share'], prefix: string, yes: ScoreCondition): Market[] {
  return complete(share, [
    { name: `${prefix}Yes`, type: 'yes', chance: when(yes) },
    { name: `${prefix}No`, type: 'no' },
  ]);
}

function complete(share: Market['share'], selections: readonly Selection[]): Market[] {
  return [{ selections, share, isComplete: true }];
}

function partial(share: Market['share'], selections: readonly Selection[]): Market[] {
  return [{ selections, share, isComplete: false }];
}

function when(condition: ScoreCondition) {
  return ({ probability }: ScoreModel) => probability(condition);
}

function unless(condition: ScoreCondition) {
  return ({ probability }: ScoreModel) => 1 - probability(condition);
}

function bandsFrom(starts: readonly number[]): { readonly name: string; readonly range: Range }[] {
  return starts.map((from, index) => {
    const next = starts[index + 1];
    if (next === undefined) return { name: `${from}+`, range: [from, Number.POSITIVE_INFINITY] };
    const name = next - 1 === from ? String(from) : `${from}-${next - 1}`;
    return { name, range: [from, next - 1] };
  });
}

/** The main line on a figure and its alternates: 0, 1, -1, 2, -2 steps from it and so on, the nearest lines first. */
function ladder(
  figure: Figure,
  {
    alternates = 0,
    step = 1,
    smallest = 0,
    largest = Number.POSITIVE_INFINITY,
    share,
  }: LineOptions,
  [first, second]: readonly [Selection, Selection],
): Market[] {
  const isHandicap = figure === 'scoreMargin';
  const sign = isHandicap ? -1 : 1; // A handicap is won by a margin above the line with its sign changed.
  const lowest = isHandicap ? Number.NEGATIVE_INFINITY : 0.5;
  const chance: Selection['chance'] = (model, line) => winsAt(model, figure, sign * line);
  const steps = Array.from({ length: alternates }, (_, index) => [index + 1, -index - 1]);
  return [0, ...steps.flat()].map((offset) => ({
    selections: [{ ...first, chance }, second],
    share,
    isComplete: true,
    stepsFromMain: Math.abs(offset),
    nextLine({ expected }, current) {
      const currentMain = current === null ? null : current - offset * step;
      const main = Math.max(lowest, nextMainLine(sign * expected[figure], currentMain));
      const size = Math.min(largest, Math.max(smallest, Math.abs(main)));
      return Math.sign(main) * size + offset * step;
    },
  }));
}

/** `current` if it is close enough to `expectation`, else the nearest number that ends in .5. */
export function nextMainLine(expectation: number, current: number | null): number {
  if (current !== null && Math.abs(expectation - current) <= TOLERANCE) return current;
  return Math.floor(expectation) + 0.5;
}

/**
 * The probability that a figure is above a line, given that the stake is not returned. A stake on a quarter
 * line is split between the two neighbouring lines. A result on the line returns the stake.
 */
function winsAt({ probability }: ScoreModel, figure: Figure, line: number): number {
  const lines = Number.isInteger(line * 2) ? [line] : [line - 0.25, line + 0.25];
  const won = lines.reduce((sum, one) => sum + probability({ [figure]: above(one) }), 0);
  const lost = lines.reduce((sum, one) => sum + probability({ [figure]: below(one) }), 0);
  return won + lost === 0 ? 0 : won / (won + lost);
}
