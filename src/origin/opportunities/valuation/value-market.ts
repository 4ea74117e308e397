import { coveringSides } from '../../../contract/odds/covering-sides.ts';
import { SPORTSBOOKS } from '../../sportsbook-table.ts';
import type { BookQuote, MarketPrice } from './book-prices.ts';
import type { MarketValuation, SideValuation } from './market-valuation.ts';
import type { QuotedMarket } from './quoted-market.ts';

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
 * A price that pays this much more than the fair one is taken for an error of the book or of the
 * recording: the book would void the bet, or the price is for another bet than its name says.
 */
const PALPABLE_ERROR_PERCENT = 20;

type QuoteOfBook = readonly [book: string, quote: BookQuote];

/**
 * Values a market by its prices. `books` are those whose prices can be the best; by default all. The
 * fair probabilities come from all books: the sharpest one, or else a consensus of at least two.
 * Quotes that are not consistent (`BookQuote.isConsistent`) and palpable errors are left out.
 *
 * Null if a side has no price at `books`, or if the sides may not cover every outcome.
 */
export function valueMarket(
  market: QuotedMarket,
  books?: ReadonlySet<string>,
): MarketValuation | null {
  const types = coveringSides(market, market.hasDraw);
  if (types === null) return null;
  const quotes = consistentQuotes(market, types);
  // The overround is NaN unless the book prices every side.
  const complete = quotes.filter(([, { overround }]) => !Number.isNaN(overround));
  const { fair, basis } = fairProbabilities(complete);
  const sides: SideValuation[] = [];
  for (const [index, type] of types.entries()) {
    const side = valueSide(type, index, quotes, fair?.[index] ?? null, books);
    if (side === null) return null;
    sides.push(side);
  }
  return { sides, basis, bookCount: complete.length };
}

function consistentQuotes({ books }: QuotedMarket, types: readonly string[]): QuoteOfBook[] {
  const quotes: QuoteOfBook[] = [];
  for (const prices of books.values()) {
    const quote = prices.quote(types);
    if (quote.isConsistent) quotes.push([prices.book, quote]);
  }
  return quotes;
}

interface FairProbabilities {
  /** In the order of the market's sides. */
  readonly fair: readonly number[] | null;
  readonly basis: MarketValuation['basis'];
}

function fairProbabilities(complete: readonly QuoteOfBook[]): FairProbabilities {
  const sharp = sharpest(complete);
  if (sharp !== null) return { fair: withoutMargin(sharp), basis: 'sharp' };
  if (complete.length < MIN_CONSENSUS_BOOKS) return { fair: null, basis: null };
  return { fair: consensus(complete), basis: 'consensus' };
}

function sharpest(quotes: readonly QuoteOfBook[]): BookQuote | null {
  let lowestRank = Number.POSITIVE_INFINITY;
  let sharp: BookQuote | null = null;
  for (const [book, quote] of quotes) {
    const rank = SHARP_RANK.get(book) ?? Number.POSITIVE_INFINITY;
    if (rank >= lowestRank) continue;
    lowestRank = rank;
    sharp = quote;
  }
  return sharp;
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
function consensus(quotes: readonly QuoteOfBook[]): readonly number[] {
  // Floating-point sums depend on the order, so it is fixed.
  const byBook = quotes.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fairs = byBook.map(([, quote]) => withoutMargin(quote));
  const sums = fairs.reduce((sum, fair) => sum.map((value, index) => value + (fair[index] ?? 0)));
  return sums.map((sum) => sum / fairs.length);
}

/** Null if none of `books` prices the side. */
function valueSide(
  type: string,
  index: number,
  quotes: readonly QuoteOfBook[],
  fair: number | null,
  books?: ReadonlySet<string>,
): SideValuation | null {
  const impliedBy = ({ implied }: BookQuote) => implied[index] ?? Number.NaN;
  const lowestSane = fair === null ? 0 : fair / (1 + PALPABLE_ERROR_PERCENT / 100);
  const sane = quotes.filter(([, quote]) => impliedBy(quote) >= lowestSane);
  const eligible = books === undefined ? sane : sane.filter(([book]) => books.has(book));
  const positiveEv: MarketPrice[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const [, quote] of eligible) {
    const probability = impliedBy(quote);
    lowest = Math.min(lowest, probability);
    const price = quote.prices[index];
    if (fair !== null && probability < fair && price !== undefined) positiveEv.push(price);
  }
  const [best, ...others] = eligible
    .filter(([, quote]) => impliedBy(quote) === lowest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { prices }]) => prices[index] ?? []);
  if (best === undefined) return null;
  return { type, fair, bookCount: sane.length, positiveEv, best: [best, ...others] };
}
