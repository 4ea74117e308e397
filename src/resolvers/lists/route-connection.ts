import { type PagedRoute, type QueryOf, type ResponseOf, routeName } from '../../contract/route.ts';
import type { CountedPage } from '../../contract/wire.ts';
import { pageOf } from '../../contract/wire.ts';
import { callRoute } from '../../loaders/call-route.ts';
import type { PageStart } from '../../loaders/pages.ts';
import type { RequestTo } from '../../upstream/call.ts';
import type { Query } from '../../upstream/http/query-string.ts';
import type { RequestScope } from '../../upstream/request-scope.ts';
import {
  type Connection,
  connection,
  type PageArguments,
  type PagePosition,
} from './connection.ts';

/** A page as a route's schema describes it. Every paged route's response is a counted page. */
type Page<R extends PagedRoute> = ResponseOf<R> & CountedPage;

type Row<R extends PagedRoute> = ResponseOf<R> extends { data: (infer Item)[] } ? Item : never;

/** What selects and orders the rows of a list. The page is chosen by `first` and `after`. */
export type ListQuery<R extends PagedRoute> = Omit<QueryOf<R>, 'limit' | 'offset' | 'cursor'>;

/** The names of the query parameters in `Q` that accept values of this type. */
type ParametersFor<Value, Q> = {
  [Name in keyof Q]-?: NonNullable<Value> extends NonNullable<Q[Name]> ? Name : never;
}[keyof Q];

/** A route's query parameter for each field of a filter. No field may be left out. */
export type FilterParameters<Filter, R extends PagedRoute> = {
  readonly [Field in keyof Filter]-?: ParametersFor<Filter[Field], ListQuery<R>>;
};

/** Selects rows by what a route has no parameter for. Each page is cut out of all that it returns. */
export interface RowSelection<Item, ItemQuery = object> {
  /** What it depends on: a cursor is only valid with the same. */
  readonly criteria: Query;
  /** All rows that match. It reads pages with `read`, or reads the list in its own way, with the parameters in `query`. */
  readonly rows: (
    read: (start: PageStart) => Promise<CountedPage & { readonly data: Item[] }>,
    query: ItemQuery,
  ) => Promise<Item[]>;
}

interface RouteConnectionSpec<R extends PagedRoute, Filter extends object, Node> {
  readonly args: PageArguments & { readonly filter?: Filter | null };
  readonly filters: FilterParameters<Filter, NoInfer<R>>;
  /** The parameters that are not filters, such as the order. */
  readonly query?: Partial<ListQuery<R>>;
  readonly toNode: (row: Row<R>) => Node;
  /** For routes with their total in `meta`. */
  readonly selection?: RowSelection<Row<R>, ListQuery<R>> | null;
  /** Reads the first page without an upstream request, if possible. It applies `selection` itself. */
  readonly readFirst?: (query: ListQuery<R> & { limit: number }) => Promise<Page<R> | null>;
}

/**
 * Reads one page of a route's list as a connection. The route's schema gives the default page size and the
 * largest offset.
 */
export function routeConnection<R extends PagedRoute, Filter extends object, Node>(
  scope: RequestScope,
  route: R,
  {
    args,
    filters,
    query,
    toNode,
    selection = null,
    readFirst,
  }: RouteConnectionSpec<R, Filter, Node>,
): Promise<Connection<Node, Page<R>>> {
  const { limit, offset } = route.query.properties;
  const listQuery = { ...filterQuery<Filter, R>(args.filter, filters), ...query };
  const read = (page: object) =>
    callRoute(scope, route, { query: { ...listQuery, ...page } } as RequestTo<R>) as Promise<
      Page<R>
    >;
  return connection<Page<R>, Node>({
    args,
    list: routeName(route),
    query: { ...(listQuery as Query), ...selection?.criteria },
    offsetMax: selection === null ? offset.maximum : undefined,
    defaultSize: limit.default,
    readPage: async (page) => {
      const isFirst = page.cursor === undefined && !page.offset;
      const local = isFirst ? await readFirst?.({ ...listQuery, limit: page.limit }) : null;
      return local ?? (selection ? readSelected(read, selection, listQuery, page) : read(page));
    },
    nodesOf: (page) => (page.data as Row<R>[]).map(toNode),
  });
}

/**
 * A page of the rows that match. What a response says beside its rows is from the first one that `selection` has read with
 * `read`; without any, the page has only its rows and counts.
 */
async function readSelected<R extends PagedRoute>(
  read: (page: object) => Promise<Page<R>>,
  selection: RowSelection<Row<R>, ListQuery<R>>,
  query: ListQuery<R>,
  page: PagePosition,
): Promise<Page<R>> {
  let first: Page<R> | null = null;
  const readNext = async (start: PageStart) => {
    const next = await read(start);
    first ??= next;
    return next as typeof next & { readonly data: Row<R>[] };
  };
  const selected = pageOf(await selection.rows(readNext, query), page);
  const { meta } = Object(first);
  return { ...Object(first), ...selected, meta: { ...meta, ...selected.meta } } as Page<R>;
}

/** The query that a filter stands for. */
function filterQuery<Filter extends object, R extends PagedRoute>(
  filter: Filter | null | undefined,
  filters: FilterParameters<Filter, R>,
): ListQuery<R> {
  const fields = Object.keys(filters) as (keyof Filter)[];
  return Object.fromEntries(
    fields.map((field) => [filters[field], filter?.[field]]),
  ) as ListQuery<R>;
}
