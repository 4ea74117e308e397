import { afterEach, beforeEach, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { haveStarted } from '../harness/event-kinds.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { until } from '../harness/until.ts';

let graph: ScriptedGraph;

beforeEach(async () => {
  graph = await ScriptedGraph.start({ liveLimits: { accounts: 2, subscribers: 3, topics: 2 } });
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1), oddsRow(2)]);
});
afterEach(() => graph.stop());

/** The values at `/metrics`, without the prefix of their names. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${graph.url}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await response.text();
  expect(text).not.toContain('demo_');
  const lines = text.matchAll(/^oddsgraph_(\S+) (\S+)$/gm);
  return new Map(Array.from(lines, ([, name = '', value]) => [name, Number(value)]));
}

/** The metrics that have changed since, and by how much. */
async function growthOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await metrics();
  await work();
  const grown = Array.from(await metrics(), ([name, value]): [string, number] => [
    name,
    value - (before.get(name) ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
}

test('open streams and subscriptions are counted, and no longer once they are closed', async () => {
  const before = await metrics();
  const open = () =>
    Promise.all([graph.live(), graph.live(), graph.live({ filter: { leagues: ['nba'] } })]);
  let clients: LiveClient[] = [];
  const grown = await growthOf(async () => {
    clients = await open();
    await until(() => haveStarted(clients.map(({ results }) => results)));
  });
  expect(grown).toMatchObject({
    event_streams: 3,
    live_accounts: 1,
    live_subscriptions: 3,
    live_topics: 2,
    'upstream_streams{channel="odds"}': 1,
    'operations_total{type="subscription"}': 3,
    batch_cache_rows: expect.any(Number),
  });
  const executed = await growthOf(async () => {
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
  });
  expect(executed['live_executions_total']).toBe(2); // One for each topic.
  for (const client of clients) client.close();
  await until(() => graph.upstream.openStreams === 1);
  await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, 1_000);
  await until(() => graph.upstream.openStreams === 0);
  const after = await metrics();
  const gauges = ['event_streams', 'live_accounts', 'live_subscriptions', 'live_topics'];
  for (const name of [...gauges, 'upstream_streams{channel="odds"}', 'event_streams_blocked']) {
    expect([name, after.get(name)]).toEqual([name, before.get(name) ?? 0]);
  }
});

test('refusals are counted by limit and by error code', async () => {
  const [first, second] = [await graph.live(), await graph.live({ conflateMs: 1 })];
  const refused = async (client: LiveClient) => {
    expect((await client.next()).errors).toMatchObject([
      { extensions: { code: 'STREAM_LIMIT_EXCEEDED' } },
    ]);
  };
  const grown = await growthOf(async () => {
    await refused(await graph.live({ conflateMs: 2 }));
    const third = await graph.live();
    await refused(await graph.live());
    const other = await graph.live({}, { key: 'demo_pro' });
    await refused(await graph.live({}, { key: 'demo_sharp' }));
    for (const client of [third, other]) client.close();
  });
  expect(grown).toMatchObject({
    'refusals_total{bound="topics"}': 1,
    'refusals_total{bound="subscriptions"}': 1,
    'refusals_total{bound="accounts"}': 1,
    'errors_total{code="STREAM_LIMIT_EXCEEDED"}': 3,
  });
  first.close();
  second.close();
});

test('a stream that upstream refuses is not counted as open afterwards', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  const grown = await growthOf(async () => (await graph.live()).over());
  const ofStreams = Object.keys(grown).filter((name) => /^live_|_streams/.test(name));
  expect(ofStreams).toEqual([]);
});

test('lost upstream streams and expired connections are counted', async () => {
  const client = await graph.live();
  await client.untilState('READY');
  const grown = await growthOf(async () => {
    (await graph.upstream.stream(1)).cut();
    await client.untilState('RECONNECTING');
    graph.clock.advance(60 * 60_000);
    await client.over();
  });
  expect(grown).toMatchObject({
    'upstream_streams_lost_total{channel="odds"}': expect.any(Number),
    'event_streams_cut_total{reason="age"}': 1,
  });
});

test('a document error is counted once by either transport', async () => {
  const codes = { '{': 'GRAPHQL_PARSE_FAILED', '{ nothing }': 'GRAPHQL_VALIDATION_FAILED' };
  for (const [query, code] of Object.entries(codes)) {
    for (const transport of ['/graphql', '/subgraph']) {
      const grown = await growthOf(() =>
        fetch(`${graph.url}${transport}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
          body: JSON.stringify({ query }),
        }),
      );
      expect([transport, query, grown]).toMatchObject([
        transport,
        query,
        { [`errors_total{code="${code}"}`]: 1 },
      ]);
    }
  }
});

test.each([
  ['no JSON', '/graphql', { method: 'POST', body: '{' }, 'BAD_USER_INPUT'],
  ['an address that cannot be read', '/graphql%ff', {}, 'BAD_USER_INPUT'],
  ['a stream that is not there', '/graphql/stream?token=x', { method: 'DELETE' }, 'NOT_FOUND'],
  ['no such address', '/nothing', {}, 'NOT_FOUND'],
] as const)('a request that is refused for %s is counted once', async (_, path, init, code) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'demo_pro' };
  const grown = await growthOf(() => fetch(`${graph.url}${path}`, { ...init, headers }));
  expect(grown).toMatchObject({ [`errors_total{code="${code}"}`]: 1 });
});

test('requests, upstream requests and shared responses are counted', async () => {
  const ask = async () => {
    const response = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
      body: JSON.stringify({ query: '{ viewer { tier } apiKeys { id } }' }),
    });
    return response.json();
  };
  const grown = await growthOf(async () => {
    expect(await ask()).toMatchObject({ data: { viewer: { tier: 'PRO' } } });
    await ask();
  });
  expect(grown).toMatchObject({
    'http_request_duration_seconds_count{route="/graphql",status="200"}': 2,
    'operations_total{type="query"}': 2,
    'upstream_request_duration_seconds_count{status="200"}': expect.any(Number),
  });
  expect(grown['upstream_request_duration_seconds_count{status="200"}']).toBeLessThanOrEqual(2);
});
