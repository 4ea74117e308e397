import { timeReader } from '../../contract/odds/odds-order.ts';
import type { Routes } from '../../contract/routes.ts';
import { toOdds } from '../odds/odds-shapes.ts';
import { oddsOrder, selectRows } from '../odds/select-rows.ts';
import { echoFilters, pageMeta, pageOf } from '../requests/page.ts';
import { parseTime } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import { ODDS_FILTERS } from './odds.ts';

/** The prices that changed after `since`. Prices that were removed are not among them. */
export const oddsDelta: RouteHandler<Routes['oddsDelta']> = ({ view, query }) => {
  const since = parseTime('since', query.since);
  const time = timeReader();
  const changed = selectRows(view, query).filter(
    ({ odds }) => time(odds.odds_changed_at ?? odds.last_seen_at) > since,
  );
  const rows = oddsOrder(query.sort).sort(changed);
  const page = pageOf(rows, query);
  return {
    success: true,
    data: page.items.map(({ odds }) =>
      toOdds(odds, view.board, query, { status: odds.is_live ? 'live' : 'upcoming' }),
    ),
    meta: {
      ...pageMeta(page, rows.length),
      server_time: view.updatedAt,
      books_changed: [...new Set(rows.map((row) => row.odds.sportsbook))].sort(),
      filters: echoFilters(query, ['since', ...ODDS_FILTERS]),
    },
  };
};
