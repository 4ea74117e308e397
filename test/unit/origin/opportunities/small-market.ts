import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { OpportunityKind, OpportunityOf } from '../../../../src/contract/opportunities.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import type { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed, price } from '../hand-made-feed.ts';

/** The American odds of decimal odds. */
export function american(decimal: number): number {
  return Math.round(decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1));
}

/** A price on the total of the game, at 2.5 goals by default. */
export function total(
  book: string,
  side: 'over' | 'under',
  decimal: number,
  more: Partial<Odds> = {},
): Odds {
  return price({
    id: `${book}-${side}-${more.line ?? 2.5}`,
    sportsbook: book,
    market_type: 'total_goals',
    selection: side === 'over' ? 'Over' : 'Under',
    selection_type: side,
    line: 2.5,
    odds_decimal: decimal,
    odds_american: american(decimal),
    ...more,
  });
}

/** Both prices of a book on a total. */
export function totals(
  book: string,
  over: number,
  under: number,
  more: Partial<Odds> = {},
): Odds[] {
  return [total(book, 'over', over, more), total(book, 'under', under, more)];
}

/** A three-way moneyline of a book. */
export function moneyline(book: string, home: number, draw: number, away: number): Odds[] {
  return Object.entries({ home, draw, away }).map(([side, decimal]) =>
    price({
      id: `${book}-${side}`,
      sportsbook: book,
      selection: side,
      selection_type: side,
      odds_decimal: decimal,
      odds_american: american(decimal),
    }),
  );
}

/** The open opportunities of one kind, as they are sent. */
export function payloads<K extends OpportunityKind>(
  scanner: OpportunityScanner,
  kind: K,
): OpportunityOf[K][] {
  return Array.from(scanner.open(kind), (one) => scanner.payload(one));
}

/** A feed that the test controls, and a scanner for the opportunities that a tier sees in it. */
export function smallMarket(clock: ManualClock, prices: readonly Odds[], tier: Tier = 'sharp') {
  const feed = new HandMadeFeed(clock);
  const rows = feed.offer(prices);
  const scanner = new OpportunityScanner(new ValuedMarkets(new TierView(tier, feed.board)), clock);
  const open = <K extends OpportunityKind>(kind: K) => payloads(scanner, kind);
  const rowAt = (book: string, side: string, line?: number) => {
    const row = [...feed.board.rows()].find(
      ({ odds }) =>
        odds.sportsbook === book &&
        odds.selection_type === side &&
        (line === undefined || odds.line === line),
    );
    if (row === undefined) throw new Error(`${book} has no price on ${side}.`);
    return row;
  };
  return { feed, rows, scanner, open, rowAt };
}
