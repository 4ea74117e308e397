import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageInfo, Query } from '../../src/generated/schema-types.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { type WideBoard, writeWideBoard } from '../harness/servers/wide-board.ts';

/** 260 events with 1,040 prices: more of both than one page holds. */
const EVENTS = 260;
const ODDS = 4 * EVENTS;

const PAGE = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

interface Page {
  readonly nodes: { id: string }[];
  readonly edges: { cursor: string; node: { id: string } }[];
  readonly totalCount: number;
  readonly pageInfo: PageInfo;
}

let board: WideBoard;
let graph: TestGraph;

beforeAll(async () => {
  board = writeWideBoard(EVENTS);
  graph = await startTestGraph({ feed: board.path });
});
afterAll(async () => {
  await graph.stop();
  board.remove();
});
beforeEach(() => graph.fresh());

async function page(list: 'events' | 'odds', first: number, after: string | null): Promise<Page> {
  const query = `query ($first: Int, $after: String) {
    ${list}(first: $first, after: $after) { nodes { id } edges { cursor node { id } } ${PAGE} } }`;
  const { data, errors } = await graph.ask<Record<typeof list, Page>>(query, {
    variables: { first, after },
  });
  expect(errors).toEqual([]);
  return data[list];
}

describe.each([
  ['events', EVENTS],
  ['odds', ODDS],
] as const)('%s', (list, total) => {
  test('full pages cover the list without gaps or repetitions', async () => {
    const ids: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { nodes, edges, pageInfo, totalCount } = await page(list, 200, after);
      expect(totalCount).toBe(total);
      expect(edges.map((edge) => edge.node)).toEqual(nodes);
      expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor);
      expect(pageInfo.hasPreviousPage).toBe(ids.length > 0);
      ids.push(...nodes.map(({ id }) => id));
      more = pageInfo.hasNextPage;
      after = pageInfo.endCursor ?? null;
    }
    expect(new Set(ids).size).toBe(total);
    expect(ids).toHaveLength(total);
  });

  test('the page after the last item is empty and has no next page', async () => {
    const { pageInfo } = await page(list, 200, null);
    let last = pageInfo;
    while (last.hasNextPage) last = (await page(list, 200, last.endCursor ?? null)).pageInfo;
    const end = await page(list, 200, last.endCursor ?? null);
    expect(end).toEqual({
      nodes: [],
      edges: [],
      totalCount: total,
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });
});

const OTHER_ARGUMENTS = [
  ['events', '', 'filter: { leagues: ["nba"] }'],
  ['events', 'filter: { live: false }', 'filter: { live: true }'],
  ['odds', '', 'filter: { sportsbooks: ["fanduel"] }'],
  ['odds', 'sort: { field: AMERICAN }', 'sort: { field: AMERICAN, direction: DESC }'],
  ['odds', 'sort: { field: AMERICAN }', ''],
] as const;

test.each(OTHER_ARGUMENTS)(
  'a cursor of %s from (%s) is refused with (%s)',
  async (list, taken, used) => {
    const query = `{ ${list}(first: 3${taken && `, ${taken}`}) { ${PAGE} } }`;
    const { data } = await graph.ask<Record<string, Page>>(query);
    const cursor = data[list]?.pageInfo.endCursor;
    graph.proxy.reset();
    const reply = await graph.ask(
      `query ($after: String) { ${list}(first: 3, after: $after${used && `, ${used}`}) { ${PAGE} } }`,
      { variables: { after: cursor } },
    );
    expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
    expect(reply.errors[0]?.extensions).toMatchObject({ argument: 'after' });
    expect(graph.proxy.costs).toEqual({});
  },
);

test('sorted pages continue where the previous one ended', async () => {
  const query = `query ($after: String) {
    odds(first: 100, after: $after, sort: { field: AMERICAN, direction: DESC }) {
      nodes { id price { american } } pageInfo { hasNextPage endCursor } } }`;
  const prices: number[] = [];
  let after: string | null | undefined;
  for (let more = true; more; ) {
    const { data } = await graph.ask<Query>(query, { variables: { after } });
    const { odds } = data;
    prices.push(...(odds?.nodes.map(({ price }) => price.american) ?? []));
    more = odds?.pageInfo.hasNextPage ?? false;
    after = odds?.pageInfo.endCursor ?? null;
  }
  expect(prices).toHaveLength(ODDS);
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
});

test('oddsChanges is paged like odds', async () => {
  const query = `query ($after: String) {
    oddsChanges(since: "2026-11-21T17:00:00Z", first: 200, after: $after) {
      nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
  const ids: string[] = [];
  let after: string | null | undefined;
  for (let more = true; more; ) {
    const { data, errors } = await graph.ask<Query>(query, { variables: { after } });
    expect(errors).toEqual([]);
    const changes = data.oddsChanges;
    expect(changes?.totalCount).toBe(ODDS);
    ids.push(...(changes?.nodes.map(({ id }) => id) ?? []));
    more = changes?.pageInfo.hasNextPage ?? false;
    after = changes?.pageInfo.endCursor ?? null;
  }
  expect(new Set(ids).size).toBe(ODDS);
  expect(ids).toHaveLength(ODDS);
});

test("the next page of odds is requested with upstream's own cursor, which stays correct while rows move", async () => {
  const first = await page('odds', 50, null);
  await page('odds', 50, first.pageInfo.endCursor ?? null);
  const queries = graph.proxy.seen.map(({ query }) => query);
  expect(queries.map((query) => [query.get('cursor') !== null, query.get('offset')])).toEqual([
    [false, null],
    [true, null],
  ]);
});
