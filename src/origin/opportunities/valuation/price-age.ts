import type { Offer } from './quoted-market.ts';

/** From this age on a price may have moved: several times what books take to look again. */
const STALE_SECONDS = { upcoming: 180, live: 30 };

/** Seconds since the stalest of the prices was last seen, in whole seconds. */
export function ageSeconds(offers: readonly Offer[], now: number): number {
  const oldest = Math.min(...offers.map(({ odds }) => Date.parse(odds.last_seen_at)));
  return Math.max(0, Math.round((now - oldest) / 1000));
}

/** Whether prices of that age may have moved since. */
export function isStale(seconds: number, isLive: boolean): boolean {
  return seconds > (isLive ? STALE_SECONDS.live : STALE_SECONDS.upcoming);
}

/** When the last of the prices became what it is, ISO 8601; for all that is known, when it was seen. */
export function lastChange(offers: readonly Offer[]): string {
  const times = offers.map(({ odds }) => Date.parse(odds.odds_changed_at ?? odds.last_seen_at));
  return new Date(Math.max(0, ...times.filter((time) => !Number.isNaN(time)))).toISOString();
}
