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
    requiredTier: required.toUpperCase(),
    currentTier: current.toUpperCase(),
  });
}
