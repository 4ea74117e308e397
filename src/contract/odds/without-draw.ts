import { slugOf } from '../slugs.ts';
import { impliedBy, LOWEST_SUM, type Offer } from './complete-markets.ts';
import type { NamedPrice } from './same-bet.ts';

/**
 * The highest plausible sum of the implied probabilities of home, draw and away at one sportsbook. No margin is that
 * large: where it seems so, the sides are not those of one market.
 */
const HIGHEST_SUM = 1.2;

/** The price of a sportsbook on a side of a market. */
export interface SidePrice {
  readonly book: string;
  readonly selectionType: string;
  readonly impliedProbability: number;
}

export function sidePrice(price: NamedPrice & Offer): SidePrice {
  return {
    book: price.sportsbook,
    selectionType: slugOf(price.selection_type),
    impliedProbability: impliedBy(price),
  };
}

/**
 * The sportsbooks whose prices on home and away in a market that can be drawn cover every outcome without it: they are bets
 * on which team advances, or return the stake of a draw, and not those that other sportsbooks have under that name.
 * What they ask on the draw, if anything, belongs to the others.
 */
export function booksWithoutDraw(prices: readonly SidePrice[]): ReadonlySet<string> {
  // A suspended price says nothing about which bet it is on: it stays with the others.
  const open = prices.filter(({ impliedProbability }) => impliedProbability < 1);
  const draws = open.filter(({ selectionType }) => selectionType === 'draw');
  if (draws.length === 0) return new Set();
  const draw = Math.min(...draws.map((price) => price.impliedProbability));
  const books = Map.groupBy(
    open.filter(({ selectionType }) => isTeam(selectionType)),
    ({ book }) => book,
  );
  const without = [...books].filter(([, [one, other, ...more]]) => {
    if (one === undefined || other === undefined || more.length > 0) return false;
    const sum = one.impliedProbability + other.impliedProbability;
    return (
      one.selectionType !== other.selectionType && sum >= LOWEST_SUM && sum + draw > HIGHEST_SUM
    );
  });
  return new Set(without.map(([book]) => book));
}

/** Whether a side is one of the two teams, and so may be without a draw. */
export function isTeam(selectionType: string): boolean {
  return selectionType === 'home' || selectionType === 'away';
}
