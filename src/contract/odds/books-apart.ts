import { impliedBy, type MarketOfEvent, marketKey, type Offer } from './complete-markets.ts';
import type { NamedPrice } from './same-bet.ts';
import { type SidePrice, sidePrice } from './without-draw.ts';

/**
 * How many times the odds that they imply have to be apart for prices to be on different bets. Before the game, those of
 * one bet are up to 2.8 times apart, as margins and opinions differ; those of a goal and of three goals, or of shots and
 * of shots on target, are 3 times apart and more.
 */
const ODDS_RATIO = 2.9;

/** Odds on longshots differ more, though their probabilities hardly do. */
const PROBABILITY_DIFFERENCE = 0.03;

type BookPrice = Pick<SidePrice, 'book' | 'impliedProbability'>;

/**
 * The sportsbooks that price a market, apart if their prices on one of its sides are too far apart to be on the same
 * bet. Those that most agree on come first; of as many, those that pay less. A sportsbook without a price on that side
 * goes with the first, as does one that has suspended the bet: its price wins nothing.
 */
export function booksByBet(sides: readonly (readonly BookPrice[])[]): readonly Set<string>[] {
  const all = new Set(sides.flat().map(({ book }) => book));
  return sides
    .reduce((groups, side) => groups.flatMap((books) => apartOn(side, books)), [all])
    .toSorted((one, other) => other.size - one.size);
}

function apartOn(side: readonly BookPrice[], books: Set<string>): Set<string>[] {
  const prices = side
    .filter(({ book, impliedProbability }) => books.has(book) && impliedProbability < 1)
    .toSorted((one, other) => other.impliedProbability - one.impliedProbability);
  const [, ...others] = agreeing(prices)
    .toSorted((one, other) => other.length - one.length)
    .map((group) => new Set(group.map(({ book }) => book)));
  return [new Set([...books].filter((book) => !others.some((set) => set.has(book)))), ...others];
}

/** Divides prices, the likeliest first, at the largest gap until none in a group are too far apart. */
function agreeing(prices: readonly BookPrice[]): (readonly BookPrice[])[] {
  const [first, last] = [prices[0], prices.at(-1)];
  if (!first || !last || !areApart(first.impliedProbability, last.impliedProbability)) {
    return [prices];
  }
  const odds = prices.map(({ impliedProbability }) => oddsOn(impliedProbability));
  const gaps = odds.slice(1).map((next, at) => (odds[at] ?? next) / next);
  const end = gaps.indexOf(Math.max(...gaps)) + 1;
  return [...agreeing(prices.slice(0, end)), ...agreeing(prices.slice(end))];
}

/** Whether two implied probabilities, of which the first is the higher one, are too far apart for one bet. */
function areApart(likely: number, other: number): boolean {
  return likely - other >= PROBABILITY_DIFFERENCE && oddsOn(likely) / oddsOn(other) >= ODDS_RATIO;
}

/**
 * Whether prices before the game may be on different bets. Seldom true, and cheap, so `booksByBet` need not be asked. On a
 * side there may be several selections.
 */
export function haveGaps(
  prices: Iterable<{ readonly side: string; readonly decimal: number; readonly isLive: boolean }>,
): boolean {
  const ranges = new Map<string, [least: number, most: number]>();
  for (const { side, decimal, isLive } of prices) {
    if (isLive) return false;
    const range = ranges.get(side);
    if (range === undefined) ranges.set(side, [decimal, decimal]);
    else if (decimal < range[0]) range[0] = decimal;
    else if (decimal > range[1]) range[1] = decimal;
  }
  return ranges.values().some(([least, most]) => areApart(1 / least, 1 / most));
}

function oddsOn(probability: number): number {
  return probability / (1 - probability);
}

/**
 * Bets in parts, such that prices which are too far apart to be on one bet are in different ones: the first has what
 * most sportsbooks agree on. Only before the game, since in play prices are far apart whenever something happens.
 */
export function partsOf<Price extends NamedPrice & Offer>(
  bets: readonly Price[][],
  market: MarketOfEvent,
): (readonly Price[][])[] {
  const isApart = (bet: readonly Price[]) => {
    const implied = bet.map(impliedBy);
    return areApart(Math.max(...implied), Math.min(...implied));
  };
  const apart = market.isLive ? new Set() : new Set(bets.filter(isApart));
  if (apart.size === 0) return [bets];
  /** Of each bet whose prices are divided, the books of each part. */
  const groups = new Map<Price[], readonly Set<string>[]>();
  for (const sides of sidesTogether(bets, market)) {
    if (!sides.some((bet) => apart.has(bet))) continue;
    const books = booksByBet(sides.map((bet) => bet.map(sidePrice)));
    for (const bet of sides) groups.set(bet, books);
  }
  const count = Math.max(...groups.values().map(({ length }) => length));
  return Array.from({ length: count }, (_, rank) =>
    bets
      .map((bet) => {
        const books = groups.get(bet);
        if (books === undefined) return rank === 0 ? bet : [];
        return bet.filter(({ sportsbook }) => books[rank]?.has(sportsbook));
      })
      .filter(({ length }) => length > 0),
  );
}

/** Bets on the sides of one market together; others, and those of which a side has several, alone. */
function sidesTogether<Price extends NamedPrice>(
  bets: readonly Price[][],
  market: MarketOfEvent,
): (readonly Price[][])[] {
  const markets = Map.groupBy(bets, (bet) => (bet[0] && marketKey(bet[0], market)) ?? bet);
  return [...markets.values()].flatMap((sides) => {
    const types = new Set(sides.map(([first]) => first?.selection_type));
    return types.size === sides.length ? [sides] : sides.map((bet) => [bet]);
  });
}
