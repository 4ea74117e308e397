/** Items a page holds where the caller names no `limit`. */
export const PAGE_SIZE_DEFAULT = 50;

/** The same on the splits endpoints. */
export const SPLITS_PAGE_SIZE_DEFAULT = 100;

/** Items a page holds at the most. */
export const PAGE_SIZE_MAX = 200;

/** The furthest `offset` of the endpoints that bound it: events and low-hold opportunities. */
export const OFFSET_MAX = 5000;
