import { type OddsOrder, oddsOrder, type PlacedOdds } from '../../contract/lists/placed-odds.ts';
import { timeReader } from '../../contract/odds/odds-order.ts';
import type { OddsQuery } from '../../contract/routes/odds.ts';
import type { Routes } from '../../contract/routes.ts';
import { pageOf } from '../../contract/wire.ts';
import { decodeCursor, encodeCursor } from '../odds/odds-cursor.ts';
import { eventHeader, pick, toGroupedOdds, toOdds } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import { echoFilters } from '../requests/page.ts';
import { parseTime } from '../requests/request-times.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import type { TierView } from '../tier-views.ts';

/** The parameters that `meta.filters` of the responses repeats. */
const ODDS_FILTERS = [
  'sportsbook',
  'sport',
  'league',
  'market',
  'event',
  'live',
  'min_odds',
  'max_odds',
  'sort',
  'fields',
  'state',
] as const;

/** The prices that match the filters, in the requested order, page by page. */
export const odds: RouteHandler<Routes['odds']> = ({ view, query }) => {
  const order = oddsOrder(query.sort);
  const rows = order.sort(selectRows(view, query));
  return query.group_by === 'event'
    ? groupedResponse(view, query, order, rows)
    : plainResponse(view, query, order, rows);
};

function plainResponse(view: TierView, query: OddsQuery, order: OddsOrder, rows: PlacedOdds[]) {
  const page = cursorPage(query, order, rows);
  return {
    success: true as const,
    data: page.data.map((row) => toOdds(row.odds, view.board, query)),
    meta: {
      ...page.meta,
      books_available: view.books,
      books_returned: [...new Set(page.data.map((row) => row.odds.sportsbook))].sort(),
      updated_at: view.updatedAt,
      filters: echoFilters(query, ODDS_FILTERS),
    },
  };
}

/** Pages of events, each with all its matching prices. Events are in the order of their `leads`: their first prices. */
function groupedResponse(view: TierView, query: OddsQuery, order: OddsOrder, rows: PlacedOdds[]) {
  const groups = Map.groupBy(rows, (row) => row.odds.event_id);
  const leads = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const page = cursorPage(query, order, leads);
  return {
    success: true as const,
    data: page.data.flatMap((lead) => {
      const event = view.board.event(lead.odds.event_id);
      if (event === undefined) return [];
      const prices = groups.get(lead.odds.event_id) ?? [];
      const odds = prices.map((row) => pick(toGroupedOdds(row.odds), query.fields));
      return [{ ...eventHeader(event), odds }];
    }),
    meta: {
      group_by: 'event',
      ...page.meta,
      books_available: view.books.length,
      updated_at: view.updatedAt,
      filters: echoFilters(query, ODDS_FILTERS),
    },
  };
}

/**
 * The page after the cursor of the query or, without a cursor, the page at its offset. It includes the
 * cursor of the next page.
 */
function cursorPage(query: OddsQuery, order: OddsOrder, rows: PlacedOdds[]) {
  const after = decodeCursor(query);
  const passed = after && rows.filter((row) => order.compare(row, after) <= 0);
  const offset = passed?.length ?? query.offset;
  const { data, meta } = pageOf(rows, { limit: query.limit, offset });
  const last = data.at(-1);
  const next_cursor = meta.pagination.has_more && last ? encodeCursor(query, last) : null;
  return { data, meta: { ...meta, pagination: { ...meta.pagination, next_cursor } } };
}

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
    data: page.data.map(({ odds }) =>
      toOdds(odds, view.board, query, { status: odds.is_live ? 'live' : 'upcoming' }),
    ),
    meta: {
      ...page.meta,
      server_time: view.updatedAt,
      books_changed: [...new Set(rows.map((row) => row.odds.sportsbook))].sort(),
      filters: echoFilters(query, ['since', ...ODDS_FILTERS]),
    },
  };
};
