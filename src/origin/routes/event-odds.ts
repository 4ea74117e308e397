import { oddsOrder } from '../../contract/lists/placed-odds.ts';
import { compareMarkets } from '../../contract/odds/compare-markets.ts';
import type { OddsFilter } from '../../contract/odds/odds-filter.ts';
import type { Routes } from '../../contract/routes.ts';
import { slugsOf } from '../../contract/slugs.ts';
import { ODDS_BATCH_LIMIT } from '../../contract/tiers.ts';
import { eventHeader, toBatchOdds, toEventOdds } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import type { EventInfo } from '../origin-board.ts';
import { pageResponse } from '../requests/page.ts';
import { Refusal } from '../requests/refusal.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { TierView } from '../tier-views.ts';

/** The prices of one event, those first that were known first, each with its odds in a nested object. */
export const eventOdds: RouteHandler<Routes['eventOdds']> = ({ view, params, query }) => {
  const { id } = knownEvent(view, params.eventId);
  const rows = oddsOrder(undefined).sort(selectRows(view, { ...query, event: [id] }));
  const filters = ['sportsbook', 'market'] as const;
  return pageResponse(rows, query, filters, view, ({ odds }) => toEventOdds(odds));
};

/** Every market of one event, with the prices of all sportsbooks of the tier side by side. */
export const oddsComparison: RouteHandler<Routes['oddsComparison']> = ({ view, query }) => {
  const event = knownEvent(view, query.event);
  const rows = selectRows(view, { ...query, event: [event.id] }).map((row) => row.odds);
  return {
    success: true,
    data: {
      ...eventHeader(event),
      books_available: [...new Set(rows.map((odds) => odds.sportsbook))].sort(),
      markets: compareMarkets(rows, event).map(({ wire }) => wire),
    },
    meta: { market_filter: query.market ?? null, updated_at: view.updatedAt },
  };
};

function knownEvent(view: TierView, id: string): EventInfo {
  const event = view.board.event(id);
  if (event === undefined) throw new Refusal('not_found', `There is no event "${id}".`);
  return event;
}

/** The prices of many events, up to the batch limit of the tier. */
export const oddsBatch: RouteHandler<Routes['oddsBatch']> = ({ view, body }) => {
  const { event_ids: eventIds } = body;
  const [sportsbook, market] = [body.sportsbook || null, body.market || null]; // An empty one counts as left out.
  const limit = ODDS_BATCH_LIMIT[view.tier];
  if (eventIds.length > limit) {
    throw new Refusal(
      'invalid_request',
      `The ${view.tier} tier allows ${limit} events per batch; ${eventIds.length} were requested.`,
    );
  }
  const listOf = (one: string | null) => (one === null ? [] : [one]);
  const filter = { sportsbook: listOf(sportsbook), market: listOf(market) };
  view.assertBooksVisible(slugsOf(filter.sportsbook));
  const ids = [...new Set(eventIds)];
  const priced = new Map(ids.map((id) => [id, batchEvent(view, id, filter)]));
  const events = [...priced.values()].filter((event) => event !== null);
  const missing = ids.filter((id) => priced.get(id) === null);
  return {
    success: true,
    data: { events, missing_events: missing },
    meta: {
      requested: eventIds.length,
      found: events.length,
      missing: missing.length,
      max_batch: limit,
      filters: { sportsbook, market },
      updated_at: view.updatedAt,
    },
  };
};

/** The event with its matching prices; null where there are none. */
function batchEvent(view: TierView, id: string, filter: OddsFilter) {
  const event = view.board.event(id);
  const odds = selectRows(view, { ...filter, event: [id] }).map((row) => toBatchOdds(row.odds));
  if (event === undefined || odds.length === 0) return null;
  const score = event.game_state === null ? {} : { game_state: event.game_state };
  return { ...eventHeader(event), ...score, odds };
}
