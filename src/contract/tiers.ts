/** The subscription tiers, lowest first. The order is the order of rights. */
export const TIERS = ['free', 'hobby', 'pro', 'sharp', 'enterprise'] as const;

export type Tier = (typeof TIERS)[number];

export function isTier(value: unknown): value is Tier {
  return TIERS.includes(value as Tier);
}

/** Whether a caller on `tier` may have what needs `required`. */
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

/** The lowest tiers that may use the routes which are not for every tier. */
export const ROUTE_TIERS = {
  deepLinks: 'hobby',
  lowHold: 'pro',
  gameStates: 'enterprise',
} as const satisfies Record<string, Tier>;

/** How many events one `POST /odds/batch` may name. */
export const ODDS_BATCH_LIMIT: Readonly<Record<Tier, number>> = {
  free: 10,
  hobby: 10,
  pro: 50,
  sharp: 50,
  enterprise: 100,
};

/** How old a tier's data is, in seconds; 0 is real time. Reported as `X-Data-Delay`. */
export const DATA_DELAY_SECONDS: Readonly<Record<Tier, number>> = {
  free: 60,
  hobby: 0,
  pro: 0,
  sharp: 0,
  enterprise: 0,
};
