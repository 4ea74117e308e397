import { SPORTSBOOKS } from '../sportsbooks.ts';
import type { Bet, Offer } from './bet.ts';
import { coveringSides } from './covering-sides.ts';

/** One side of a bet. */
export interface PricedSide {
  readonly type: string;
  /** The probability that the side wins, with the bookmakers' margin taken out. */
  readonly fair: number;
  /** One price a book. */
  readonly offers: readonly Offer[];
  /** Those that share the highest price, by book. */
  readonly best: readonly [Offer, ...Offer[]];
}

/** What the prices of a bet are worth. */
export interface PricedBet {
  /** All sides, two or three, in the order of their family. */
  readonly sides: readonly PricedSide[];
  /** Whether a sharp book gave the fair probabilities, and not the consensus. */
  readonly isSharp: boolean;
  /** How many books price every side. */
  readonly bookCount: number;
}

/** Whose prices are fair once their margin is out: pinnacle, then the others as they are listed. */
const SHARP_BOOKS = SPORTSBOOKS.filter((book) => book.isSharp)
  .map((book) => book.id)
  .sort((a, b) => Number(b === 'pinnacle') - Number(a === 'pinnacle'));

const CONSENSUS_BOOKS = 2;

/**
 * A price that pays this much more than the fair one is an error, of the book or of the record: the
 * bet would be voided, or is another bet than its name says.
 */
export const PALPABLE_ERROR_PERCENT = 30;

/** The prices of one book, in the order of the sides; undefined where it has none. */
type Sheet = readonly (Offer | undefined)[];

/**
 * Values a bet by its own prices. Null where they do not show its worth: a side that nobody prices,
 * sides that may not cover every outcome, or no sharp book and no consensus of at least two.
 *
 * Left out are books that show two prices for one side or sell all sides at a loss, for their sides
 * are not those of the other books, and prices that are palpable errors.
 */
export function priceBet(bet: Bet): PricedBet | null {
  const types = coveringSides(bet, hasDraw(bet));
  if (types === null) return null;
  const sheets: Sheet[] = [];
  const fairByBook = new Map<string, readonly number[]>();
  for (const [book, offers] of bet.offersByBook) {
    const sheet = sheetOf(offers, types);
    if (sheet === null) continue;
    const implied = impliedOf(sheet);
    const total = implied.reduce((sum, value) => sum + value, 0);
    if (total < 1) continue;
    sheets.push(sheet);
    if (!Number.isNaN(total)) fairByBook.set(book, withoutMargin(implied, total));
  }
  const sharp = SHARP_BOOKS.find((book) => fairByBook.has(book));
  const fair = (sharp && fairByBook.get(sharp)) || consensus(fairByBook);
  if (fair === null) return null;
  const sides: PricedSide[] = [];
  for (const [index, probability] of fair.entries()) {
    const side = sideOf(types[index] ?? '', sheets, index, probability);
    if (side === null) return null;
    sides.push(side);
  }
  return { sides, isSharp: sharp !== undefined, bookCount: fairByBook.size };
}

function hasDraw({ family, offersByBook }: Bet): boolean {
  return (
    family.includes('draw') &&
    offersByBook
      .values()
      .some((offers) => offers.some(({ odds }) => odds.selection_type === 'draw'))
  );
}

/** Null for a book that has two different prices for a side. Of equal ones the first `ref` stands. */
function sheetOf(offers: readonly Offer[], types: readonly string[]): Sheet | null {
  const sheet: (Offer | undefined)[] = types.map(() => undefined);
  for (const offer of offers) {
    const index = types.indexOf(offer.odds.selection_type);
    const held = sheet[index];
    if (held !== undefined && held.odds.odds_decimal !== offer.odds.odds_decimal) return null;
    if (index >= 0 && (held === undefined || offer.ref < held.ref)) sheet[index] = offer;
  }
  return sheet;
}

/** Implied probabilities, 1 / decimal odds; not a number where a side is not priced. */
function impliedOf(sheet: Sheet): number[] {
  return sheet.map((offer) => (offer === undefined ? Number.NaN : 1 / offer.odds.odds_decimal));
}

/**
 * Fair probabilities by multiplicative normalisation: the implied probabilities divided by their
 * sum (as in Clarke, Kovalchik and Ingram, "Adjusting bookmaker's odds to allow for overround",
 * 2017).
 */
function withoutMargin(implied: readonly number[], total: number): readonly number[] {
  return implied.map((value) => value / total);
}

/** The mean of the books' fair probabilities; null for fewer than a consensus takes. */
function consensus(fairByBook: ReadonlyMap<string, readonly number[]>): readonly number[] | null {
  if (fairByBook.size < CONSENSUS_BOOKS) return null;
  // In a fixed order, since sums of fractions depend on it.
  const fairs = [...fairByBook].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fair]) => fair);
  return fairs[0]?.map(
    (_, index) => fairs.reduce((sum, fair) => sum + (fair[index] ?? 0), 0) / fairs.length,
  ) ?? null;
}

/** One side without its palpable errors; null where nobody prices it. */
function sideOf(
  type: string,
  sheets: readonly Sheet[],
  index: number,
  fair: number,
): PricedSide | null {
  const limit = (1 + PALPABLE_ERROR_PERCENT / 100) / fair;
  const offers: Offer[] = [];
  let highest = 0;
  for (const sheet of sheets) {
    const offer = sheet[index];
    if (offer === undefined || offer.odds.odds_decimal > limit) continue;
    offers.push(offer);
    highest = Math.max(highest, offer.odds.odds_decimal);
  }
  const [best, ...others] = offers
    .filter(({ odds }) => odds.odds_decimal === highest)
    .sort((a, b) => (a.odds.sportsbook < b.odds.sportsbook ? -1 : 1));
  return best === undefined ? null : { type, fair, offers, best: [best, ...others] };
}
