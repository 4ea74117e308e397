/** Items a page holds where the caller names no `limit`. */
export const PAGE_SIZE_DEFAULT = 50;

/** The same on the splits endpoints. */
export const SPLITS_PAGE_SIZE_DEFAULT = 100;

/** Items a page holds at the most. */
export const PAGE_SIZE_MAX = 200;

/** The furthest `offset` of the endpoints that bound it: events and low-hold opportunities. */
export const OFFSET_MAX = 5000;

/** Ids that one `POST /deeplinks/batch` may name. */
export const DEEP_LINK_BATCH_MAX = 500;

/** How long the live state of a sport holds without news, in seconds. */
export const GAME_STATE_TTL_SECONDS = 60;

/** How often splits are collected, and how long their history is kept. */
export const SPLITS_INTERVAL_MS = 5 * 60_000;
export const SPLITS_RETENTION_MS = 48 * 3_600_000;

/** The hold up to which a market is a low-hold opportunity, in percent; the default of `max_hold`. */
export const MAX_HOLD_PERCENT = 5;

/** What `max_hold` may be at the most: where a bet costs more than it pays back nobody looks. */
export const MAX_HOLD_CEILING_PERCENT = 100;
