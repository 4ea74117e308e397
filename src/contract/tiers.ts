/** The subscription tiers, lowest first. Each includes the entitlements of those before it. */
export const TIERS = ['free', 'hobby', 'pro', 'sharp', 'enterprise'] as const;

export type Tier = (typeof TIERS)[number];

export function isTier(value: unknown): value is Tier {
  return TIERS.includes(value as Tier);
}

/** Whether `tier` is `required` or above. */
export function tierAllows(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}

/** The lowest of the tiers, or null where there is none. */
export function lowestTier(tiers: Iterable<Tier>): Tier | null {
  const held = new Set(tiers);
  return TIERS.find((tier) => held.has(tier)) ?? null;
}

/** The highest of the tiers, or null where there is none. */
export function highestTier(tiers: Iterable<Tier>): Tier | null {
  const held = new Set(tiers);
  return TIERS.findLast((tier) => held.has(tier)) ?? null;
}

/** The maximum number of events in one `POST /odds/batch`. */
export const ODDS_BATCH_LIMIT: Readonly<Record<Tier, number>> = {
  free: 10,
  hobby: 10,
  pro: 50,
  sharp: 50,
  enterprise: 100,
};

/** The age of a tier's data in seconds; 0 is real time. Responses report it as `X-Data-Delay`. */
export const DATA_DELAY_SECONDS: Readonly<Record<Tier, number>> = {
  free: 60,
  hobby: 0,
  pro: 0,
  sharp: 0,
  enterprise: 0,
};
