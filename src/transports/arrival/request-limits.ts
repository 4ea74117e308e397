/** The largest request, in bytes without its headers. */
export const BODY_BYTES_MAX = 2 ** 20;

/** How long a client may take to send a whole request. */
export const REQUEST_TIMEOUT_MS = 60_000;
