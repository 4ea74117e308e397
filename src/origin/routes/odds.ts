import type { FastifyInstance } from 'fastify';
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { OddsQuery } from '../../contract/odds.ts';
import { callerOf } from '../access.ts';
import { echo } from '../odds/echo-filters.ts';
import { decodeCursor, encodeCursor } from '../odds/odds-cursor.ts';
import { eventHeader, pick, toGroupedOdds, toOdds } from '../odds/odds-shapes.ts';
import { type OddsOrder, oddsOrder, type PlacedRow } from '../odds/row-order.ts';
import { selectRows } from '../odds/select-rows.ts';
import { type Page, pageMeta, pageOf } from '../requests/page.ts';
import { queryReader } from '../requests/read-request.ts';
import type { TierView, TierViews } from '../tier-views.ts';

const readQuery = queryReader(OddsQuery);

/** `GET /odds`: prices by filter, in any order, page by page. */
export function oddsRoute(app: FastifyInstance, views: TierViews): void {
  app.get('/odds', (request) => {
    const query = readQuery(request.query);
    const view = views.of(callerOf(request).tier);
    view.assertBooksVisible(query.sportsbook);
    const order = oddsOrder(query.sort);
    const rows = order.sort(selectRows(view, query));
    return query.group_by === 'event'
      ? groupedAnswer(view, query, order, rows)
      : plainAnswer(view, query, order, rows);
  });
}

function plainAnswer(view: TierView, query: OddsQuery, order: OddsOrder, rows: PlacedRow[]) {
  const page = cursorPage(query, order, rows);
  return {
    success: true,
    data: page.items.map((row) => toOdds(row.odds, view.board, query)),
    meta: {
      ...pageMeta(page, rows.length),
      books_available: view.books,
      books_returned: [...new Set(page.items.map((row) => row.odds.sportsbook))].sort(),
      updated_at: view.updatedAt,
      filters: echoFilters(query),
    },
  };
}

/** Pages of events here, each with all its matching prices, in the order of their first prices. */
function groupedAnswer(view: TierView, query: OddsQuery, order: OddsOrder, rows: PlacedRow[]) {
  const groups = Map.groupBy(rows, (row) => row.odds.event_id);
  const leads = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const page = cursorPage(query, order, leads);
  return {
    success: true,
    data: page.items.flatMap((lead) => {
      const event = view.board.event(lead.odds.event_id);
      const odds = groups.get(lead.odds.event_id) ?? [];
      return event === undefined
        ? []
        : [
            {
              ...eventHeader(event),
              odds: odds.map((row) => pick(toGroupedOdds(row.odds), query.fields)),
            },
          ];
    }),
    meta: {
      group_by: query.group_by,
      ...pageMeta(page, leads.length),
      books_available: view.books.length,
      updated_at: view.updatedAt,
      filters: echoFilters(query),
    },
  };
}

/** The page behind the cursor, or else from the offset on, with the cursor to the next one. */
function cursorPage(query: OddsQuery, order: OddsOrder, rows: PlacedRow[]): Page<PlacedRow> {
  const after = decodeCursor(query);
  const behind = after && rows.findIndex((row) => order.compare(row, after) > 0);
  const offset = behind === undefined ? (query.offset ?? 0) : behind < 0 ? rows.length : behind;
  const { items, pagination } = pageOf(rows, offset, query.limit ?? PAGE_SIZE_DEFAULT);
  const last = items.at(-1);
  const nextCursor = pagination.has_more && last ? encodeCursor(query, last) : null;
  return { items, pagination: { ...pagination, next_cursor: nextCursor } };
}

function echoFilters(query: OddsQuery) {
  return echo(query, [
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
  ]);
}
