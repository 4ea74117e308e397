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
  test.each([1, 37, 50, 199, 200])(
    'pages of %i items cover the list without gaps or repetitions',
    async (size) => {
      const known = size === 1 ? 5 : total; // One by one for a while is enough.
      const ids: string[] = [];
      let after: string | null = null;
      let more = true;
      for (let pages = 0; more && ids.length < known; pages += 1) {
        const { nodes, edges, pageInfo, totalCount } = await page(list, size, after);
        expect(totalCount).toBe(total);
        expect(edges.map((edge) => edge.node)).toEqual(nodes);
        expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
        expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor);
        expect(pageInfo.hasPreviousPage).toBe(pages > 0);
        ids.push(...nodes.map(({ id }) => id));
        more = pageInfo.hasNextPage;
        after = pageInfo.endCursor ?? null;
      }
      expect(more).toBe(size === 1);
      expect(new Set(ids).size).toBe(known);
      expect(ids).toHaveLength(known);
    },
  );

  test('a page can start after any item of another page', async () => {
    const { nodes, edges } = await page(list, 20, null);
    const after = edges[7]?.cursor ?? null;
    const next = await page(list, 5, after);
    expect(next.nodes).toEqual(nodes.slice(8, 13));
    const further = await page(list, 5, next.edges[1]?.cursor ?? null);
    expect(further.nodes).toEqual(nodes.slice(10, 15));
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

  test('a page has 50 items if `first` is omitted or null', async () => {
    const query = `{ plain: ${list} { nodes { id } } null: ${list}(first: null) { nodes { id } } }`;
    const { data } = await graph.ask<Record<string, Page>>(query);
    expect(data['plain']?.nodes).toHaveLength(50);
    expect(data['null']).toEqual(data['plain']);
  });

  test.each([0, -1, 201, 1_000])(
    'first: %i is refused without an upstream request',
    async (first) => {
      const reply = await graph.ask(`query ($n: Int) { ${list}(first: $n) { totalCount } }`, {
        variables: { n: first },
      });
      expect(reply.data[list]).toBeNull();
      expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
      expect(reply.errors[0]).toMatchObject({ path: [list], extensions: { argument: 'first' } });
      expect(graph.proxy.counts).toEqual({});
    },
  );
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
    expect(graph.proxy.counts).toEqual({});
  },
);

test('a cursor of one list is refused by another list', async () => {
  const { data } = await graph.ask('{ odds(first: 3) { pageInfo { endCursor } } }');
  const reply = await graph.ask('query ($c: String) { events(after: $c) { totalCount } }', {
    variables: { c: data.odds?.pageInfo.endCursor },
  });
  expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
});

test('a cursor stays valid if a condition is replaced by null or an empty list', async () => {
  const { data } = await graph.ask('{ events(first: 3) { pageInfo { endCursor } } }');
  const reply = await graph.ask<Query>(
    'query ($c: String) { events(first: 3, after: $c, filter: { live: null, sports: [], team: null }) { nodes { id } } }',
    { variables: { c: data.events?.pageInfo.endCursor } },
  );
  expect(reply.errors).toEqual([]);
  expect(reply.data.events?.nodes.map(({ id }) => id)).toEqual([
    'event_0003',
    'event_0004',
    'event_0005',
  ]);
});

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
