import { type PagedRoute, type QueryOf, type ResponseOf, routeName } from '../../contract/route.ts';
import type { CountedPage } from '../../contract/wire.ts';
import { callRoute } from '../../loaders/restriction.ts';
import type { Query } from '../../upstream/http/query-string.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import type { RequestTo } from '../../upstream/upstream.ts';
import { type Connection, connection, type PageArguments } from './connection.ts';

/** A page as a route's schema describes it. Every paged route's response is a counted page. */
type Page<R extends PagedRoute> = ResponseOf<R> & CountedPage;

type Row<R extends PagedRoute> = ResponseOf<R> extends { data: (infer Item)[] } ? Item : never;

/** What selects and orders the rows of a list. The page is chosen by `first` and `after`. */
type ListQuery<R extends PagedRoute> = Omit<QueryOf<R>, 'limit' | 'offset' | 'cursor'>;

/** The names of the query parameters in `Q` that accept values of this type. */
type ParametersFor<Value, Q> = {
  [Name in keyof Q]-?: NonNullable<Value> extends NonNullable<Q[Name]> ? Name : never;
}[keyof Q];

/** A route's query parameter for each field of a filter. No field may be left out. */
export type FilterParameters<Filter, R extends PagedRoute> = {
  readonly [Field in keyof Filter]-?: ParametersFor<Filter[Field], ListQuery<R>>;
};

interface RouteConnectionSpec<R extends PagedRoute, Filter extends object, Node> {
  readonly args: PageArguments & { readonly filter?: Filter | null };
  readonly filters: FilterParameters<Filter, NoInfer<R>>;
  /** The parameters that are not filters, such as the order. */
  readonly query?: Partial<ListQuery<R>>;
  readonly toNode: (row: Row<R>) => Node;
  /** Reads the first page without an upstream request, if possible. */
  readonly readFirst?: (query: ListQuery<R> & { limit: number }) => Promise<Page<R> | null>;
}

/**
 * Reads one page of a route's list as a connection. The route's schema gives the page size and the
 * largest offset.
 */
export function routeConnection<R extends PagedRoute, Filter extends object, Node>(
  scope: RequestScope,
  route: R,
  { args, filters, query, toNode, readFirst }: RouteConnectionSpec<R, Filter, Node>,
): Promise<Connection<Node, Page<R>>> {
  const { limit, offset } = route.query.properties;
  const listQuery = { ...filterQuery(args.filter, filters), ...query } as ListQuery<R>;
  return connection<Page<R>, Node>({
    args,
    list: routeName(route),
    query: listQuery as Query,
    offsetMax: offset.maximum,
    defaultSize: limit.default,
    readFirst: readFirst && ((first) => readFirst({ ...listQuery, limit: first })),
    readPage: (page) =>
      callRoute(scope, route, { query: page } as RequestTo<R>) as Promise<Page<R>>,
    nodesOf: (page) => (page.data as Row<R>[]).map(toNode),
  });
}

function filterQuery<Filter extends object>(
  filter: Filter | null | undefined,
  filters: Readonly<Record<keyof Filter, PropertyKey>>,
): Record<PropertyKey, unknown> {
  const fields = Object.keys(filters) as (keyof Filter)[];
  return Object.fromEntries(fields.map((field) => [filters[field], filter?.[field]]));
}
