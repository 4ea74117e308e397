/** The size of a page where the client gives no `limit`. */
export const PAGE_SIZE_DEFAULT = 50;

/** The same for the routes of betting splits. */
export const SPLITS_PAGE_SIZE_DEFAULT = 100;

/** The largest page. */
export const PAGE_SIZE_MAX = 200;

/** The largest `offset` of the routes that limit it: events and low-hold opportunities. */
export const OFFSET_MAX = 5000;

/** The maximum number of ids in one `POST /deeplinks/batch`. */
export const DEEP_LINK_BATCH_MAX = 500;

/** How long the live state of a sport stays valid without an update, in seconds. */
export const GAME_STATE_TTL_SECONDS = 60;

/** How often betting splits are collected, and how long their history is kept. */
export const SPLITS_INTERVAL_MS = 5 * 60_000;
export const SPLITS_RETENTION_MS = 48 * 3_600_000;

/** The hold up to which a market is a low-hold opportunity, in percent; the default of `max_hold`. */
export const MAX_HOLD_PERCENT = 5;

/** The largest `max_hold`. At a hold above 100 %, one of two sides would pay back less than its stake. */
export const MAX_HOLD_CEILING_PERCENT = 100;
