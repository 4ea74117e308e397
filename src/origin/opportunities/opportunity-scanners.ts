import type { Odds } from '../../contract/odds/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { TierView, TierViews } from '../tier-views.ts';
import { OpportunityScanner } from './opportunity-scanner.ts';
import { ValuedMarkets } from './valuation/valued-markets.ts';

/** A scanner in use. `release` has to be called when it is no longer needed. */
export interface ScannerLease {
  readonly scanner: OpportunityScanner;
  release(): void;
}

export interface OpportunityScanners {
  /**
   * The opportunities in the prices that a subscription tier sees. The first call for a tier scans all
   * of them; later ones share the scanner. A search that names the books to bet at scans all prices each time.
   */
  acquire(tier: Tier, books?: readonly string[]): ScannerLease;
  /** The prices of an opportunity of any tier that has been scanned; none for an unknown id. */
  oddsOf(id: string): readonly Odds[];
  stop(): void;
}

interface TierScanner {
  readonly markets: ValuedMarkets;
  readonly scanner: OpportunityScanner;
}

/** Makes a scanner for each tier when it is first needed. Tiers that see the same prices share one. */
export function createOpportunityScanners(views: TierViews, clock: Clock): OpportunityScanners {
  const byView = new Map<TierView, TierScanner>();
  function scannerOf(tier: Tier): TierScanner {
    const view = views.of(tier);
    const equivalent = byView.keys().find((other) => seeSame(view, other)) ?? view;
    const known = byView.get(equivalent);
    if (known !== undefined) return known;
    const markets = new ValuedMarkets(equivalent);
    const created = { markets, scanner: new OpportunityScanner(markets, clock) };
    byView.set(equivalent, created);
    return created;
  }
  return {
    acquire(tier, books = []) {
      const { markets, scanner } = scannerOf(tier);
      if (books.length === 0) return { scanner, release() {} };
      const own = new OpportunityScanner(markets, clock, books);
      return { scanner: own, release: () => own.stop() };
    },
    // Of a low hold all prices in its market: with a search that names books, it consists of others than the best.
    oddsOf: (id) =>
      byView
        .values()
        .flatMap(({ markets, scanner }) => [...scanner.oddsOf(id), ...markets.lowHoldOdds(id)])
        .toArray(),
    stop() {
      for (const { markets, scanner } of byView.values()) {
        scanner.stop();
        markets.stop();
      }
    },
  };
}

/**
 * Whether two tiers see the same prices. A higher tier sees all books that a lower one does, so on one
 * board equal counts mean equal books.
 */
function seeSame(one: TierView, other: TierView): boolean {
  return one.board === other.board && one.books.length === other.books.length;
}
