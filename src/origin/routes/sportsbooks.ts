import { PLAYER_PROP_PREFIX } from '../../contract/markets.ts';
import { timeReader } from '../../contract/odds/odds-order.ts';
import type { Sportsbook } from '../../contract/routes/sportsbooks.ts';
import type { Routes } from '../../contract/routes.ts';
import { tierAllows } from '../../contract/tiers.ts';
import { pageOf } from '../../contract/wire.ts';
import type { Board } from '../origin-board.ts';
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
  const activity = activityOn(view.board);
  const unlisted = [...activity]
    .filter(([id]) => listedBook(id) === undefined)
    .map(([id, shown]) => unlistedBook(id, shown))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const data = [...SPORTSBOOKS, ...unlisted]
    .filter((book) => book.requiresTier !== 'sharp' || tierAllows(view.tier, 'sharp'))
    .map((book) => toSportsbook(book, activity.get(book.id)));
  return {
    data,
    meta: { ...pageOf(data, { limit: data.length }).meta, updated_at: view.updatedAt, filters: {} },
  };
};

/** A book outside the table, described by what its prices show. */
function unlistedBook(id: string, { hasLiveOdds, hasPlayerProps }: Activity): BookProfile {
  const requiresTier = UNLISTED_BOOK_TIER;
  const traits = { isSharp: false, hasLiveOdds, hasPlayerProps };
  return { id, displayName: id, requiresTier, regions: ['GLOBAL'], ...traits };
}

/** What the prices on the board show about one sportsbook. */
interface Activity {
  readonly eventIds: Set<string>;
  lastUpdate: string;
  hasLiveOdds: boolean;
  hasPlayerProps: boolean;
}

/** The activity of each sportsbook that has prices on the board, by id. */
function activityOn(board: Board): ReadonlyMap<string, Activity> {
  const time = timeReader();
  const books = new Map<string, Activity>();
  for (const { odds } of board.rows()) {
    let activity = books.get(odds.sportsbook);
    if (activity === undefined) {
      const lastUpdate = odds.last_seen_at;
      activity = { eventIds: new Set(), lastUpdate, hasLiveOdds: false, hasPlayerProps: false };
      books.set(odds.sportsbook, activity);
    }
    activity.eventIds.add(odds.event_id);
    activity.hasLiveOdds ||= odds.is_live;
    activity.hasPlayerProps ||= odds.market_type.startsWith(PLAYER_PROP_PREFIX);
    if (time(odds.last_seen_at) > time(activity.lastUpdate)) {
      activity.lastUpdate = odds.last_seen_at;
    }
  }
  return books;
}

function toSportsbook(book: BookProfile, activity: Activity | undefined): Sportsbook {
  return {
    id: book.id,
    name: book.id,
    display_name: book.displayName,
    has_live_odds: book.hasLiveOdds,
    has_player_props: book.hasPlayerProps,
    regions: [...book.regions],
    is_sharp: book.isSharp,
    status: activity === undefined ? 'inactive' : 'active',
    event_count: activity?.eventIds.size ?? 0,
    last_update: activity?.lastUpdate ?? null,
    requires_tier: book.requiresTier,
  };
}
