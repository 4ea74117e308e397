import { roundPercent } from '../rounding.ts';
import type { ComparisonMarket, ComparisonSelection } from '../routes/odds-comparison.ts';
import { slugOf } from '../slugs.ts';
import { partsOf } from './books-apart.ts';
import {
  areOfSeveral,
  booksWithThirdSide,
  type CompleteMarket,
  completeMarkets,
  impliedBy,
  type MarketOfEvent,
  type QuotedMarket,
  quotedMarkets,
} from './complete-markets.ts';
import { isMoneyline } from './covering-sides.ts';
import { sumOf } from './implied-probability.ts';
import type { BatchOdds, Odds } from './odds.ts';
import { betsOf } from './same-bet.ts';
import { booksWithoutDraw, isTeam, sidePrice } from './without-draw.ts';

/** The event whose prices are compared. */
export type ComparedEvent = Pick<Odds, 'sport' | 'home_team' | 'away_team' | 'is_live'>;

/** What is needed of a price: what `POST /odds/batch` carries, and the player that it is on, where that is known. */
export type ComparedPrice = BatchOdds & Pick<Odds, 'player_name'>;

/** One market type of an event as it is compared on the wire, and which of its selections belong together. */
export interface ComparedMarket<Price = ComparedPrice> {
  readonly wire: ComparisonMarket;
  readonly complete: readonly CompleteMarket<ComparisonSelection>[];
  /** The prices that each selection was made from. */
  readonly pricesOn: ReadonlyMap<ComparisonSelection, readonly Price[]>;
  /** Whether it is on several players or teams. Each has a hold of its own then, and `wire.hold` is that of only one. */
  readonly isOfSeveral: boolean;
}

/**
 * Compares the prices of one event across books. One entry a market type, sorted by name. If `prices` are only those of
 * some lines, pass those of every line as `all`: `booksWithThirdSide` needs to see several lines.
 */
export function compareMarkets<Price extends ComparedPrice>(
  prices: Iterable<Price>,
  event: ComparedEvent,
  all = prices,
): ComparedMarket<Price>[] {
  const ofTypes = all === prices ? null : Map.groupBy(all, (price) => price.market_type);
  return [...Map.groupBy(prices, (price) => price.market_type)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([marketType, ofMarket]) =>
      compareMarket(
        ofMarket,
        { ...event, isLive: event.is_live, marketType },
        ofTypes?.get(marketType),
      ),
    );
}

function compareMarket<Price extends ComparedPrice>(
  prices: readonly Price[],
  market: MarketOfEvent,
  all = prices,
): ComparedMarket<Price> {
  const parts = partsOfMarket(prices, market);
  const selections = parts.flatMap((part) => part.selections);
  const found = parts.flatMap((part) => part.complete);
  const isWhole = ({ line }: { readonly line?: number | null }) => Number.isInteger(line);
  const needsAll = all !== prices && found.some(isWhole);
  const known = needsAll
    ? partsOfMarket(all.filter(isWhole), market).flatMap((part) => part.complete)
    : found;
  const withThirdSide = booksWithThirdSide(known);
  const complete = found.map((one) => (isWhole(one) ? { ...one, withThirdSide } : one));
  // Parts are not on the same bet, so they have no hold in common.
  const first = parts.find((part) => part.complete.length > 0);
  const ofFirstPart = complete.slice(0, first?.complete.length);
  return {
    wire: { market_type: market.marketType, hold: holdOf(ofFirstPart), selections },
    complete,
    isOfSeveral: areOfSeveral(complete, selections, market),
    pricesOn: new Map(parts.flatMap(({ pricesOn }) => pricesOn)),
  };
}

/**
 * The selections of one market type, apart where sportsbooks give different bets the same name. What can be drawn comes
 * before what cannot; of each, what most sportsbooks agree on comes first.
 */
function partsOfMarket<Price extends ComparedPrice>(
  prices: readonly Price[],
  market: MarketOfEvent,
) {
  const { marketType } = market;
  const books = isMoneyline(marketType) ? booksWithoutDraw(prices.map(sidePrice)) : new Set();
  const isWithoutDraw = (price: ComparedPrice) =>
    books.has(price.sportsbook) && isTeam(slugOf(price.selection_type));
  const others = prices.filter((price) => !isWithoutDraw(price));
  // In `draw_no_bet`, home and away cover every outcome, as they do at these books.
  const marketWithoutDraw = { ...market, marketType: 'draw_no_bet' };
  return [
    ...compareParts(others, market),
    ...compareParts(prices.filter(isWithoutDraw), marketWithoutDraw),
  ];
}

