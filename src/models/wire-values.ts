import { isTier } from '../contract/tiers.ts';
import type { EventStatus, SportsbookStatus, Tier } from '../generated/schema-types.ts';

/** A tier as the graph writes it. One that the contract does not list is `OTHER`. */
export function graphTier(wire: string): Tier {
  return isTier(wire) ? (wire.toUpperCase() as Uppercase<typeof wire>) : 'OTHER';
}

/** An event's state as the graph writes it. */
export function graphEventStatus(wire: string): EventStatus {
  if (wire === 'upcoming') return 'UPCOMING';
  return wire === 'live' ? 'LIVE' : 'OTHER';
}

/** A sportsbook's state as the graph writes it. */
export function graphSportsbookStatus(wire: string): SportsbookStatus {
  if (wire === 'active') return 'ACTIVE';
  return wire === 'inactive' ? 'INACTIVE' : 'OTHER';
}

/** A text that real boards leave empty where they have none. */
export function textOrNull(wire: string | null | undefined): string | null {
  return wire === undefined || wire === '' ? null : wire;
}

/**
 * An address that a person may follow, unchanged; null for everything but http and https, since a
 * browser runs `javascript:` where it is shown as a link.
 */
export function webAddressOrNull(wire: string | null | undefined): string | null {
  const protocol = URL.parse(wire ?? '')?.protocol;
  return wire && (protocol === 'http:' || protocol === 'https:') ? wire : null;
}
