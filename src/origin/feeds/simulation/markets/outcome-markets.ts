import {
  ANY_SCORE,
  above,
  below,
  DRAW,
  exactly,
  type Range,
  type ScoreCondition,
  WINS,
  winsBy,
} from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import { type Lineup, type Market, marketOf, type Selection, SIDES } from './market.ts';
import { type Scope, scoped } from './scope.ts';

/** The selections of a market of which one wins in any case, or else of one in which they come and go one by one. */
export type Cover = 'complete' | 'partial';

/** One market without lines. `chances` gets the model of what the market counts. */
export function oneMarket(
  cover: Cover,
  selections: readonly Selection[],
  chances: (model: ScoreModel) => readonly number[],
  scope: Scope = {},
): Market[] {
  const modelOf = scoped(scope);
  return [
    marketOf(selections, (game) => chances(modelOf(game)), { isComplete: cover === 'complete' }),
  ];
}

interface Outcome extends Selection {
  readonly wins: ScoreCondition;
}

function marketOfOutcomes(cover: Cover, outcomes: readonly Outcome[], scope?: Scope): Market[] {
  return oneMarket(
    cover,
    outcomes,
    ({ probability }) => outcomes.map(({ wins }) => probability(wins)),
    scope,
  );
}

export function results({ home, away }: Lineup) {
  return [
    { name: home, type: 'home', wins: WINS.home },
    { name: 'Draw', type: 'draw', wins: DRAW },
    { name: away, type: 'away', wins: WINS.away },
  ] as const;
}

/** Where bands of numbers start. Each ends before the next one; the last one is open-ended. */
interface Bands extends Scope {
  readonly from: readonly number[];
}

function bandsFrom(starts: readonly number[]): { readonly name: string; readonly range: Range }[] {
  return starts.map((from, index) => {
    const next = starts[index + 1];
    if (next === undefined) return { name: `${from}+`, range: [from, Number.POSITIVE_INFINITY] };
    const name = next - 1 === from ? String(from) : `${from}-${next - 1}`;
    return { name, range: [from, next - 1] };
  });
}

/** Kinds of markets on what a scope counts, each with the selections of one market. */
export const OUTCOME_MARKETS = {
  'three-way': (lineup: Lineup, scope: Scope) =>
    marketOfOutcomes('complete', results(lineup), scope),

  /** Home or away. Stakes are returned on a draw. */
  'two-way'(lineup: Lineup, scope: Scope) {
    const sides = SIDES.map((side) => ({ name: lineup[side], type: side }));
    const chances = ({ probability }: ScoreModel) => {
      const [home, away] = [probability(WINS.home), probability(WINS.away)];
      return [home / (home + away), away / (home + away)];
    };
    return oneMarket('complete', sides, chances, scope);
  },

  /** Home, draw and away in pairs: a selection wins on either result. */
  'double-chance'({ home, away }: Lineup, scope: Scope) {
    const pairs = [
      { name: `${home} or Draw`, type: 'home_draw' },
      { name: `${home} or ${away}`, type: 'home_away' },
      { name: `Draw or ${away}`, type: 'away_draw' },
    ];
    const chances = ({ probability }: ScoreModel) => {
      const [homeWins, draw] = [probability(WINS.home), probability(DRAW)];
      const awayWins = probability(WINS.away);
      return [homeWins + draw, homeWins + awayWins, draw + awayWins];
    };
    return oneMarket('partial', pairs, chances, scope);
  },

  'odd-even'(_lineup: Lineup, scope: Scope) {
    const parities = [
      { name: 'Odd', type: 'odd', wins: { isOdd: true } },
      { name: 'Even', type: 'even', wins: { isOdd: false } },
    ];
    return marketOfOutcomes('complete', parities, scope);
  },

  /** Which side has the first score, or none. */
  'first-to-score'(lineup: Lineup, scope: Scope) {
    const sides = SIDES.map((side) => ({ name: lineup[side], type: side }));
    const chances = ({ expected, probability }: ScoreModel) => {
      const any = probability(ANY_SCORE);
      const firsts = SIDES.map((side) => (any * expected[side]) / expected.total);
      return [...firsts, probability({ total: exactly(0) })];
    };
    return oneMarket('partial', [...sides, { name: 'No Goal', type: 'no' }], chances, scope);
  },

  /** Every exact score with up to `highest` for each side. */
  'correct-score'(_lineup: Lineup, { highest, ...scope }: Scope & { readonly highest: number }) {
    const counts = Array.from({ length: highest + 1 }, (_, count) => count);
    const scores = counts.flatMap((home) =>
      counts.map((away) => ({
        name: `${home}-${away}`,
        type: `${home}_${away}`,
        wins: { home: exactly(home), away: exactly(away) },
      })),
    );
    return marketOfOutcomes('partial', scores, scope);
  },

  /** Every result in sets of a match over the best of three. */
  'set-score': ({ home, away }: Lineup, _scope: Scope) =>
    marketOfOutcomes('partial', [
      { name: `${home} 2-0`, type: '2_0', wins: { scoreMargin: above(1) } },
      { name: `${home} 2-1`, type: '2_1', wins: { scoreMargin: exactly(1) } },
      { name: `${away} 2-1`, type: '1_2', wins: { scoreMargin: exactly(-1) } },
      { name: `${away} 2-0`, type: '0_2', wins: { scoreMargin: below(-1) } },
    ]),

  /** By how much a side wins. */
  'winning-margin'(lineup: Lineup, { from, ...scope }: Bands) {
    const margins = SIDES.flatMap((side) =>
      bandsFrom(from).map(({ name, range }) => ({
        name: `${lineup[side]} by ${name}`,
        type: 'other',
        fixedLine: range[0],
        wins: winsBy(side, range),
      })),
    );
    return marketOfOutcomes('partial', margins, scope);
  },

  /** The total. Bands of one number have the type `exact_…`. */
  'total-range'(_lineup: Lineup, { from, ...scope }: Bands) {
    const totals = bandsFrom(from).map(({ name, range }) => ({
      name,
      type: range[0] === range[1] ? `exact_${name}` : 'other',
      wins: { total: range },
    }));
    return marketOfOutcomes('partial', totals, scope);
  },

  /** The result combined with over or under. The name leaves these and the line out: `type` and `fixedLine` give them. */
  'result-and-total'(
    lineup: Lineup,
    { lines, withDraw = false }: { readonly lines: readonly number[]; readonly withDraw?: boolean },
  ) {
    const offered = results(lineup).filter(({ type }) => withDraw || type !== 'draw');
    const combined = lines.flatMap((line) =>
      offered.flatMap(({ name, type, wins }) =>
        Object.entries({ over: above(line), under: below(line) }).map(([end, total]) => ({
          name: `${name} and`,
          type: `${type}_${end}`,
          fixedLine: line,
          wins: { ...wins, total },
        })),
      ),
    );
    return marketOfOutcomes('partial', combined);
  },
};
