import { marketMatcher } from '../../contract/markets.ts';
import { anyOf } from '../../contract/odds/odds-filter.ts';
import type { Routes } from '../../contract/routes.ts';
import { slugsOf } from '../../contract/slugs.ts';
import { ODDS_BATCH_LIMIT } from '../../contract/tiers.ts';
import { eventHeader, toBatchOdds } from '../odds/odds-shapes.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { TierView } from '../tier-views.ts';

/** The prices of many events, up to the batch limit of the tier. */
export const oddsBatch: RouteHandler<Routes['oddsBatch']> = ({ view, body }) => {
  const { event_ids: eventIds, sportsbook = null, market = null } = body;
  const limit = ODDS_BATCH_LIMIT[view.tier];
  if (eventIds.length > limit) {
    throw new Refusal(
      'invalid_request',
      `The ${view.tier} tier allows ${limit} events per batch; ${eventIds.length} were requested.`,
    );
  }
  if (sportsbook !== null) view.assertBooksVisible(slugsOf([sportsbook]));
  const ids = [...new Set(eventIds)];
  const priced = new Map(ids.map((id) => [id, batchEvent(view, id, sportsbook, market)]));
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
function batchEvent(view: TierView, id: string, sportsbook: string | null, market: string | null) {
  const event = view.board.event(id);
  if (event === undefined) return null;
  const atBook = anyOf(sportsbook === null ? [] : [sportsbook]);
  const inMarket = marketMatcher(market === null ? [] : [market]);
  const odds = view
    .rowsOf(id)
    .filter((row) => atBook(row.odds.sportsbook))
    .filter((row) => inMarket(row.odds.market_type))
    .map((row) => toBatchOdds(row.odds))
    .toArray();
  if (odds.length === 0) return null;
  const score = event.game_state === null ? {} : { game_state: event.game_state };
  return { ...eventHeader(event), ...score, odds };
}
