import { isTier } from '../contract/tiers.ts';
import type { EventStatus, SportsbookStatus, Tier } from '../generated/schema-types.ts';

/** The graph's enum value of a tier that upstream sent; `OTHER` if it is not one of the known tiers. */
export function graphTier(wire: string): Tier {
  return isTier(wire) ? (wire.toUpperCase() as Uppercase<typeof wire>) : 'OTHER';
}

/** The graph's enum value of an event's status. */
export function graphEventStatus(wire: string): EventStatus {
  if (wire === 'upcoming') return 'UPCOMING';
  return wire === 'live' ? 'LIVE' : 'OTHER';
}

/** The graph's enum value of a sportsbook's status. */
export function graphSportsbookStatus(wire: string): SportsbookStatus {
  if (wire === 'active') return 'ACTIVE';
  return wire === 'inactive' ? 'INACTIVE' : 'OTHER';
}

/** The text; null if upstream leaves it empty or out. */
export function textOrNull(wire: string | null | undefined): string | null {
  return wire || null;
}

/**
 * A URL that is safe to show as a link, unchanged; null unless it is http or https, since a browser
 * would run `javascript:`.
 */
export function webAddressOrNull(wire: string | null | undefined): string | null {
  const protocol = URL.parse(wire ?? '')?.protocol;
  return wire && (protocol === 'http:' || protocol === 'https:') ? wire : null;
}
