import type { Routes } from '../../contract/routes.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import { selectLowHold, summarizeLowHold } from '../opportunities/select-low-hold.ts';
import { echoFilters } from '../requests/echo-filters.ts';
import { pageOf } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import { withLinksForState } from '../stream/topics/opportunity-links.ts';
import type { TierViews } from '../tier-views.ts';

const FILTERS = ['sport', 'league', 'sportsbook', 'market', 'max_hold', 'live', 'state'] as const;

/** The markets whose best prices leave the smallest margin. */
export function lowHold(
  views: TierViews,
  scanners: OpportunityScanners,
): RouteHandler<Routes['lowHold']> {
  return ({ caller, query }) => {
    views.of(caller.tier).assertBooksVisible(query.sportsbook);
    const search = { books: query.sportsbook, kinds: ['low_hold'] } as const;
    const { scanner, release } = scanners.acquire(caller.tier, search);
    const selected = selectLowHold(scanner.open('low_hold'), query);
    release(); // The selected opportunities stay readable without the scanner's updates.
    const { items, pagination } = pageOf(selected, query);
    return {
      success: true,
      data: items.map(({ opportunity, event }) =>
        withLinksForState('low_hold', scanner.payload(opportunity, event), query.state),
      ),
      pagination: { ...pagination, total: selected.length },
      meta: {
        source: 'board',
        summary: summarizeLowHold(selected),
        filters: echoFilters(query, FILTERS),
      },
    };
  };
}
