import type { Odds } from '../../contract/odds/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { TierViews } from '../tier-views.ts';
import { OpportunityScanner } from './opportunity-scanner.ts';
import { ValuedMarkets } from './valued-markets.ts';

/** A scanner in use. `release` has to be called when it is no longer needed. */
interface AcquiredScanner {
  readonly scanner: OpportunityScanner;
  release(): void;
}

export interface OpportunityScanners {
  /**
   * The opportunities in the prices that a subscription tier sees. The first call for a tier scans all
   * of them; later ones share the scanner. A search that names the books to bet at scans all prices each time.
   */
  acquire(tier: Tier, books?: readonly string[]): AcquiredScanner;
  /**
   * The prices of an opportunity of any tier that has been scanned, then those from which a search that names books may
   * make the same opportunity; none for an unknown id.
   */
  oddsOf(id: string): readonly Odds[];
  stop(): void;
}

/** Makes a scanner for each tier when it is first needed. The two highest see the same prices, and share one. */
export function createOpportunityScanners(views: TierViews, clock: Clock): OpportunityScanners {
  const byTier = new Map<Tier, OpportunityScanner>();
  function scannerOf(caller: Tier): OpportunityScanner {
    const tier = caller === 'enterprise' ? 'sharp' : caller;
    const scanner =
      byTier.get(tier) ?? new OpportunityScanner(new ValuedMarkets(views.of(tier)), clock);
    byTier.set(tier, scanner);
    return scanner;
  }
  return {
    acquire(tier, books = []) {
      const shared = scannerOf(tier);
      if (books.length === 0) return { scanner: shared, release() {} };
      const scanner = new OpportunityScanner(shared.markets, clock, books);
      return { scanner, release: scanner.stop };
    },
    oddsOf(id) {
      const scanners = [...byTier.values()];
      return [
        ...scanners.flatMap((scanner) => scanner.oddsOf(id)),
        ...scanners.flatMap((scanner) => scanner.rivalOddsOf(id)),
      ];
    },
    stop() {
      for (const scanner of byTier.values()) {
        scanner.stop();
        scanner.markets.stop();
      }
    },
  };
}
