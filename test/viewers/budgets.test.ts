import { beforeEach, expect, test } from 'vitest';
import { exposedMetrics, metricOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { sharedViewerGraph, viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';

const graph = await sharedViewerGraph({ requestsPerMinute: 6 });
let viewers = 0;

beforeEach(async () => {
  // From here on, upstream is not asked for the list of sportsbooks.
  await graph.ask('{ sportsbooks { id } }', { key: 'demo_pro' });
});

const REFUSALS = 'refusals_total{bound="viewer_requests"}';

type Viewer = Awaited<ReturnType<typeof newViewer>>;

/** A viewer whom nobody has seen before. */
function newViewer() {
  viewers += 1;
  return graph.viewer({ tier: 'pro', sub: `viewer ${viewers}` });
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
  const before = (await exposedMetrics(graph.url)).get(REFUSALS) ?? 0;
  const refused = await graph.ask(odds(7), greedy);
  expect([refused.status, codesOf(refused)]).toEqual([429, ['RATE_LIMITED']]);
  expect((await exposedMetrics(graph.url)).get(REFUSALS)).toBe(before + 1);
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

/** A viewer's subscription whose links cost one upstream request with the snapshot and with each update. */
function subscribeToLinks(viewer: Viewer, state: string) {
  const query = `subscription ($state: String!) {
    liveOdds(filter: { markets: ["moneyline"], sportsbooks: ["draftkings"] }) {
      __typename
      ... on OddsSnapshot { odds { id deepLink(state: $state) { url } } }
      ... on OddsUpdate { odds { id deepLink(state: $state) { url } } }
    }
  }`;
  return LiveClient.open(graph.url, query, { ...viewer, variables: { state } });
}

/** The codes of the errors in the next event of this type, each once. Skips other events. */
async function nextCodes(client: LiveClient, kind: string) {
  for (;;) {
    const { data, errors = [] } = await client.next();
    if (data?.liveOdds?.__typename !== kind) continue;
    return [...new Set(errors.map(({ extensions }) => extensions?.['code']))];
  }
}

test("what subscriptions ask of upstream counts against their viewer's budget", async () => {
  const viewer = await newViewer();
  const clients = [];
  for (const state of ['nj', 'pa', 'ny', 'mi', 'co', 'az']) {
    const client = await subscribeToLinks(viewer, state);
    expect(await nextCodes(client, 'OddsSnapshot')).toEqual([]);
    clients.push(client);
  }
  expect(graph.proxy.seen.filter(({ route }) => route === '/deeplinks/batch')).toHaveLength(6);
  const refused = await subscribeToLinks(viewer, 'il');
  expect(await nextCodes(refused, 'OddsSnapshot')).toEqual(['RATE_LIMITED']);
  expect(codesOf(await graph.ask(odds(50), viewer))).toEqual(['RATE_LIMITED']);
  expect(graph.proxy.seen.filter(({ route }) => route === '/deeplinks/batch')).toHaveLength(6);
  for (const client of [...clients, refused]) client.close();
});

test("what it takes to open subscriptions counts against their viewer's budget", async () => {
  const viewer = await newViewer();
  const codes: unknown[] = [];
  const asked = () => graph.proxy.seen.filter(({ route }) => route === '/odds').length;
  const before = asked();
  for (let unlisted = 1; unlisted <= 8; unlisted += 1) {
    const query = `subscription { liveOdds(filter: { sportsbooks: ["unlisted ${unlisted}"] }) { __typename } }`;
    const client = await LiveClient.open(graph.url, query, viewer);
    codes.push(codesOf(await client.next())[0]);
    client.close();
  }
  expect(asked() - before).toBe(6);
  expect(codes.slice(0, 6)).not.toContain('RATE_LIMITED');
  expect(codes.slice(6)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  const modest = await LiveClient.open(
    graph.url,
    'subscription { liveOdds { __typename } }',
    viewer,
  );
  expect((await modest.next()).errors).toBeUndefined();
  modest.close();
});

test('what queries have used up is missing for the subscriptions of the same viewer', async () => {
  const viewer = await newViewer();
  for (let first = 60; first < 66; first += 1) await graph.ask(odds(first), viewer);
  const client = await subscribeToLinks(viewer, 'nj');
  expect(await nextCodes(client, 'OddsSnapshot')).toEqual(['RATE_LIMITED']);
  client.close();
});

test('a viewer without budget does not keep from others what they subscribed to as well', async () => {
  const [greedy, modest] = [await newViewer(), await newViewer()];
  const first = await subscribeToLinks(greedy, 'nj');
  expect(await nextCodes(first, 'OddsSnapshot')).toEqual([]);
  for (let size = 70; size < 75; size += 1) await graph.ask(odds(size), greedy);
  const second = await subscribeToLinks(modest, 'nj');
  expect(await nextCodes(second, 'OddsSnapshot')).toEqual([]);
  graph.originClock.advance(5_000);
  expect(await nextCodes(second, 'OddsUpdate')).toEqual([]);
  expect(await nextCodes(first, 'OddsUpdate')).toEqual(['RATE_LIMITED']);
  for (const client of [first, second]) client.close();
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

/** A query that sends so many requests upstream, none of which equals another. */
function lists(from: number, count: number): string {
  const list = (_: unknown, i: number) =>
    `a${i}: odds(first: 1, filter: { minAmerican: ${from + i} }) { totalCount }`;
  return `{ ${Array.from({ length: count }, list).join(' ')} }`;
}

test('viewers take turns for the connections of their key, and so do the operations of each', async () => {
  const graph = await viewerGraphOfTest({ requestsPerMinute: 150 });
  const greedy = await graph.viewer({ tier: 'pro', sub: 'greedy' });
  const modest = await graph.viewer({ tier: 'pro', sub: 'modest' });
  await graph.ask('{ sportsbooks { id } }', modest); // From here on, only prices are asked for.
  graph.proxy.reset();
  const unanswered: (() => unknown)[] = [];
  graph.proxy.spoil('GET /odds', ({ relay }) => void unanswered.push(relay));
  const sent = () => graph.proxy.seen.length;
  const asked = async () => sent() + (await metricOf(graph.url, 'upstream_requests_waiting'));

  const heavy = [100, 200].map((from) => graph.ask(lists(from, 60), greedy));
  await until(async () => (await asked()) === 120);
  const light = [greedy, modest].map((viewer, i) => graph.ask(lists(8_000 + i, 1), viewer));
  await until(async () => (await asked()) === 122);
  const before = sent();
  for (let more = 1; more <= 5; more += 1) {
    unanswered.shift()?.();
    await until(() => sent() === before + more);
  }
  const next = graph.proxy.seen.slice(before).map(({ query }) => query.get('min_odds'));
  expect(next.indexOf('8001')).toBe(1);
  expect(next).toContain('8000');

  graph.proxy.reset(); // What is sent from now on is answered.
  for (const answer of unanswered) answer();
  for (const { errors } of await Promise.all([...light, ...heavy])) expect(errors).toEqual([]);
});
