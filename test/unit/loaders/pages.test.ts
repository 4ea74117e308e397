import { expect, test } from 'vitest';
import type { Pagination } from '../../../src/contract/wire.ts';
import { allPages, type PageStart } from '../../../src/loaders/pages.ts';

/** Pages with the given paginations, each with its number as its only row. */
function pages(...paginations: Partial<Pagination>[]) {
  const starts: PageStart[] = [];
  const read = async (start: PageStart) => {
    const pagination = paginations[starts.length];
    starts.push(start);
    const page = { limit: 200, offset: 0, has_more: false, ...pagination };
    return { data: [starts.length], meta: { pagination: page } };
  };
  return { starts, read };
}

test('the next page is requested by cursor rather than by offset', async () => {
  const { starts, read } = pages(
    { has_more: true, next_cursor: 'second', next_offset: 200 },
    { has_more: true, next_cursor: 'third', next_offset: null },
    { has_more: true, next_cursor: '', next_offset: 600 },
    {},
  );
  expect(await allPages(read, String)).toEqual([1, 2, 3, 4]);
  expect(starts).toEqual([
    { limit: 200 },
    { limit: 200, cursor: 'second' },
    { limit: 200, cursor: 'third' },
    { limit: 200, offset: 600 },
  ]);
});

test('a list that never ends is an error', async () => {
  const starts: PageStart[] = [];
  const endless = allPages(async (start) => {
    starts.push(start);
    const pagination = { limit: 200, offset: 0, has_more: true, next_cursor: 'again' };
    return { data: [], meta: { pagination } };
  }, String);
  await expect(endless).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
  expect(starts).toHaveLength(1_000);
});

test('what a later page lists replaces earlier rows of the same id, and rows of one page are all kept', async () => {
  const row = (id: string, price: number) => ({ id, price });
  const lists = [
    [row('a', 1), row('twice', 1), row('twice', 2), row('b', 1)],
    [row('b', 2), row('c', 1)],
  ];
  let read = 0;
  const rows = await allPages(
    async () => {
      const data = lists[read++] ?? [];
      const pagination = { limit: 200, offset: 0, has_more: read < lists.length, next_offset: 3 };
      return { data, meta: { pagination } };
    },
    ({ id }) => id,
  );
  expect(rows).toEqual([row('a', 1), row('twice', 1), row('twice', 2), row('b', 2), row('c', 1)]);
});
