import type { Static, TSchema } from 'typebox';
import type { Pagination } from '../../src/contract/wire.ts';
import type { Api } from './api.ts';

/** Reads the pagination of a body. */
type PaginationOf<T extends TSchema> = (body: Static<T>) => Pagination | undefined;

/** Every page of a list, by cursor where there are cursors, and otherwise by offset. */
export async function* pagesOf<T extends TSchema>(
  api: Api,
  schema: T,
  path: string,
  paginationOf: PaginationOf<T>,
): AsyncGenerator<Static<T>, void, undefined> {
  const mark = path.includes('?') ? '&' : '?';
  for (let next: string | undefined = path; next !== undefined; ) {
    const body: Static<T> = await api.read(schema, next);
    yield body;
    const { next_cursor: cursor, next_offset: offset } = paginationOf(body) ?? {};
    if (cursor) next = `${path}${mark}cursor=${cursor}`;
    else if (offset) next = `${path}${mark}offset=${offset}`;
    else next = undefined;
  }
}
