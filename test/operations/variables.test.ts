import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

const QUERY =
  'query ($id: ID!, $first: Int = 1) { sportsbook(id: $id) { id } events(first: $first) { totalCount } }';

/** How many operations were given an answer that was still fresh. */
async function answeredAgain(): Promise<number> {
  const text = await (await fetch(`${graph.url}/metrics`)).text();
  return Number(/^oddsgraph_response_cache_hits_total (\d+)$/m.exec(text)?.[1]);
}

test('undeclared variables and explicit defaults do not change the data; a request that is repeated word for word shares the response', async () => {
  const first = await graph.ask(QUERY, { variables: { id: 'circa' } });
  expect([first.errors, first.data.sportsbook]).toEqual([[], { id: 'circa' }]);
  const before = await answeredAgain();
  const same = [
    { id: 'circa', undeclared: 'x'.repeat(1_000) },
    { first: 1, id: 'circa' },
  ];
  for (const variables of [...same, ...same]) {
    expect((await graph.ask(QUERY, { variables })).data).toEqual(first.data);
  }
  expect((await answeredAgain()) - before).toBe(same.length);
});
