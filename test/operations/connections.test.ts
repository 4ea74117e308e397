import { expect, test } from 'vitest';
import type { PageInfo } from '../../src/generated/schema-types.ts';
import { pagesOf } from '../harness/clients/pages.ts';
import { wideBoard } from '../harness/feeds/wide-board.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

/** 260 events with 1,040 prices: more of both than one page holds. */
const EVENTS = 260;
const ODDS = 4 * EVENTS;

const PAGE = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

interface Page {
  readonly nodes: { id: string; price?: { american: number } }[];
  readonly edges: { cursor: string; node: { id: string } }[];
  readonly totalCount: number;
  readonly pageInfo: PageInfo;
}

const graph = await sharedGraph({ feed: wideBoard(EVENTS) });

async function page(list: string, first: number, after: string | null, fields = 'id') {
  const query = `query ($first: Int, $after: String) { it: ${list}, first: $first, after: $after) {
    nodes { ${fields} } edges { cursor node { ${fields} } } ${PAGE} } }`;
  const data = await graph.dataOf<{ it: Page }>(query, { variables: { first, after } });
  return data.it;
}

test.each([
  ['events(filter: {}', EVENTS],
  ['odds(filter: {}', ODDS],
  ['odds(sort: { field: AMERICAN, direction: DESC }', ODDS],
  ['oddsChanges(since: "2026-11-21T17:00:00Z"', ODDS],
])('full pages of %s) cover the list without gaps or repetitions, and end', async (list, total) => {
  const fields = list.startsWith('events') ? 'id' : 'id price { american }';
  const found: Page['nodes'] = [];
  const pages = pagesOf((after) => page(list, 200, after, fields));
  let end: string | null | undefined = null;
  for await (const { nodes, edges, pageInfo, totalCount } of pages) {
    expect(totalCount).toBe(total);
    expect(edges.map((edge) => edge.node)).toEqual(nodes);
    expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
    expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor);
    expect(pageInfo.hasPreviousPage).toBe(found.length > 0);
    found.push(...nodes);
    end = pageInfo.endCursor;
  }
  expect(found).toHaveLength(total);
  expect(new Set(found.map(({ id }) => id)).size).toBe(total);
  const prices = found.flatMap(({ price }) => price?.american ?? []);
  if (list.includes('DESC')) expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect(await page(list, 200, end ?? null)).toEqual({
    nodes: [],
    edges: [],
    totalCount: total,
    pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
  });
});
