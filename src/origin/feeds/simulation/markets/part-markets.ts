import {
  exactly,
  includes,
  type ScoreCondition,
  type SideCondition,
} from '../scores/score-condition.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import { type Lineup, SIDES } from './market.ts';
import { oneMarket, results } from './outcome-markets.ts';
import { type Scope, scoped } from './scope.ts';

/** Yes if a condition holds: once, or in each or any of several parts of the game with these shares of its scores. */
interface YesOptions<Condition> extends Scope {
  readonly yes: Condition;
  readonly inEach?: readonly number[];
  readonly inAny?: readonly number[];
}

/** The shares of a game's scores in its two parts. */
interface Halves {
  readonly shares: readonly [number, number];
}

/** Kinds of markets on several parts of a game, which are independent. */
export const PART_MARKETS = {
  'yes-no': (_lineup: Lineup, options: YesOptions<ScoreCondition>) =>
    yesAndNo('', ['yes', 'no'], options),

  /** A yes and a no for each team. Many books give both the side of the team as their type where it is `bySide`. */
  'team-yes-no': (
    lineup: Lineup,
    { yes, bySide = false, ...rest }: YesOptions<SideCondition> & { readonly bySide?: boolean },
  ) =>
    SIDES.flatMap((side) =>
      yesAndNo(`${lineup[side]} `, bySide ? [side, side] : ['yes', 'no'], {
        yes: yes[side],
        ...rest,
      }),
    ),

  /**
   * The result after the first of two parts of the game combined with the final result, such as half-time and
   * full-time. Leads of either side above `highestLead` after the first part are ignored.
   */
  'double-result'(lineup: Lineup, { shares, highestLead }: Halves & { highestLead: number }) {
    const [firstOf, secondOf] = partsOf(shares);
    const leads = Array.from({ length: 2 * highestLead + 1 }, (_, index) => index - highestLead);
    const pairs = results(lineup).flatMap((early) =>
      results(lineup).map((final) => ({
        name: `${early.name} / ${final.name}`,
        type: `${early.type}_${final.type}`,
        leads: leads.filter((lead) => includes(early.wins.scoreMargin, lead)),
        final: final.wins.scoreMargin,
      })),
    );
    const chances = (game: ScoreModel) => {
      const [first, second] = [firstOf(game), secondOf(game)];
      return pairs.map(({ leads, final: [from, to] }) =>
        leads.reduce((sum, lead) => {
          const chance = first.probability({ scoreMargin: exactly(lead) });
          return sum + chance * second.probability({ scoreMargin: [from - lead, to - lead] });
        }, 0),
      );
    };
    return oneMarket('partial', pairs, chances);
  },

  /** Which of two halves has more scores. */
  'highest-scoring-half'(_lineup: Lineup, { shares }: Halves) {
    const [firstOf, secondOf] = partsOf(shares);
    const halves = [
      { name: '1st Half', type: '1st_half' },
      { name: '2nd Half', type: '2nd_half' },
      { name: 'Tie', type: 'draw' },
    ];
    const chances = (game: ScoreModel) => {
      const [first, second] = [firstOf(game), secondOf(game)];
      const more = outscores(first, second, 1);
      return [more, outscores(second, first, 1), outscores(first, second, 0) - more];
    };
    return oneMarket('complete', halves, chances);
  },
};

function yesAndNo(
  prefix: string,
  [yesType, noType]: readonly [string, string],
  { yes, inEach, inAny, ...scope }: YesOptions<ScoreCondition>,
) {
  const parts = (inEach ?? inAny)?.map((share) => scoped({ ...scope, share })) ?? [scoped(scope)];
  const selections = [
    { name: `${prefix}Yes`, type: yesType },
    { name: `${prefix}No`, type: noType },
  ];
  const chances = (game: ScoreModel) => {
    const each = parts.map((part) => part(game).probability(yes));
    const chance = inAny
      ? 1 - each.reduce((none, one) => none * (1 - one), 1)
      : each.reduce((all, one) => all * one, 1);
    return [chance, 1 - chance];
  };
  return oneMarket('complete', selections, chances);
}

function partsOf([first, second]: Halves['shares']) {
  return [scoped({ share: first }), scoped({ share: second })] as const;
}

/** The probability that one total is higher than an independent one by at least `margin`. */
function outscores(one: ScoreModel, other: ScoreModel, margin: number): number {
  // Higher totals are so unlikely that they are left out.
  const highest = Math.ceil(2 * one.expected.total) + 6;
  let sum = 0;
  for (let total = 0; total <= highest; total++) {
    const totalChance = one.probability({ total: exactly(total) });
    sum += totalChance * other.probability({ total: [Number.NEGATIVE_INFINITY, total - margin] });
  }
  return sum;
}
