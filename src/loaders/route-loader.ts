import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import { OddsgraphError } from '../errors/errors.ts';
import type { RequestTo } from '../upstream/call.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { RouteCost } from './route-cost.ts';

/** Concurrent requests of one loader. */
const CONCURRENCY = 8;

/**
 * A loader for a route that serves one object with each request. Its keys are requests; equal requests of an
 * operation are sent once. The value is null if upstream answers `NOT_FOUND`.
 */
export function routeLoader<R extends JsonRoute, V>(
  scope: RequestScope,
  route: R,
  read: (response: ResponseOf<R>, request: RequestTo<R>) => V,
): DataLoader<RequestTo<R>, V | null, string> & { readonly cost: RouteCost } {
  const limit = pLimit(CONCURRENCY);
  const cost = new RouteCost();
  const load = async (request: RequestTo<R>): Promise<V | null> => {
    cost.requests += 1;
    cost.objects += 1;
    try {
      return read(await callRoute(scope, route, request), request);
    } catch (error) {
      if (error instanceof OddsgraphError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
  const loader = new DataLoader(
    (requests: readonly RequestTo<R>[]) =>
      Promise.all(requests.map((request) => limit(() => load(request)))),
    { batch: false, cacheKeyFn: (request) => JSON.stringify(request, withoutEmpty) },
  );
  return Object.assign(loader, { cost });
}

/** Leaves out parameters that are not sent: null, and lists without items. */
function withoutEmpty(_name: string, value: unknown): unknown {
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
}
