import { PLAYER_PROP_PREFIX } from '../../contract/markets.ts';
import { timeReader } from '../../contract/odds/odds-order.ts';
import type { Sportsbook } from '../../contract/routes/sportsbooks.ts';
import type { Routes } from '../../contract/routes.ts';
import { tierAllows } from '../../contract/tiers.ts';
import type { BoardRow } from '../origin-board.ts';
import { wholeMeta } from '../requests/page.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';
import {
  type BookProfile,
  listedBook,
  SPORTSBOOKS,
  UNLISTED_BOOK_TIER,
} from '../sportsbook-table.ts';

/**
 * The sportsbooks, each with the lowest tier that sees its prices. A caller also gets the sportsbooks that
 * need a higher tier than its own, except those that need the tier `sharp`.
 */
export const sportsbooks: RouteHandler<Routes['sportsbooks']> = ({ view }) => {
  const rows = Map.groupBy(view.board.rows(), ({ odds }) => odds.sportsbook);
  const unlisted = [...rows]
    .filter(([id]) => listedBook(id) === undefined)
    .map(([id, shown]) => unlistedBook(id, shown))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const data = [...SPORTSBOOKS, ...unlisted]
    .filter((book) => book.requiresTier !== 'sharp' || tierAllows(view.tier, 'sharp'))
    .map((book) => toSportsbook(book, rows.get(book.id) ?? []));
  return { data, meta: { ...wholeMeta(data), updated_at: view.updatedAt, filters: {} } };
};

/** A book outside the table, described by what its prices show. */
function unlistedBook(id: string, rows: readonly BoardRow[]): BookProfile {
  return {
    id,
    displayName: id,
    requiresTier: UNLISTED_BOOK_TIER,
    regions: ['GLOBAL'],
    isSharp: false,
    hasLiveOdds: rows.some(({ odds }) => odds.is_live),
    hasPlayerProps: rows.some(({ odds }) => odds.market_type.startsWith(PLAYER_PROP_PREFIX)),
  };
}

function toSportsbook(book: BookProfile, rows: readonly BoardRow[]): Sportsbook {
  const time = timeReader();
  const seen = rows.map(({ odds }) => odds.last_seen_at);
  return {
    id: book.id,
    name: book.id,
    display_name: book.displayName,
    has_live_odds: book.hasLiveOdds,
    has_player_props: book.hasPlayerProps,
    regions: [...book.regions],
    is_sharp: book.isSharp,
    status: rows.length === 0 ? 'inactive' : 'active',
    event_count: new Set(rows.map(({ odds }) => odds.event_id)).size,
    last_update: seen.reduce<string | null>(
      (last, one) => (last === null || time(one) > time(last) ? one : last),
      null,
    ),
    requires_tier: book.requiresTier,
  };
}
