import type { Pagination } from '../../contract/wire.ts';

/** A part of a list, and its place there. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** Which part of a list a request asks for. */
interface Place {
  readonly limit: number;
  readonly offset: number;
}

/** At most `limit` items of a list, from `offset` on. */
export function pageOf<T>(list: readonly T[], { limit, offset }: Place): Page<T> {
  const items = list.slice(offset, offset + limit);
  const end = offset + items.length;
  const hasMore = end < list.length;
  return {
    items,
    pagination: { limit, offset, has_more: hasMore, next_offset: hasMore ? end : null },
  };
}

/**
 * The response of a route that lists rows: the page of `list` that `query` asks for, and `meta`, which
 * repeats the query parameters named in `filters`. `view` says when the data last changed.
 */
export function pageResponse<T, Query extends Place, Row>(
  list: readonly T[],
  query: Query,
  filters: readonly (keyof Query)[],
  view: { readonly updatedAt: string },
  toRow: (item: T) => Row,
) {
  const page = pageOf(list, query);
  return {
    data: page.items.map(toRow),
    meta: {
      ...pageMeta(page, list.length),
      updated_at: view.updatedAt,
      filters: echoFilters(query, filters),
    },
  };
}

/** The counts and the pagination in the `meta` of a list. */
export function pageMeta<T>(page: Page<T>, total: number) {
  return { count: page.items.length, total, pagination: page.pagination };
}

/** The same of a whole list on one page. */
export function wholeMeta(list: readonly unknown[]) {
  return pageMeta(pageOf(list, { limit: list.length, offset: 0 }), list.length);
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
