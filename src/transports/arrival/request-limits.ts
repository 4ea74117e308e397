/** The largest request, in bytes. */
export const REQUEST_BYTES_MAX = 2 ** 20;

/** Maximum number of waiting requests per connection. */
export const WAITING_MAX = 32;
