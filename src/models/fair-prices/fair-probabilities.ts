import { coveringSides, positionOf } from '../../contract/odds/covering-sides.ts';
import type { ComparisonSelection } from '../../contract/routes/odds-comparison.ts';
import { slugOf } from '../../contract/slugs.ts';
import type { FairPriceMethod } from '../../generated/schema-types.ts';
import { impliedProbability } from '../price.ts';
import { removeMargin, sumOf } from './remove-margin.ts';

/**
 * The lowest plausible sum of the implied probabilities of all sides at one sportsbook. None offers every outcome
 * at a greater loss to itself: where one seems to, the sides are not those of one market.
 */
const LOWEST_SUM = 0.98;

/** The selections of one market type of an event, on one or several markets: for example one for each line. */
export interface ComparedMarket {
  readonly sport: string;
  readonly marketType: string;
  readonly selections: readonly ComparisonSelection[];
}

/**
 * The fair probabilities of selections. A sportsbook counts if it prices every side of a market at the same line.
 * Its implied probabilities, without its margin, are averaged with those of the others. Selections on markets
 * that no sportsbook prices completely are left out.
 */
export function fairProbabilities(
  market: ComparedMarket,
  method: FairPriceMethod,
): Map<ComparisonSelection, number> {
  const fair = new Map<ComparisonSelection, number>();
  for (const sides of completeMarkets(market)) {
    const quotes = completeQuotes(sides)
      .map((implied) => removeMargin(implied, method))
      .filter((probabilities) => probabilities.every(isProbability));
    for (const [side, selection] of sides.entries()) {
      const sum = quotes.reduce((total, probabilities) => total + (probabilities[side] ?? 0), 0);
      if (quotes.length > 0) fair.set(selection, sum / quotes.length);
    }
  }
  return fair;
}

/** The markets whose sides surely cover every outcome, each as its selections, one for each side. */
function completeMarkets({ sport, marketType, selections }: ComparedMarket) {
  const positioned = selections.flatMap((selection) => {
    const side = slugOf(selection.selection_type);
    const position = positionOf({ ...selection, selection_type: side });
    if (position === null) return [];
    // The subject tells markets apart by the names of selections. A comparison does not say which names are
    // those of the two teams, so the subject is ignored for home, draw and away.
    const subject = position.family[0] === 'home' ? '' : position.subject;
    return [{ side, selection, position: { ...position, subject } }];
  });
  const markets = Map.groupBy(
    positioned,
    ({ position: { family, line, subject } }) => `${family[0]}|${line}|${subject}`,
  );
  return [...markets.values()].flatMap((members) => {
    const [first] = members;
    const hasDraw = members.some(({ side }) => side === 'draw');
    const type = { sport: slugOf(sport), marketType: slugOf(marketType) };
    const sides = first && coveringSides({ ...first.position, ...type }, hasDraw);
    // Two selections for one side belong to two markets that cannot be told apart.
    if (!sides || members.length !== sides.length) return [];
    const ordered = sides.flatMap(
      (side) => members.find((member) => member.side === side)?.selection ?? [],
    );
    return ordered.length === sides.length ? [ordered] : [];
  });
}

/** The implied probabilities, in the order of the sides, at each sportsbook that prices them all. */
function completeQuotes(sides: readonly ComparisonSelection[]): number[][] {
  const books = Object.keys(sides[0]?.books ?? {});
  return books
    .map((book) =>
      sides.map(({ books: offers }) => {
        const offer = Object.hasOwn(offers, book) ? offers[book] : undefined;
        return offer ? impliedProbability(offer.odds_american, offer.odds_decimal) : Number.NaN;
      }),
    )
    .filter((implied) => implied.every(isProbability) && sumOf(implied) >= LOWEST_SUM);
}

function isProbability(value: number): boolean {
  return value > Number.EPSILON && value < 1 - Number.EPSILON;
}
