import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { OpportunityKind, OpportunityOf } from '../../../src/contract/opportunities.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { OpportunityScanner } from '../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../src/origin/opportunities/valued-markets.ts';
import { TierView } from '../../../src/origin/tier-views.ts';
import type { ManualClock } from '../manual-clock.ts';
import { HandMadeFeed, price } from './hand-made-feed.ts';

/** Decimal prices by sportsbook, in the order of the market's sides; 0 where the sportsbook has none. */
type Quotes = Readonly<Record<string, readonly number[]>>;

/** A decimal price, with the American odds that belong to it. */
export function priced(decimal: number) {
  const american = decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1);
  return { odds_decimal: decimal, odds_american: Math.round(american) };
}

function quoted(sides: readonly string[], quotes: Quotes, more: (side: string) => Partial<Odds>) {
  return Object.entries(quotes).flatMap(([book, decimals]) =>
    sides.flatMap((side, index) => {
      const its = { selection: side, selection_type: side, ...more(side) };
      const id = `${book}-${side}-${its.line ?? ''}`;
      const decimal = decimals[index];
      return decimal ? [price({ id, sportsbook: book, ...priced(decimal), ...its })] : [];
    }),
  );
}

/** Prices on over and under, by default of 2.5 goals. */
export function totals(quotes: Quotes, more: Partial<Odds> = {}): Odds[] {
  return quoted(['over', 'under'], quotes, (side) => ({
    market_type: 'total_goals',
    selection: side === 'over' ? 'Over' : 'Under',
    line: 2.5,
    ...more,
  }));
}

/** Prices on home and away, with the line of the home side. */
export function spreads(line: number, quotes: Quotes, more: Partial<Odds> = {}): Odds[] {
  return quoted(['home', 'away'], quotes, (side) => ({
    market_type: 'point_spread',
    line: side === 'home' ? line : -line,
    ...more,
  }));
}

/** Prices on home, draw and away. */
export function results(quotes: Quotes, more: Partial<Odds> = {}): Odds[] {
  return quoted(['home', 'draw', 'away'], quotes, () => more);
}

/** The open opportunities of one kind, as they are sent. */
export function payloads<K extends OpportunityKind>(
  scanner: OpportunityScanner,
  kind: K,
): OpportunityOf[K][] {
  return Array.from(scanner.open(kind), (one) => scanner.payload(one));
}

/** The price of a sportsbook on a side. */
export function rowAt({ board }: HandMadeFeed, book: string, side: string) {
  const row = [...board.rows()].find(
    ({ odds }) => odds.sportsbook === book && odds.selection_type === side,
  );
  if (row === undefined) throw new Error(`${book} has no price on ${side}.`);
  return row;
}

/** A feed that the test controls, and a scanner for the opportunities that a tier sees in it. */
export function smallMarket(clock: ManualClock, prices: readonly Odds[], tier: Tier = 'sharp') {
  const feed = new HandMadeFeed(clock);
  feed.offer(prices);
  const scanner = new OpportunityScanner(new ValuedMarkets(new TierView(tier, feed.board)), clock);
  const open = <K extends OpportunityKind>(kind: K) => payloads(scanner, kind);
  const reprice = (book: string, side: string, odds: Partial<Odds>) =>
    feed.change(rowAt(feed, book, side), odds);
  return { feed, scanner, open, reprice };
}
