import { marketMatcher } from '../../contract/markets.ts';
import { anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import { roundPercent } from '../../contract/rounding.ts';
import type { LowHoldQuery } from '../../contract/routes/low-hold.ts';
import type { Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import type { Opportunity } from '../opportunities/opportunity-scanner.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import { echoFilters } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

const FILTERS = ['sport', 'league', 'sportsbook', 'market', 'max_hold', 'live', 'state'] as const;

/** The markets whose best prices leave the smallest margin. */
export function lowHold(scanners: OpportunityScanners): RouteHandler<Routes['lowHold']> {
  return ({ caller, query }) => {
    const { scanner, release } = scanners.acquire(caller.tier, query.sportsbook);
    const selected = selectLowHold(scanner.open('low_hold'), query);
    release(); // The selected opportunities stay readable without the scanner's updates.
    const { data, meta } = pageOf(selected, query);
    return {
      success: true,
      data: data.map((one) => scanner.payload(one, query.state)),
      pagination: { ...meta.pagination, total: selected.length },
      meta: {
        source: 'board',
        summary: summarizeLowHold(selected),
        filters: echoFilters(query, FILTERS),
      },
    };
  };
}

type LowHold = Opportunity<'low_hold'>;

/**
 * Filters and sorts as a query asks for: lowest hold first, or by market or sport and then by hold.
 * The sportsbooks of the query are not a filter here: the search was already limited to their prices.
 */
function selectLowHold(all: readonly LowHold[], query: LowHoldQuery): LowHold[] {
  const sport = anySportOf(query.sport);
  const league = anyOf(query.league);
  const market = marketMatcher(query.market ?? []);
  const { live, max_hold: maxHold } = query;
  const selected = all.filter(
    ({ percent, market: { marketType }, event }) =>
      percent <= maxHold &&
      sport(event.sport) &&
      league(event.league) &&
      market(marketType) &&
      (live === undefined || event.is_live === live),
  );
  return selected.sort(orderBy(SORT_KEYS[query.sort ?? 'hold']));
}

/** The `meta.summary` of all selected opportunities, over all pages. */
function summarizeLowHold(selected: readonly LowHold[]) {
  const holds = selected.map(({ percent }) => percent);
  const sum = holds.reduce((total, hold) => total + hold, 0);
  return {
    count: holds.length,
    avg_hold: holds.length === 0 ? null : roundPercent(sum / holds.length),
    min_hold: holds.length === 0 ? null : holds.reduce((low, hold) => Math.min(low, hold)),
    by_market: countBy(selected, ({ market }) => market.marketType),
    by_sport: countBy(selected, ({ event }) => event.sport),
  };
}

/** What opportunities are sorted by before their hold. */
const SORT_KEYS: Readonly<Record<'hold' | 'market' | 'sport', (one: LowHold) => string>> = {
  hold: () => '',
  market: ({ market }) => market.marketType,
  sport: ({ event }) => event.sport,
};

/** Equal holds are sorted by id, so that pages neither repeat nor skip any. */
function orderBy(keyOf: (one: LowHold) => string) {
  return (a: LowHold, b: LowHold) =>
    compare(keyOf(a), keyOf(b)) || a.percent - b.percent || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function countBy(
  selected: readonly LowHold[],
  nameOf: (item: LowHold) => string,
): Record<string, number> {
  const groups = Map.groupBy(selected, nameOf);
  return Object.fromEntries(Array.from(groups, ([name, items]) => [name, items.length]));
}
