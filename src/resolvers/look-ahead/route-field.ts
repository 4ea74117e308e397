import type { GraphQLResolveInfo } from 'graphql';
import type { JsonRoute, ResponseOf } from '../../contract/route.ts';
import { routeLoader } from '../../loaders/route-loader.ts';
import type { RequestTo } from '../../upstream/call.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import type { OperationContext } from '../context.ts';
import { requestEachHint } from './cost-hints.ts';

interface RouteFieldSpec<R extends JsonRoute, Parent, Arguments, Value> {
  /** The request for one object; null if the object has nothing to ask for. */
  readonly request: (parent: Parent, args: Arguments) => RequestTo<R> | null;
  /** The value of the field, from the response. */
  readonly read: (response: ResponseOf<R>, request: RequestTo<R>) => Value | null;
  /** What a hint says of cheaper ways to the same data, as a sentence. */
  readonly instead?: string;
}

/**
 * Resolves a field below a list with one request for each object. Equal requests of an operation are sent once;
 * the field is null if upstream answers `NOT_FOUND`. Where there are many objects, a hint says what they cost.
 */
export function routeField<R extends JsonRoute, Parent, Arguments, Value>(
  route: R,
  { request, read, instead }: RouteFieldSpec<R, Parent, Arguments, Value>,
) {
  const loader = (scope: RequestScope) => routeLoader(scope, route, read);
  const hint = requestEachHint(route, instead);
  return (
    parent: Parent,
    args: Arguments,
    { loaders, costHints }: OperationContext,
    info: GraphQLResolveInfo,
  ): Promise<Value | null> | null => {
    const asked = request(parent, args);
    if (asked === null) return null;
    const objects = loaders.of(loader);
    costHints?.record(info, objects.cost, hint);
    return objects.load(asked);
  };
}
