import { compareMarkets } from '../../contract/odds/compare-markets.ts';
import type { Routes } from '../../contract/routes.ts';
import { eventHeader } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

/** Every market of one event, with the prices of all sportsbooks of the tier side by side. */
export const oddsComparison: RouteHandler<Routes['oddsComparison']> = ({ view, query }) => {
  const event = view.board.event(query.event);
  if (event === undefined) throw new Refusal('not_found', `There is no event "${query.event}".`);
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
