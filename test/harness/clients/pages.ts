import { expect } from 'vitest';
import type { PageInfo } from '../../../src/generated/schema-types.ts';
import type { TestOrigin } from '../servers/test-origin.ts';

interface Page {
  readonly pageInfo: Pick<PageInfo, 'hasNextPage' | 'endCursor'>;
}

/** All pages of a list. `read` answers with the one after a cursor. */
export async function* pagesOf<P extends Page>(read: (after: string | null) => Promise<P>) {
  let after: string | null = null;
  for (let more = true; more; ) {
    const page: P = await read(after);
    yield page;
    more = page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor ?? null;
  }
}

/** All nodes of a list, page after page. They are as many as it says, if it is asked for its total. */
export async function nodesOf<Node>(
  read: (
    after: string | null,
  ) => Promise<Page & { readonly nodes: readonly Node[]; readonly totalCount?: number }>,
): Promise<Node[]> {
  const found: Node[] = [];
  for await (const { nodes, totalCount, pageInfo } of pagesOf(read)) {
    found.push(...nodes);
    if (!pageInfo.hasNextPage) expect(totalCount ?? found.length).toBe(found.length);
  }
  return found;
}

interface Listing<Row> {
  readonly data: readonly Row[];
  readonly pagination?: { readonly has_more: boolean };
  readonly meta?: { readonly pagination: { readonly has_more: boolean } };
}

/** All rows that the REST service lists at a path. */
export async function rowsOf<Row>(
  origin: Pick<TestOrigin, 'rest'>,
  path: string,
  key?: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let more = true; more; ) {
    const page = `${path.includes('?') ? '&' : '?'}limit=200&offset=${rows.length}`;
    const { data, pagination, meta } = await origin.rest<Listing<Row>>(path + page, key);
    rows.push(...data);
    more = (pagination ?? meta?.pagination)?.has_more ?? false;
  }
  return rows;
}
