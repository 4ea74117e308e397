import type { Routes } from '../../contract/routes.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import { selectLowHold, summarizeLowHold } from '../opportunities/select-low-hold.ts';
import { echoFilters, pageOf } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

const FILTERS = ['sport', 'league', 'sportsbook', 'market', 'max_hold', 'live', 'state'] as const;

/** The markets whose best prices leave the smallest margin. */
export function lowHold(scanners: OpportunityScanners): RouteHandler<Routes['lowHold']> {
  return ({ caller, query }) => {
    const search = { books: query.sportsbook, kinds: ['low_hold'] } as const;
    const { scanner, release } = scanners.acquire(caller.tier, search);
    const selected = selectLowHold(scanner.open('low_hold'), query);
    release(); // The selected opportunities stay readable without the scanner's updates.
    const { items, pagination } = pageOf(selected, query);
    return {
      success: true,
      data: items.map(({ opportunity, event }) => scanner.payload(opportunity, event, query.state)),
      pagination: { ...pagination, total: selected.length },
      meta: {
        source: 'board',
        summary: summarizeLowHold(selected),
        filters: echoFilters(query, FILTERS),
      },
    };
  };
}
