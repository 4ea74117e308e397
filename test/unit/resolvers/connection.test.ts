import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pagination } from '../../../src/contract/wire.ts';
import { connection, type PagePosition } from '../../../src/resolvers/lists/connection.ts';
import type { Query } from '../../../src/upstream/http/query-string.ts';
import { runs } from '../../harness/property-runs.ts';

interface Asked {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly query?: Query;
  readonly list?: string;
  readonly offsetMax?: number;
}

/** A list of numbers behind the given paging. */
function numbers(
  total: number,
  pagination: (offset: number, limit: number) => Partial<Pagination>,
) {
  const queries: PagePosition[] = [];
  const read = ({ first, after, query = {}, list = 'numbers', offsetMax }: Asked = {}) =>
    connection({
      args: { ...(first !== undefined && { first }), ...(after !== undefined && { after }) },
      list,
      query,
      ...(offsetMax !== undefined && { offsetMax }),
      readPage: async (asked) => {
        queries.push(asked);
        const { limit } = asked;
        const offset = Number(String(asked.cursor ?? asked.offset ?? 0).replace('at', ''));
        const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) });
        return {
          rows: rows.map((_, i) => offset + i),
          meta: {
            total,
            pagination: {
              limit,
              offset,
              has_more: offset + limit < total,
              ...pagination(offset, limit),
            },
          },
        };
      },
      nodesOf: (page) => page.rows,
    });
  return { queries, read };
}

const byOffset = () => ({});
const byCursor = (offset: number, limit: number) => ({ next_cursor: `at${offset + limit}` });

test('the cursor of the last item of a page includes upstream’s own cursor, others only an offset', async () => {
  const { queries, read } = numbers(100, byCursor);
  const page = await read({ first: 10 });
  await read({ first: 10, after: page.edges[9]?.cursor ?? null });
  await read({ first: 10, after: page.edges[3]?.cursor ?? null });
  expect(queries).toEqual([
    { limit: 10, offset: null },
    { limit: 10, cursor: 'at10' },
    { limit: 10, offset: 4 },
  ]);
});

test('an empty cursor of upstream is none', async () => {
  const { queries, read } = numbers(100, (offset, limit) => ({
    next_cursor: '',
    next_offset: offset + limit,
  }));
  const page = await read({ first: 10 });
  expect((await read({ first: 10, after: page.pageInfo.endCursor ?? null })).nodes[0]).toBe(10);
  expect(queries[1]).toEqual({ limit: 10, offset: 10 });
});

test.each([
  ['none after an empty page that does not say how to go on', {}, false],
  ['none after an empty page that leads to itself', { next_offset: 0 }, false],
  ['one after an empty page that leads to a later row', { next_offset: 10 }, true],
  ['one after an empty page with a cursor of upstream', { next_cursor: 'at10' }, true],
])('there is %s', async (_, next, hasNextPage) => {
  const { read } = numbers(0, () => ({ has_more: true, ...next }));
  const { pageInfo } = await read({ first: 10 });
  expect([pageInfo.hasNextPage, pageInfo.endCursor !== null]).toEqual([hasNextPage, hasNextPage]);
});

test('a cursor is valid for its list and equivalent queries only', async () => {
  const { read } = numbers(100, byOffset);
  const query = { league: ['nba', 'nfl'], live: true };
  const page = await read({ query });
  const after = page.pageInfo.endCursor ?? null;
  for (const same of [query, { ...query, sport: null }, { ...query, team: undefined, sport: [] }]) {
    expect((await read({ query: same, after })).nodes[0]).toBe(50);
  }
  const others: Asked[] = [
    { query: { ...query, live: false } },
    { query: { league: ['nba'], live: true } },
    { query: { league: ['nfl', 'nba'], live: true } },
    { query, list: 'others' },
  ];
  for (const other of others) {
    await expect(read({ ...other, after })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      extensions: { argument: 'after' },
    });
  }
});

test('a cursor beyond the highest offset is refused with advice', async () => {
  const { queries, read } = numbers(10_000, byOffset);
  const page = await read({ first: 200, offsetMax: 100 });
  expect((await read({ after: page.edges[99]?.cursor ?? null, offsetMax: 100 })).nodes[0]).toBe(
    100,
  );
  await expect(read({ after: page.edges[100]?.cursor ?? null, offsetMax: 100 })).rejects.toThrow(
    'narrow the filter',
  );
  expect(queries).toHaveLength(2);
});

test('any other text is refused as a cursor', async () => {
  const { queries, read } = numbers(100, byOffset);
  const texts = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc
      .tuple(fc.string(), fc.oneof(fc.integer(), fc.double(), fc.string()), fc.anything())
      .map((place) => Buffer.from(JSON.stringify(place)).toString('base64url')),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (after) => {
      await expect(read({ after })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }),
    { numRuns: runs(500) },
  );
  expect(queries).toEqual([]);
});
