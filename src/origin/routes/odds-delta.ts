import type { FastifyInstance } from 'fastify';
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { OddsDeltaQuery } from '../../contract/odds.ts';
import { timeReader } from '../../contract/odds-order.ts';
import { callerOf } from '../access.ts';
import { echo } from '../odds/echo-filters.ts';
import { toOdds } from '../odds/odds-shapes.ts';
import { oddsOrder } from '../odds/row-order.ts';
import { selectRows } from '../odds/select-rows.ts';
import { pageMeta, pageOf } from '../requests/page.ts';
import { queryReader } from '../requests/read-request.ts';
import { parseTime } from '../requests/request-times.ts';
import type { TierViews } from '../tier-views.ts';

const readQuery = queryReader(OddsDeltaQuery);

/** `GET /odds/delta`: the prices that changed after `since`. What was removed is not told. */
export function oddsDeltaRoute(app: FastifyInstance, views: TierViews): void {
  app.get('/odds/delta', (request) => {
    const query = { live: false, ...readQuery(request.query) };
    const since = parseTime('since', query.since);
    const view = views.of(callerOf(request).tier);
    view.assertBooksVisible(query.sportsbook);
    const time = timeReader();
    const changed = selectRows(view, query).filter(
      ({ odds }) => time(odds.odds_changed_at ?? odds.last_seen_at) > since,
    );
    const rows = oddsOrder(query.sort).sort(changed);
    const page = pageOf(rows, query.offset ?? 0, query.limit ?? PAGE_SIZE_DEFAULT);
    return {
      success: true,
      data: page.items.map(({ odds }) =>
        toOdds(odds, view.board, query, { status: odds.is_live ? 'live' : 'upcoming' }),
      ),
      meta: {
        ...pageMeta(page, rows.length),
        server_time: view.updatedAt,
        books_changed: [...new Set(rows.map((row) => row.odds.sportsbook))].sort(),
        filters: echo(query, [
          'since',
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
        ]),
      },
    };
  });
}
