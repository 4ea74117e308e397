import { coveringSides } from '../../odds/covering-sides.ts';
import { SPORTSBOOKS } from '../../sportsbooks.ts';
import type { Bet, Offer, PricedBet, PricedSide, Sheet } from './quoted-market.ts';

/** Whose prices are fair once their margin is out: pinnacle's, then the others' as they are listed. */
const SHARP_RANK: ReadonlyMap<string, number> = new Map(
  SPORTSBOOKS.filter((book) => book.isSharp).map(({ id }, index) => [
    id,
    id === 'pinnacle' ? -1 : index,
  ]),
);

const CONSENSUS_BOOKS = 2;

/**
 * A price that pays this much more than the fair one is an error, of the book or of the record: the
 * bet would be voided, or is another bet than its name says.
 */
const PALPABLE_ERROR_PERCENT = 20;

/** A book and its prices. */
type BookSheet = readonly [book: string, sheet: Sheet];

/**
 * Values a bet by its own prices; `books` are those whose prices may be bet on, by default all. Null
 * where a side has no such price, or where the sides may not cover every outcome. What is fair all
 * books tell: the sharpest, or a consensus of at least two.
 *
 * Left out are books whose prices do not fit the bet, and prices that are palpable errors.
 */
export function priceBet(bet: Bet, books?: ReadonlySet<string>): PricedBet | null {
  const types = coveringSides(bet, bet.hasDraw);
  if (types === null) return null;
  const sheets: BookSheet[] = [];
  for (const prices of bet.books.values()) {
    const sheet = prices.sheet(types);
    if (sheet.fits) sheets.push([prices.book, sheet]);
  }
  const complete = sheets.filter(([, { total }]) => !Number.isNaN(total));
  const sharp = sharpest(complete);
  const fair = sharp === null ? consensus(complete) : withoutMargin(sharp);
  const sides: PricedSide[] = [];
  for (const [index, type] of types.entries()) {
    const side = sideOf(type, sheets, index, fair?.[index] ?? null, books);
    if (side === null) return null;
    sides.push(side);
  }
  const basis = sharp !== null ? 'sharp' : fair !== null ? 'consensus' : null;
  return { sides, basis, bookCount: complete.length };
}

function sharpest(sheets: readonly BookSheet[]): Sheet | null {
  let first = Number.POSITIVE_INFINITY;
  let sharp: Sheet | null = null;
  for (const [book, sheet] of sheets) {
    const rank = SHARP_RANK.get(book) ?? Number.POSITIVE_INFINITY;
    if (rank < first) sharp = sheet;
    first = Math.min(first, rank);
  }
  return sharp;
}

/**
 * Fair probabilities by multiplicative normalisation: the implied probabilities divided by their
 * sum (as in Clarke, Kovalchik and Ingram, "Adjusting bookmaker's odds to allow for overround",
 * 2017).
 */
function withoutMargin({ implied, total }: Sheet): readonly number[] {
  return implied.map((value) => value / total);
}

/** The mean of the books' fair probabilities; null for fewer than a consensus takes. */
function consensus(sheets: readonly BookSheet[]): readonly number[] | null {
  if (sheets.length < CONSENSUS_BOOKS) return null;
  // In a fixed order, since sums of fractions depend on it.
  const byBook = sheets.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fairs = byBook.map(([, sheet]) => withoutMargin(sheet));
  const sums = fairs.reduce((sum, fair) => sum.map((value, index) => value + (fair[index] ?? 0)));
  return sums.map((sum) => sum / fairs.length);
}

/** One side without its palpable errors; null where none of `books` prices it. */
function sideOf(
  type: string,
  sheets: readonly BookSheet[],
  index: number,
  fair: number | null,
  books?: ReadonlySet<string>,
): PricedSide | null {
  const least = fair === null ? 0 : fair / (1 + PALPABLE_ERROR_PERCENT / 100);
  const sane = sheets.filter(([, { implied }]) => (implied[index] ?? Number.NaN) >= least);
  const open = books === undefined ? sane : sane.filter(([book]) => books.has(book));
  const generous: Offer[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const [, { implied, offers }] of open) {
    const probability = implied[index] ?? Number.NaN;
    lowest = Math.min(lowest, probability);
    const offer = offers[index];
    if (fair !== null && probability < fair && offer !== undefined) generous.push(offer);
  }
  const [best, ...others] = open
    .filter(([, { implied }]) => implied[index] === lowest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { offers }]) => offers[index] ?? []);
  if (best === undefined) return null;
  return { type, fair, bookCount: sane.length, generous, best: [best, ...others] };
}