function compareParts<Price extends ComparedPrice>(
  prices: readonly Price[],
  market: MarketOfEvent,
) {
  return partsOf(betsOf(prices, market), market).map((bets) => {
    const pricesOn = bets.flatMap((bet) =>
      selectionOf(bet).map((selection) => [selection, bet] as const),
    );
    const selections = pricesOn.map(([selection]) => selection);
    return { selections, pricesOn, complete: completeMarkets(selections, market) };
  });
}

interface MarketHolds {
  readonly line: number | null;
  /** The implied probability of the best price on each side. */
  readonly best: readonly number[];
  /** In percent, of the books that price every side. */
  readonly byBook: ReadonlyMap<string, number>;
}

/**
 * The response has one hold for a market type, which often has many lines. Both `best_available` and `by_book`
 * are those of the common line: the one that most books price on every side; on a tie, the one nearest to zero.
 * A book that does not price the common line counts with the next line that it does price. A book whose prices
 * are hardly on sides of one market is left out.
 */
function holdOf(
  complete: readonly CompleteMarket<ComparisonSelection>[],
): ComparisonMarket['hold'] {
  const markets = quotedMarkets(complete)
    .map(holdsOf)
    .filter(({ best }) => best.every((implied) => implied < 1)) // Not a side that all have suspended, or none prices.
    .sort(commonLineFirst);
  // From the last line to the common one: what comes later replaces what came before.
  const holds = new Map(markets.toReversed().flatMap(({ byBook }) => [...byBook]));
  const [common] = markets;
  return {
    best_available: common === undefined ? null : roundPercent(holdPercent(sumOf(common.best))),
    by_book: Object.fromEntries(
      [...holds]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([book, hold]) => [book, roundPercent(hold)]),
    ),
  };
}

function commonLineFirst(a: MarketHolds, b: MarketHolds): number {
  return b.byBook.size - a.byBook.size || Math.abs(a.line ?? 0) - Math.abs(b.line ?? 0);
}

function holdsOf(market: QuotedMarket<ComparisonSelection>): MarketHolds {
  const { line, sides, quotes, isPlausible } = market;
  const offers = sides.map(({ books }) =>
    Object.entries(books).filter(([book]) => isPlausible(book)),
  );
  return {
    line,
    best: offers.map((ofSide) => Math.min(...ofSide.map(([, offer]) => impliedBy(offer)))),
    byBook: new Map(Array.from(quotes, ([book, all]) => [book, holdPercent(sumOf(all))])),
  };
}

/** Hold in percent: (sum of implied probabilities - 1) x 100. */
function holdPercent(sum: number): number {
  return (sum - 1) * 100;
}

/**
 * The selection of a bet, with its prices at all books, best first; none for a bet without prices. Suspended prices, whose
 * implied probability is 1, are neither best nor worst.
 */
function selectionOf(bet: readonly ComparedPrice[]): ComparisonSelection[] {
  const ranked = bet.toSorted(
    (a, b) => impliedBy(a) - impliedBy(b) || (a.sportsbook < b.sportsbook ? -1 : 1),
  );
  const [first] = bet;
  if (first === undefined) return [];
  const open = ranked.filter((price) => impliedBy(price) < 1);
  const [best] = open;
  const worst = open.at(-1);
  const selection = {
    selection: first.selection,
    selection_type: first.selection_type,
    line: first.line ?? null,
    ...(first.player_name && { player_name: first.player_name }),
    books: Object.fromEntries(
      ranked.map((odds) => [
        odds.sportsbook,
        {
          odds_american: odds.odds_american,
          odds_decimal: odds.odds_decimal,
          last_seen_at: odds.last_seen_at,
        },
      ]),
    ),
    best_book: best?.sportsbook ?? null,
    best_odds: best?.odds_american ?? null,
    worst_book: worst?.sportsbook ?? null,
    worst_odds: worst?.odds_american ?? null,
    // The difference between the implied probabilities, in percentage points.
    spread: best && worst ? roundPercent((impliedBy(worst) - impliedBy(best)) * 100) : null,
  };
  return [selection];
}
