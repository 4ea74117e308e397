import { HEADERS } from '../contract/wire.ts';

/** The longest wait that we honor. Longer ones come from a wrong unit or a wrong clock. */
export const WAIT_MAX_MS = 2 * 60_000;

/** The value of a header by its name in lower case; null if it is missing. */
export type HeaderReader = (name: string) => string | null;

/**
 * Milliseconds to wait according to `Retry-After`, or else, if the budget of requests is used up, until it is reset. Null if
 * neither header is valid.
 */
export function retryAfter(
  header: HeaderReader,
  isBudgetUsedUp: boolean,
  now: number,
): number | null {
  // Upstream's own clock where it tells the time: ours may be ahead or behind.
  const sentAt = Date.parse(header('date') ?? '') || now;
  const rateReset = isBudgetUsedUp ? wholeNumber(header(HEADERS.rateReset)) : null;
  const ms =
    retryAfterMs(header('retry-after'), sentAt) ?? (rateReset && rateReset * 1000 - sentAt);
  return ms === null ? null : Math.min(Math.max(0, ms), WAIT_MAX_MS);
}

/** `Retry-After` is a number of seconds or an HTTP date, which begins with a day of the week. */
function retryAfterMs(retryAfter: string | null, sentAt: number): number | null {
  const seconds = wholeNumber(retryAfter);
  if (seconds !== null) return seconds * 1000;
  if (retryAfter === null || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(retryAfter)) return null;
  const ms = Date.parse(retryAfter) - sentAt;
  return Number.isNaN(ms) ? null : ms;
}

/** The value of a header that is a whole number of any length; null otherwise. */
export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
