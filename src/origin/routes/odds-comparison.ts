import type { FastifyInstance } from 'fastify';
import { ComparisonQuery } from '../../contract/comparison.ts';
import { callerOf } from '../access.ts';
import { compareMarkets } from '../odds/compare-markets.ts';
import { eventHeader } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import { Refusal } from '../requests/origin-error.ts';
import { queryReader } from '../requests/read-request.ts';
import type { TierViews } from '../tier-views.ts';

const readQuery = queryReader(ComparisonQuery);

/** `GET /odds/comparison`: one event, every market, every book of the tier side by side. */
export function oddsComparisonRoute(app: FastifyInstance, views: TierViews): void {
  app.get('/odds/comparison', (request) => {
    const query = readQuery(request.query);
    const view = views.of(callerOf(request).tier);
    view.assertBooksVisible(query.sportsbook);
    const event = view.board.event(query.event);
    if (event === undefined) throw new Refusal('not_found', `There is no event "${query.event}".`);
    const rows = selectRows(view, { ...query, event: [event.id] }).map((row) => row.odds);
    return {
      success: true,
      data: {
        ...eventHeader(event),
        books_available: [...new Set(rows.map((odds) => odds.sportsbook))].sort(),
        markets: compareMarkets(rows),
      },
      meta: { market_filter: query.market ?? null, updated_at: view.updatedAt },
    };
  });
}
