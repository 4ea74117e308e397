import type { FastifyInstance } from 'fastify';
import { DEFAULT_STATE } from '../../contract/deep-links.ts';
import { MAX_HOLD_PERCENT, PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { LowHoldQuery } from '../../contract/opportunities.ts';
import { tierAllows } from '../../contract/tiers.ts';
import { callerOf } from '../access.ts';
import type { KeyHolder } from '../key-store.ts';
import { echo } from '../odds/echo-filters.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import { selectLowHold, summarizeLowHold } from '../opportunities/select-low-hold.ts';
import { Refusal } from '../requests/origin-error.ts';
import { pageOf } from '../requests/page.ts';
import { queryReader } from '../requests/read-request.ts';
import { opportunityInState } from '../stream/topics/opportunity-links.ts';
import type { TierViews } from '../tier-views.ts';

const readQuery = queryReader(LowHoldQuery);

const FILTERS = ['sport', 'league', 'sportsbook', 'market', 'max_hold', 'live', 'state'];

/** `GET /opportunities/low_hold`: the markets whose best prices leave little margin. */
export function lowHoldRoute(
  app: FastifyInstance,
  views: TierViews,
  scanners: OpportunityScanners,
): void {
  app.get('/opportunities/low_hold', (request) => {
    const caller = callerOf(request);
    demandLowHold(caller);
    const query = { max_hold: MAX_HOLD_PERCENT, state: DEFAULT_STATE, ...readQuery(request.query) };
    views.of(caller.tier).assertBooksVisible(query.sportsbook);
    const search = { books: query.sportsbook, kinds: ['low_hold'] } as const;
    const { scanner, release } = scanners.acquire(caller.tier, search);
    const selected = selectLowHold(scanner.open('low_hold'), query);
    release();
    const { limit = PAGE_SIZE_DEFAULT, offset = 0 } = query;
    const { items, pagination } = pageOf(selected, offset, limit);
    return {
      success: true,
      data: items.map(({ opportunity, event }) =>
        opportunityInState('low_hold', scanner.payload(opportunity, event), query.state),
      ),
      pagination: { ...pagination, total: selected.length },
      meta: {
        source: 'board',
        summary: summarizeLowHold(selected),
        filters: echo(query, FILTERS),
      },
    };
  });
}

function demandLowHold({ tier, features }: KeyHolder): void {
  if (!tierAllows(tier, 'pro')) {
    throw new Refusal(
      'tier_restricted',
      `Low-hold opportunities require the pro tier; this key is on the ${tier} tier.`,
    );
  }
  if (features.includes('low_hold')) return;
  throw new Refusal('feature_not_available', 'The account does not have the low_hold feature.');
}
