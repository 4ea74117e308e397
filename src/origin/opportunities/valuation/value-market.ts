import { coveringSides } from '../../../contract/odds/covering-sides.ts';
import { sumOf } from '../../../contract/odds/implied-probability.ts';
import { SPORTSBOOKS } from '../../sportsbook-table.ts';
import type {
  BookQuote,
  MarketPrice,
  MarketValuation,
  QuotedMarket,
  SideValuation,
} from './quoted-market.ts';

/**
 * The sharp books, by id. Of those that price a market, the one with the lowest rank gives the fair
 * probabilities: Pinnacle is first, the others follow as listed.
 */
const SHARP_RANK: ReadonlyMap<string, number> = new Map(
  SPORTSBOOKS.filter((book) => book.isSharp).map(({ id }, index) => [
    id,
    id === 'pinnacle' ? -1 : index,
  ]),
);

const MIN_CONSENSUS_BOOKS = 2;

/**
 * The least sum of implied probabilities of all sides that is taken seriously. A book or exchange that
 * has less, so practically no margin, means other sides than their names say.
 */
const MIN_OVERROUND = 1.005;

/**
 * A price that pays this much more than the fair one is taken for an error of the book or of the
 * recording: the book would void the bet, or the price is for another bet than its name says.
 */
const PALPABLE_ERROR_PERCENT = 20;

/**
 * Values a market by its prices. `books` are those whose prices can be the best; by default all. The
 * fair probabilities come from all books: the sharpest one, or else a consensus of at least two.
 * Palpable errors are left out.
 *
 * Null if a side has no price at `books`, or if the sides may not cover every outcome.
 */
export function valueMarket(
  market: QuotedMarket,
  books?: ReadonlySet<string>,
): MarketValuation | null {
  const hasDraw = market.prices.values().some(({ odds }) => odds.selection_type === 'draw');
  const types = coveringSides(market, hasDraw);
  if (types === null) return null;
  market.quotes ??= quotesOf(market.prices, types);
  const { quotes } = market;
  const complete = quotes.filter(({ overround }) => !Number.isNaN(overround));
  const { fair, basis } = fairProbabilities(complete);
  const sides: SideValuation[] = [];
  for (const [index, type] of types.entries()) {
    const side = valueSide(type, index, quotes, fair?.[index] ?? null, books);
    if (side === null) return null;
    sides.push(side);
  }
  return { sides, basis, bookCount: complete.length };
}

/**
 * The prices of a market by book. Left out are books with two different prices on one side, and books that price every
 * side with practically no margin. Their sides are not those of the others: "10 or more" and "over 10" can share a name.
 */
function quotesOf(prices: Iterable<MarketPrice>, sides: readonly string[]): BookQuote[] {
  const byBook = Map.groupBy(prices, ({ odds }) => odds.sportsbook);
  return [...byBook].flatMap(([book, own]) => quoteOf(book, own, sides) ?? []);
}

/** Of several equal prices on one side, that with the lowest `ref` counts. */
function quoteOf(
  book: string,
  own: readonly MarketPrice[],
  sides: readonly string[],
): BookQuote | null {
  const prices: (MarketPrice | undefined)[] = sides.map(() => undefined);
  for (const price of own) {
    const index = sides.indexOf(price.odds.selection_type);
    const other = prices[index];
    if (other !== undefined && other.odds.odds_decimal !== price.odds.odds_decimal) return null;
    if (index >= 0 && (other === undefined || price.ref < other.ref)) prices[index] = price;
  }
  const implied = prices.map((price) => (price ? 1 / price.odds.odds_decimal : Number.NaN));
  const overround = sumOf(implied);
  return overround < MIN_OVERROUND ? null : { book, prices, implied, overround };
}

interface FairProbabilities {
  /** In the order of the market's sides. */
  readonly fair: readonly number[] | null;
  readonly basis: MarketValuation['basis'];
}

function fairProbabilities(complete: readonly BookQuote[]): FairProbabilities {
  const rankOf = ({ book }: BookQuote) => SHARP_RANK.get(book) ?? Number.POSITIVE_INFINITY;
  const [sharp] = complete
    .filter(({ book }) => SHARP_RANK.has(book))
    .sort((a, b) => rankOf(a) - rankOf(b));
  if (sharp !== undefined) return { fair: withoutMargin(sharp), basis: 'sharp' };
  if (complete.length < MIN_CONSENSUS_BOOKS) return { fair: null, basis: null };
  return { fair: consensus(complete), basis: 'consensus' };
}

/**
 * Fair probabilities by multiplicative normalisation: the implied probabilities divided by their
 * sum (as in Clarke, Kovalchik and Ingram, "Adjusting bookmaker's odds to allow for overround",
 * 2017).
 */
function withoutMargin({ implied, overround }: BookQuote): readonly number[] {
  return implied.map((probability) => probability / overround);
}

/** The mean of the books' fair probabilities. */
function consensus(quotes: readonly BookQuote[]): readonly number[] {
  // Floating-point sums depend on the order, so it is fixed.
  const fairs = quotes.toSorted(byBook).map(withoutMargin);
  const sums = fairs.reduce((sum, fair) => sum.map((value, index) => value + (fair[index] ?? 0)));
  return sums.map((sum) => sum / fairs.length);
}

/** Null if none of `books` prices the side. */
function valueSide(
  type: string,
  index: number,
  quotes: readonly BookQuote[],
  fair: number | null,
  books?: ReadonlySet<string>,
): SideValuation | null {
  const impliedBy = ({ implied }: BookQuote) => implied[index] ?? Number.NaN;
  const priceOf = ({ prices }: BookQuote) => prices[index] ?? [];
  const lowestSane = fair === null ? 0 : fair / (1 + PALPABLE_ERROR_PERCENT / 100);
  const sane = quotes.filter((quote) => impliedBy(quote) >= lowestSane);
  const eligible = books === undefined ? sane : sane.filter(({ book }) => books.has(book));
  const positive = eligible.filter((quote) => fair !== null && impliedBy(quote) < fair);
  const lowest = Math.min(...eligible.map(impliedBy));
  const [best, ...others] = eligible
    .filter((quote) => impliedBy(quote) === lowest)
    .sort(byBook)
    .flatMap(priceOf);
  if (best === undefined) return null;
  const positiveEv = positive.flatMap(priceOf);
  return { type, fair, bookCount: sane.length, positiveEv, best: [best, ...others] };
}

function byBook({ book: a }: BookQuote, { book: b }: BookQuote): number {
  return a < b ? -1 : 1;
}
