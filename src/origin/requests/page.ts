import { type Part, pageOf } from '../../contract/wire.ts';

/**
 * The response of a route that lists rows: the page of `list` that `query` asks for, and `meta`, which
 * repeats the query parameters named in `filters`. `view` says when the data last changed.
 */
export function pageResponse<T, Query extends Part, Row>(
  list: readonly T[],
  query: Query,
  filters: readonly (keyof Query)[],
  view: { readonly updatedAt: string },
  toRow: (item: T) => Row,
) {
  const page = pageOf(list, query);
  return {
    data: page.data.map(toRow),
    meta: {
      ...page.meta,
      updated_at: view.updatedAt,
      filters: echoFilters(query, filters),
    },
  };
}

/** The filters of a request as `meta.filters` repeats them: null where none was given. */
export function echoFilters<Query extends object, Name extends keyof Query>(
  query: Query,
  names: readonly Name[],
): { [Filter in Name]-?: Exclude<Query[Filter], undefined> | null } {
  return Object.fromEntries(names.map((name) => [name, query[name] ?? null])) as {
    [Filter in Name]-?: Exclude<Query[Filter], undefined> | null;
  };
}
