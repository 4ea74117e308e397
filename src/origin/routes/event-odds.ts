import type { Routes } from '../../contract/routes.ts';
import { toEventOdds } from '../odds/odds-shapes.ts';
import { oddsOrder, selectRows } from '../odds/select-rows.ts';
import { Refusal } from '../requests/origin-error.ts';
import { pageResponse } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

/** The prices of one event, those first that were known first, each with its odds in a nested object. */
export const eventOdds: RouteHandler<Routes['eventOdds']> = ({ view, params, query }) => {
  const { eventId } = params;
  if (view.board.event(eventId) === undefined) {
    throw new Refusal('not_found', `There is no event "${eventId}".`);
  }
  const rows = oddsOrder(undefined).sort(selectRows(view, { ...query, event: [eventId] }));
  const filters = ['sportsbook', 'market'] as const;
  return pageResponse(rows, query, filters, view, ({ odds }) => toEventOdds(odds));
};
