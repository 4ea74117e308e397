import type { MarketPrice } from './book-prices.ts';

/** A price that was not seen for this long may have moved: several times the interval at which books reprice. */
const STALE_SECONDS = { upcoming: 180, live: 30 };

/** Whole seconds since the oldest of the prices was last seen. `now` is in milliseconds since the Unix epoch. */
export function ageSeconds(prices: readonly MarketPrice[], now: number): number {
  const oldest = Math.min(...prices.map(({ odds }) => Date.parse(odds.last_seen_at)));
  return Math.max(0, Math.round((now - oldest) / 1000));
}

/** Whether prices of this age may have moved since. */
export function isStale(seconds: number, isLive: boolean): boolean {
  return seconds > (isLive ? STALE_SECONDS.live : STALE_SECONDS.upcoming);
}

/** When the last of the prices changed, ISO 8601. If that is not known, a price counts as changed when last seen. */
export function lastChange(prices: readonly MarketPrice[]): string {
  const times = prices.map(({ odds }) => Date.parse(odds.odds_changed_at ?? odds.last_seen_at));
  return new Date(Math.max(0, ...times.filter((time) => !Number.isNaN(time)))).toISOString();
}
