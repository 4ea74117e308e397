import type { FastifyInstance } from 'fastify';
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { EventOddsQuery } from '../../contract/odds.ts';
import { callerOf } from '../access.ts';
import { echo } from '../odds/echo-filters.ts';
import { toEventOdds } from '../odds/odds-shapes.ts';
import { oddsOrder } from '../odds/row-order.ts';
import { selectRows } from '../odds/select-rows.ts';
import { Refusal } from '../requests/origin-error.ts';
import { pageMeta, pageOf } from '../requests/page.ts';
import { queryReader } from '../requests/read-request.ts';
import type { TierViews } from '../tier-views.ts';

const readQuery = queryReader(EventOddsQuery);

/** `GET /events/{eventId}/odds`: the prices of one event, in the shape with nested odds. */
export function eventOddsRoute(app: FastifyInstance, views: TierViews): void {
  app.get<{ Params: { eventId: string } }>('/events/:eventId/odds', (request) => {
    const query = readQuery(request.query);
    const { eventId } = request.params;
    const view = views.of(callerOf(request).tier);
    view.assertBooksVisible(query.sportsbook);
    if (view.board.event(eventId) === undefined) {
      throw new Refusal('not_found', `There is no event "${eventId}".`);
    }
    const rows = oddsOrder(undefined).sort(selectRows(view, { ...query, event: [eventId] }));
    const page = pageOf(rows, query.offset ?? 0, query.limit ?? PAGE_SIZE_DEFAULT);
    return {
      data: page.items.map((row) => toEventOdds(row.odds)),
      meta: {
        ...pageMeta(page, rows.length),
        updated_at: view.updatedAt,
        filters: echo(query, ['sportsbook', 'market']),
      },
    };
  });
}
