import { coveringSides, type MarketDescription } from '../../contract/odds/covering-sides.ts';
import { sumOf } from '../../contract/odds/implied-probability.ts';
import { isLess } from '../../contract/odds/main-lines.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import { slugOf } from '../../contract/slugs.ts';
import { SPORTSBOOKS } from '../sportsbook-table.ts';

/** A price in a market, identified by `ref`. `odds` is replaced whenever the price is seen again. */
export interface MarketPrice {
  readonly ref: number;
  readonly market: QuotedMarket;
  odds: Odds;
}

/** The fair probabilities of a market, and its best prices. */
export interface MarketValuation {
  /** Home, (draw,) away; or over, under; or yes, no; and so on. Either all have a fair probability or none. */
  readonly sides: readonly SideValuation[];
  /** Fair probabilities come from one sharp book or from the mean of several books; null if there are none. */
  readonly basis: 'sharp' | 'consensus' | null;
  /** How many books price every side. */
  readonly bookCount: number;
}

export interface SideValuation {
  /** The selection type, such as `over`. */
  readonly type: string;
  /** The no-vig probability that the side wins; null if the market has no fair probabilities. */
  readonly fair: number | null;
  /** How many books price the side. */
  readonly bookCount: number;
  /** The prices with positive expected value: they imply less than the fair probability. */
  readonly positiveEv: readonly MarketPrice[];
  /** The prices that share the highest odds, sorted by book; none if no book to bet at prices the side. */
  readonly best: readonly MarketPrice[];
}

/** The markets of one event, market type and subject (player or team) that differ only in their line. */
export interface LineLadder {
  /** Identifies the ladder in every process; does not depend on prices. */
  readonly key: string;
  /** By line. */
  readonly markets: Map<number | null, QuotedMarket>;
}

/** The line that most books price on every side; on a tie the one nearest to 50:50, then the lowest. */
export function mainLineOf({ markets }: LineLadder): number | null {
  const rank = ({ valuation, line }: QuotedMarket) => [
    -(valuation?.bookCount ?? 0),
    Math.abs((valuation?.sides[0]?.fair ?? 1) - 0.5),
    line ?? 0,
  ];
  const main = [...markets.values()].reduce((best, one) =>
    isLess(rank(one), rank(best)) ? one : best,
  );
  return main.line;
}

/** All books' prices in a market at one line, for one player or team, in one event. */
export interface QuotedMarket extends MarketDescription {
  readonly ladder: LineLadder;
  readonly eventId: string;
  /** Identifies the market in every process; does not depend on prices. */
  readonly identity: string;
  /** The id of the low hold in the market: there is at most one. */
  readonly lowHoldId: string;
  /** Usually one of each book on each side; recordings of real prices can have more. */
  readonly prices: Set<MarketPrice>;
  /** The valuation by the prices of all books. Null if nothing can be found in it. */
  valuation: MarketValuation | null;
}

/** The ids of the sharp books. The first that prices a market gives its fair probabilities. */
const SHARP_BOOKS = SPORTSBOOKS.filter((book) => book.isSharp).map(({ id }) => id);

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
 * Null if nothing can be found: if the sides may not cover every outcome, or if one has no price at `books` and there are
 * no fair probabilities by which others could be valued.
 */
export function valueMarket(
  market: QuotedMarket,
  books?: ReadonlySet<string>,
): MarketValuation | null {
  const isOnDraw = ({ odds }: MarketPrice) => odds.selection_type === 'draw';
  const types = coveringSides(market, market.prices.values().some(isOnDraw));
  if (types === null) return null;
  const quotes = quotesOf(market, types);
  const complete = quotes.filter(({ overround }) => !Number.isNaN(overround));
  const { fair, basis } = fairProbabilities(complete);
  const sides: SideValuation[] = [];
  for (const [index, type] of types.entries()) {
    const side = valueSide(type, index, quotes, fair?.[index] ?? null, books);
    if (side.best.length === 0 && fair === null) return null;
    sides.push(side);
  }
  return { sides, basis, bookCount: complete.length };
}

/** One book's prices in a market, in the order of its sides. */
interface BookQuote {
  /** Its id in lower case. */
  readonly book: string;
  /** Undefined if the book has no price. */
  readonly prices: readonly (MarketPrice | undefined)[];
  /** Implied probabilities, 1 / decimal odds; NaN if the book has no price. */
  readonly implied: readonly number[];
  /** The sum of the implied probabilities; NaN unless the book prices every side. */
  readonly overround: number;
}

/**
 * The quotes of all books but those that have two different prices on one side, or price every side with practically no
 * margin. Their sides are not those of the other books: "10 or more" and "over 10" can share a name.
 */
function quotesOf({ prices: all }: QuotedMarket, types: readonly string[]): BookQuote[] {
  /** The prices of each book by side; null where two differ. */
  const pricesAt = new Map<string, (MarketPrice | undefined)[] | null>();
  for (const price of all) {
    const { sportsbook, selection_type: type, odds_decimal: decimal } = price.odds;
    const index = types.indexOf(type);
    const known = pricesAt.get(sportsbook);
    if (index < 0 || known === null) continue;
    const own = known ?? types.map(() => undefined);
    const other = own[index];
    // Of several equal prices, that with the lowest `ref` counts.
    if (other === undefined || price.ref < other.ref) own[index] = price;
    const isConflict = other !== undefined && other.odds.odds_decimal !== decimal;
    pricesAt.set(sportsbook, isConflict ? null : own);
  }
  const quotes: BookQuote[] = [];
  for (const [sportsbook, prices] of pricesAt) {
    if (prices === null) continue;
    const implied = prices.map((price) => (price ? 1 / price.odds.odds_decimal : Number.NaN));
    const overround = sumOf(implied);
    // Books that price some sides only, whose sum is NaN, stay.
    if (overround < MIN_OVERROUND) continue;
    quotes.push({ book: slugOf(sportsbook), prices, implied, overround });
  }
  return quotes;
}

interface FairProbabilities {
  /** In the order of the market's sides. */
  readonly fair: readonly number[] | null;
  readonly basis: MarketValuation['basis'];
}

function fairProbabilities(complete: readonly BookQuote[]): FairProbabilities {
  for (const id of SHARP_BOOKS) {
    const sharp = complete.find(({ book }) => book === id);
    if (sharp !== undefined) return { fair: withoutMargin(sharp), basis: 'sharp' };
  }
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

function valueSide(
  type: string,
  index: number,
  quotes: readonly BookQuote[],
  fair: number | null,
  books?: ReadonlySet<string>,
): SideValuation {
  const lowestSane = fair === null ? 0 : fair / (1 + PALPABLE_ERROR_PERCENT / 100);
  const positiveEv: MarketPrice[] = [];
  let bookCount = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let bestQuotes: BookQuote[] = [];
  for (const quote of quotes) {
    const implied = quote.implied[index] ?? Number.NaN;
    const price = quote.prices[index];
    if (price === undefined || implied < lowestSane) continue;
    bookCount++;
    if (books !== undefined && !books.has(quote.book)) continue;
    if (fair !== null && implied < fair) positiveEv.push(price);
    if (implied < lowest) bestQuotes = [];
    lowest = Math.min(lowest, implied);
    if (implied === lowest) bestQuotes.push(quote);
  }
  const best = bestQuotes.sort(byBook).flatMap(({ prices }) => prices[index] ?? []);
  return { type, fair, bookCount, positiveEv, best };
}

function byBook({ book: a }: BookQuote, { book: b }: BookQuote): number {
  return a < b ? -1 : 1;
}
