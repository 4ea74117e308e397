import type { PagedRoute, QueryOf, ResponseOf } from '../../contract/route.ts';
import type { CountedPage } from '../../contract/wire.ts';
import { callRoute } from '../../loaders/restriction.ts';
import type { Query } from '../../upstream/http/query-string.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import type { RequestTo } from '../../upstream/upstream.ts';
import { type Connection, type ConnectionSpec, connection } from './connection.ts';

/** A page as a route's schema describes it. Every paged route's response is a counted page. */
type Page<R extends PagedRoute> = ResponseOf<R> & CountedPage;

interface RouteConnectionSpec<R extends PagedRoute, Node>
  extends Pick<ConnectionSpec<Page<R>, Node>, 'args' | 'list' | 'readFirst' | 'nodesOf'> {
  /** The filters and the order of the list. Which page of it is read depends on `args`. */
  readonly query: Omit<QueryOf<R>, 'limit' | 'offset' | 'cursor'>;
}

/**
 * Reads one page of a route's list as a connection. The route's schema gives the page size and the
 * largest offset.
 */
export function routeConnection<R extends PagedRoute, Node>(
  scope: RequestScope,
  route: R,
  spec: RouteConnectionSpec<R, Node>,
): Promise<{ connection: Connection<Node>; page: Page<R> }> {
  const { limit, offset } = route.query.properties;
  return connection<Page<R>, Node>({
    ...spec,
    query: spec.query as Query,
    offsetMax: offset.maximum,
    defaultSize: limit.default,
    readPage: (query) => callRoute(scope, route, { query } as RequestTo<R>) as Promise<Page<R>>,
  });
}
