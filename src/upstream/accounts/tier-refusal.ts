import { type Tier, tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors/errors.ts';

/**
 * The error for a request that upstream refused and that needs the tier `required`. If the caller has
 * that tier, the account lacks a feature or an add-on, whatever code upstream used.
 */
export function tierRefusal(
  { message, extensions }: OddsgraphError,
  required: Tier,
  current: Tier,
): OddsgraphError {
  const { code: _, ...details } = extensions;
  if (tierAllows(current, required)) {
    const lacking = 'The account does not have this feature.';
    return new OddsgraphError('FEATURE_NOT_AVAILABLE', lacking, details);
  }
  return new OddsgraphError('TIER_RESTRICTED', message, {
    ...details,
    ...tiersOf(required, current),
  });
}

/** Throws `TIER_RESTRICTED` if a caller's tier is below the one that is required. */
export function refuseBelow(required: Tier, current: Tier): void {
  if (tierAllows(current, required)) return;
  throw new OddsgraphError(
    'TIER_RESTRICTED',
    `This requires the ${required} tier or above.`,
    tiersOf(required, current),
  );
}

function tiersOf(required: Tier, current: Tier) {
  return { requiredTier: required.toUpperCase(), currentTier: current.toUpperCase() };
}
