import type { Routes } from '../../contract/routes.ts';
import { toEventOdds } from '../odds/odds-shapes.ts';
import { oddsOrder } from '../odds/row-order.ts';
import { selectRows } from '../odds/select-rows.ts';
import { Refusal } from '../requests/origin-error.ts';
import { pageResponse } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { TierViews } from '../tier-views.ts';

/** The prices of one event in the order of the board, each with its odds in a nested object. */
export function eventOdds(views: TierViews): RouteHandler<Routes['eventOdds']> {
  return ({ caller, params: { eventId }, query }) => {
    const view = views.of(caller.tier);
    view.assertBooksVisible(query.sportsbook);
    if (view.board.event(eventId) === undefined) {
      throw new Refusal('not_found', `There is no event "${eventId}".`);
    }
    const rows = oddsOrder(undefined).sort(selectRows(view, { ...query, event: [eventId] }));
    return pageResponse(rows, query, ['sportsbook', 'market'], view, (row) =>
      toEventOdds(row.odds),
    );
  };
}
