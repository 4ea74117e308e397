import type { Reservation } from '../../access/viewers/viewer-budgets.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import type { Answer } from '../outcome.ts';
import type { Costs } from '../response-cache.ts';

/**
 * Reserves the upstream requests of an operation from the budget of its viewer: a user of the operator of this
 * server, served with the API key of the operator. Null for callers with an API key of their own. Throws
 * `RATE_LIMITED` and `QUERY_TOO_COMPLEX`.
 */
export async function reserveRequests(
  { viewer, services }: OperationContext,
  requests: number,
): Promise<Reservation | null> {
  if (viewer === null || services.viewers === null) return null;
  return services.viewers.budgets.reserve(viewer, requests);
}

/** The outcome with a rate limit in its extensions: for a viewer, its own instead of that of the operator's key. */
export function withRateLimit(
  outcome: Answer,
  { viewer, services }: Pick<OperationContext, 'viewer' | 'services'>,
): Answer {
  if (outcome.extensions === undefined) return outcome;
  const { upstream } = outcome.extensions as { readonly upstream: Costs };
  const own = viewer === null ? undefined : services.viewers?.budgets.budgetOf(viewer);
  const limit = own ?? upstream.rateLimit;
  const rateLimit = limit && { ...limit, resetAt: new Date(limit.resetAt).toISOString() };
  return { ...outcome, extensions: { upstream: { ...upstream, rateLimit } } };
}
