import type { ExecutionResult } from 'graphql';
import type { Reservation } from '../access/viewers/viewer-budgets.ts';
import type { OperationContext } from '../resolvers/context.ts';
import type { Costs } from './response-cache.ts';

/**
 * Reserves the upstream requests of an operation from its viewer's budget; null for callers with a key of
 * their own. Throws `RATE_LIMITED` and `QUERY_TOO_COMPLEX`.
 */
export async function reserveRequests(
  { viewer, services }: OperationContext,
  requests: number,
): Promise<Reservation | null> {
  if (viewer === null || services.viewers === null) return null;
  return services.viewers.budgets.reserve(viewer, requests);
}

/** The result with the rate limit in its extensions: a viewer's own, in place of the operator's. */
export function withRateLimit(
  result: ExecutionResult,
  { viewer, services }: Pick<OperationContext, 'viewer' | 'services'>,
): ExecutionResult {
  const upstream = result.extensions?.['upstream'] as Costs | undefined;
  if (upstream === undefined) return result;
  const own = viewer === null ? undefined : services.viewers?.budgets.budgetOf(viewer);
  const limit = own ?? upstream.rateLimit;
  const rateLimit = limit && { ...limit, resetAt: new Date(limit.resetAt).toISOString() };
  return { ...result, extensions: { upstream: { ...upstream, rateLimit } } };
}
