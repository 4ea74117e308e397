import type { FastifyInstance } from 'fastify';
import { marketMatcher } from '../../contract/markets.ts';
import { OddsBatchRequest } from '../../contract/odds.ts';
import { anyOf } from '../../contract/odds-filter.ts';
import { slugsOf } from '../../contract/slugs.ts';
import { ODDS_BATCH_LIMIT } from '../../contract/tiers.ts';
import { callerOf } from '../access.ts';
import { eventHeader, toBatchOdds } from '../odds/odds-shapes.ts';
import { Refusal } from '../requests/origin-error.ts';
import { bodyReader } from '../requests/read-request.ts';
import type { TierView, TierViews } from '../tier-views.ts';

const readBody = bodyReader(OddsBatchRequest, 'invalid_request');

/** `POST /odds/batch`: the prices of many events, as many as the tier may name at once. */
export function oddsBatchRoute(app: FastifyInstance, views: TierViews): void {
  app.post('/odds/batch', (request) => {
    const { event_ids: eventIds, sportsbook = null, market = null } = readBody(request.body);
    const view = views.of(callerOf(request).tier);
    const limit = ODDS_BATCH_LIMIT[view.tier];
    if (eventIds.length > limit) {
      throw new Refusal(
        'invalid_request',
        `The ${view.tier} tier allows ${limit} events a batch; ${eventIds.length} were requested.`,
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
  });
}

/** The event with its matching prices, or null where there is none. */
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
