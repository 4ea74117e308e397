import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codesOf } from '../harness/clients/graph-client.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let graph: ViewerGraph;
let viewers = 0;

beforeAll(async () => {
  graph = await startViewerGraph({ requestsPerMinute: 6 });
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

/** A viewer whom nobody has seen before. */
async function newViewer() {
  viewers += 1;
  const token = await graph.token({ tier: 'pro', sub: `viewer ${viewers}` });
  return { key: null, headers: { authorization: `Bearer ${token}` } };
}

function odds(first: number): string {
  return `{ odds(first: ${first}) { nodes { id } } }`;
}

test('a viewer who has used up the budget is refused, and others are served', async () => {
  const [greedy, modest] = [await newViewer(), await newViewer()];
  for (let first = 1; first <= 6; first += 1) {
    expect((await graph.ask(odds(first), greedy)).errors).toEqual([]);
  }
  graph.proxy.reset();
  const refused = await graph.ask(odds(7), greedy);
  expect([refused.status, codesOf(refused)]).toEqual([429, ['RATE_LIMITED']]);
  const { retryAfterSeconds } = refused.errors[0]?.extensions ?? {};
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
  expect(graph.proxy.seen).toEqual([]);
  expect((await graph.ask(odds(8), modest)).errors).toEqual([]);
});

test('an answer that costs nothing upstream costs a viewer nothing', async () => {
  const viewer = await newViewer();
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await graph.ask(odds(1), viewer)).errors).toEqual([]);
  }
  const { cost } = await graph.ask(odds(1), viewer);
  expect(cost.rateLimit).toMatchObject({ limit: 6, remaining: 5 });
});

test('what an operation was estimated to cost and did not is given back', async () => {
  const viewer = await newViewer();
  const query = '{ events(first: 3) { nodes { odds { key } } } }';
  const first = await graph.ask(query, viewer);
  expect(first.cost.calls).toBeGreaterThan(0);
  expect(first.cost.rateLimit?.remaining).toBe(6 - first.cost.calls);
});

test('an operation that could never fit into the budget is refused as too complex', async () => {
  const { errors } = await graph.ask(
    '{ events(first: 200) { nodes { odds { id } } } }',
    await newViewer(),
  );
  expect(errors[0]?.extensions?.['code']).toBe('QUERY_TOO_COMPLEX');
});

test('a viewer sees its own budget and not that of the key behind it', async () => {
  const { data, cost } = await graph.ask(
    '{ viewer { rateLimit { limit remaining } } }',
    await newViewer(),
  );
  expect(data.viewer?.rateLimit?.limit).toBe(6);
  expect(cost.rateLimit?.limit).toBe(6);
});

test('simultaneous questions of one viewer cannot exceed the budget', async () => {
  const viewer = await newViewer();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => graph.ask(odds(20 + index), viewer)),
  );
  const served = replies.filter(({ errors }) => errors.length === 0);
  expect(served.length).toBeLessThanOrEqual(6);
  expect(served.length).toBeGreaterThan(0);
});
