import type { Pagination } from '../../contract/wire.ts';

/** A part of a list, and its place there. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** At most `limit` items of a list, from `offset` on. */
export function pageOf<T>(
  list: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Page<T> {
  const items = list.slice(offset, offset + limit);
  const end = offset + items.length;
  const hasMore = end < list.length;
  return {
    items,
    pagination: { limit, offset, has_more: hasMore, next_offset: hasMore ? end : null },
  };
}

/** The response of a list: the rows of the page, and its place with what else `meta` has. */
export function pageResponse<T, Row, More>(
  list: readonly T[],
  query: { readonly limit: number; readonly offset: number },
  toRow: (item: T) => Row,
  more: More,
) {
  const page = pageOf(list, query);
  return { data: page.items.map(toRow), meta: { ...pageMeta(page, list.length), ...more } };
}

/** A whole list on one page. */
export function wholePage<T>(list: readonly T[]): Page<T> {
  return pageOf(list, { limit: list.length, offset: 0 });
}

/** The counts and the pagination in the `meta` of a list. */
export function pageMeta<T>(page: Page<T>, total: number) {
  return { count: page.items.length, total, pagination: page.pagination };
}
