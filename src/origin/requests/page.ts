import type { Pagination } from '../../contract/wire.ts';

/** A part of a list, and where it stands in it. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** `limit` items of a list from `offset` on. */
export function pageOf<T>(list: readonly T[], offset: number, limit: number): Page<T> {
  const items = list.slice(offset, offset + limit);
  const end = offset + items.length;
  const hasMore = end < list.length;
  return {
    items,
    pagination: { limit, offset, has_more: hasMore, next_offset: hasMore ? end : null },
  };
}

/** A list that is never cut: everything on one page. */
export function wholePage<T>(list: readonly T[]): Page<T> {
  return pageOf(list, 0, list.length);
}

/** The counts and page numbers that the `meta` of a listing carries. */
export function pageMeta<T>(page: Page<T>, total: number) {
  return { count: page.items.length, total, pagination: page.pagination };
}
