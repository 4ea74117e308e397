import type { ExecutionResult } from 'graphql';
import type { Reservation } from '../access/viewers/viewer-budgets.ts';
import type { OperationContext } from '../resolvers/context.ts';

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

/** The result with the viewer's own budget in its extensions, in place of the operator's. */
export function withOwnBudget(
  result: ExecutionResult,
  { viewer, services }: OperationContext,
): ExecutionResult {
  const upstream = result.extensions?.['upstream'];
  if (viewer === null || services.viewers === null || upstream === undefined) return result;
  const budget = services.viewers.budgets.budgetOf(viewer);
  const rateLimit = { ...budget, resetAt: new Date(budget.resetAt).toISOString() };
  return {
    ...result,
    extensions: { ...result.extensions, upstream: { ...Object(upstream), rateLimit } },
  };
}
