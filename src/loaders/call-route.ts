import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import type { RequestTo } from '../upstream/upstream.ts';
import { withRequiredTier } from './restriction.ts';

/**
 * Calls a route for an operation. Where upstream refuses the caller's tier, the error says which tier
 * the route, or a sportsbook named in its query, requires.
 */
export function callRoute<R extends JsonRoute>(
  scope: RequestScope,
  route: R,
  request: RequestTo<R>,
): Promise<ResponseOf<R>> {
  const { sportsbook }: { sportsbook?: readonly string[] | null } = request.query ?? {};
  return withRequiredTier(
    scope,
    sportsbook ?? [],
    () => scope.upstream.call(route, scope.caller, request),
    route.tier ?? 'free',
  );
}
