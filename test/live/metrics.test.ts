import { describe, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { exposedMetrics, growthOf as growthAt } from '../harness/clients/exposed-metrics.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { haveStarted } from '../harness/event-kinds.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';

const graph = scriptedGraph([oddsRow(1), oddsRow(2)]);

const metrics = () => exposedMetrics(graph.url);
const growthOf = (work: () => Promise<unknown>) => growthAt(graph.url, work);

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
    'operations_total{operation="other",type="subscription",transport="graphql"}': 3,
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

test('requests for whatever is not there are timed together, without what was asked for', async () => {
  const grown = await growthOf(() =>
    Promise.all(['/a', '/b'].map((path) => fetch(`${graph.url}${path}`))),
  );
  expect(grown).toMatchObject({
    'http_request_duration_seconds_count{route="none",status="404"}': 2,
  });
});

test('requests, upstream requests and shared responses are counted', async () => {
  const grown = await growthOf(async () => {
    for (const _ of [1, 2]) {
      const { data } = await new GraphClient(graph.url).ask('{ viewer { tier } apiKeys { id } }');
      expect(data.viewer?.tier).toBe('ENTERPRISE');
    }
  });
  expect(grown).toMatchObject({
    'http_request_duration_seconds_count{route="/graphql",status="200"}': 2,
    'operations_total{operation="other",type="query",transport="graphql"}': 2,
    'upstream_request_duration_seconds_count{status="200"}': expect.any(Number),
  });
  expect(grown['upstream_request_duration_seconds_count{status="200"}']).toBeLessThanOrEqual(2);
});

describe('an update', () => {
  const age = (suffix: string) => `price_age_seconds_${suffix}`;
  const ODDS = '{channel="odds"}';

  test('is counted with the time from its frame until it is written to each subscriber', async () => {
    const clients = [await graph.live(), await graph.live({ filter: { leagues: ['nba'] } })];
    await Promise.all(clients.map((client) => client.untilKind('OddsSnapshot')));
    const stream = await graph.upstream.stream(1);
    const grown = await growthOf(async () => {
      stream.update(oddsDelta(1, 1));
      await Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
    });
    expect(grown).toMatchObject({ [age('count') + ODDS]: 2 });
    expect(grown).not.toHaveProperty(age('sum') + ODDS); // No time has passed.
  });

  test('of a client that did not read is as old as its oldest frame, and the client is behind', async () => {
    graph.upstream.onStream = (stream) =>
      stream.open(Array.from({ length: 1_000 }, (_, i) => oddsRow(i)));
    const client = await graph.live({ chunkSize: 1_000 });
    await client.untilState('READY');
    client.pause();
    let version = await graph.untilBlocked(1_000);
    // One more change, which waits for the client.
    await until(async () => {
      version += 1;
      await graph.move(1_000, version);
      return (await metrics()).get('live_subscribers_behind') === 1;
    });
    expect((await metrics()).get('event_streams_blocked')).toBe(1);
    const grown = await growthOf(async () => {
      graph.clock.advance(7_000);
      client.resume();
      await until(async () => (await metrics()).get('live_subscribers_behind') === 0);
    });
    expect(grown[age('sum') + ODDS]).toBeGreaterThan(6.999); // It is a sum of fractions.
  });

  test('that its subscription throttles, and what a client missed while it was away, have no age', async () => {
    const client = await graph.live({ conflateMs: 1_000 });
    const { cursor } = await client.untilKind('OddsSnapshot');
    await client.untilState('READY');
    const stream = await graph.upstream.stream(1);
    const grown = await growthOf(async () => {
      stream.update(oddsDelta(1, 1));
      await client.untilKind('OddsUpdate');
      const other = await graph.live({ after: cursor });
      await other.untilKind('OddsUpdate');
    });
    expect(grown).not.toHaveProperty(age('count') + ODDS);
  });
});

test('boards are counted by state, with the time since the last frame of the most silent one', async () => {
  const boards = async () => {
    const all = await metrics();
    const counts = Array.from(all, ([series, value]) => [
      /^live_boards\{channel="odds",state="(\w+)"\}/.exec(series)?.[1],
      value,
    ]);
    return Object.fromEntries(counts.filter(([state]) => state !== undefined));
  };
  const none = { opening: 0, loading: 0, ready: 0, stale: 0, reconnecting: 0 };
  const frameAge = 'upstream_frame_age_seconds{channel="odds"}';
  expect([await boards(), (await metrics()).has(frameAge)]).toEqual([none, false]);
  graph.upstream.onStream = () => {};
  const opening = graph.live();
  const stream = await graph.upstream.stream(1);
  expect(await boards()).toEqual({ ...none, opening: 1 });
  graph.clock.advance(4_000);
  expect((await metrics()).get(frameAge)).toBe(4); // It is open, but silent.
  stream.open([oddsRow(1)]);
  const client = await opening;
  await client.untilState('READY');
  expect(await boards()).toEqual({ ...none, ready: 1 });
  graph.clock.advance(9_000);
  expect((await metrics()).get(frameAge)).toBe(9);
  stream.heartbeat();
  await until(async () => (await metrics()).get(frameAge) === 0);
  const openStreams = async () => (await metrics()).get('upstream_streams{channel="odds"}') ?? 0;
  const open = await openStreams();
  graph.upstream.refuse({ status: 503 });
  graph.upstream.onStream = (another) => another.open([oddsRow(1)]);
  stream.cut();
  await client.untilState('RECONNECTING');
  expect(await boards()).toEqual({ ...none, reconnecting: 1 });
  expect(await openStreams()).toBe(open - 1);
  expect((await metrics()).has(frameAge)).toBe(true); // It goes on, so that an alert tells of the silence.
  await until(async () => {
    graph.clock.advance(1_000);
    return (await boards())['ready'] === 1;
  });
  expect(await openStreams()).toBe(open);
});
