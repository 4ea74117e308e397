import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import { type PageOf, paginationOf } from '../contract/wire.ts';
import { invalidResponse } from '../upstream/failure.ts';

/** The start of a page, as query parameters. */
export interface PageStart {
  readonly limit: number;
  readonly cursor?: string;
  readonly offset?: number;
}

/** Guards against an upstream that always announces another page. */
const PAGES_MAX = 1_000;

/**
 * Reads all pages of a list. It follows upstream's cursor if there is one, since an offset skips or
 * repeats rows when the list changes. If several pages contain the same id, the rows of the last of these pages
 * are returned. If the endpoint has a maximum offset, pages that begin beyond `offsetMax` are not read.
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
