import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import { type PageOf, paginationOf } from '../contract/wire.ts';
import { invalidResponse } from '../upstream/failure.ts';

/** The start of a page, as query parameters. */
export interface PageStart {
  readonly limit: number;
  readonly cursor?: string;
  readonly offset?: number;
}

/** Ends the reading of a list whose every page announces another. */
const PAGES_MAX = 1_000;

/**
 * Reads all pages of a list. It follows upstream's cursor if there is one, since an offset skips or
 * repeats rows when the list changes. Rows of one page may have the same id, and all of them are returned. If several pages
 * contain an id, only its rows on the last of these pages are. Pages that begin beyond `offsetMax`, the maximum of some
 * routes, are not read.
 */
export async function allPages<T>(
  readPage: (start: PageStart) => Promise<{ readonly data: readonly T[] } & PageOf<unknown>>,
  idOf: (row: T) => string,
  offsetMax = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const rows = new Map<string, readonly T[]>();
  let start: PageStart = { limit: PAGE_SIZE_MAX };
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await readPage(start);
    for (const [id, listed] of Map.groupBy(page.data, idOf)) rows.set(id, listed);
    const { has_more: hasMore, next_cursor: cursor, next_offset: offset } = paginationOf(page);
    if (!hasMore) return [...rows.values()].flat();
    if (typeof cursor === 'string' && cursor !== '') start = { limit: PAGE_SIZE_MAX, cursor };
    else if (typeof offset === 'number') start = { limit: PAGE_SIZE_MAX, offset };
    else throw invalidResponse('announces another page without a cursor or an offset');
    if ((start.offset ?? 0) > offsetMax) return [...rows.values()].flat();
  }
  throw invalidResponse(`has more than ${PAGES_MAX} pages`);
}
