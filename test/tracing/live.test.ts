import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tracing } from '../../src/observability/tracing/tracing.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { evOpportunity, oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import type { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];

let receiver: OtlpReceiver;
let tracing: Tracing;
let graph: ScriptedGraph;

beforeEach(async () => {
  receiver = await OtlpReceiver.open();
  tracing = receiver.trace();
  graph = await ScriptedGraph.start({ tracing });
  graph.upstream.onStream = (stream) => stream.open(BOARD);
});
afterEach(async () => {
  await graph.stop();
  await tracing.stop();
  await receiver.close();
  expect(receiver.text).not.toMatch(/demo_/);
});

/** Subscribes, and resolves once the client has the board. */
async function subscribed(variables: Readonly<Record<string, unknown>> = {}): Promise<LiveClient> {
  const client = await graph.live(variables);
  await client.untilKind('OddsSnapshot');
  return client;
}

async function stream(): Promise<ScriptedStream> {
  return graph.upstream.stream(1);
}

/** The span of the first frame of a kind. */
async function frameSpan(kind: string): Promise<ReceivedSpan> {
  const find = () =>
    receiver
      .named('live frame')
      .find(({ attributes }) => attributes['oddsgraph.live.frame'] === kind);
  await until(() => find() !== undefined);
  return find() as ReceivedSpan;
}

test('a subscription is a span that ends when its events begin', async () => {
  const client = await subscribed();
  const [span] = await receiver.got('subscription');
  expect(span).toMatchObject({
    kind: 'server',
    isError: false,
    attributes: {
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.type': 'subscription',
      'graphql.operation.name': 'Live',
    },
  });
  expect(client.isOver).toBe(false);
  client.close();
});

test('opening the upstream stream is a trace of its own, which upstream continues', async () => {
  const client = await subscribed();
  const [span] = await receiver.got('GET /api/v1/stream');
  expect(span).toMatchObject({
    kind: 'client',
    parentId: null,
    attributes: {
      'http.response.status_code': 200,
      'url.full': `${graph.upstream.url.origin}/api/v1/stream`,
    },
  });
  const { traceparent } = (await stream()).headers;
  expect(traceparent).toBe(`00-${span.traceId}-${span.spanId}-01`);
  client.close();
});

test('a refused upstream stream has its status', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  await graph.live();
  const [span] = await receiver.got('GET /api/v1/stream');
  expect(span).toMatchObject({
    isError: true,
    attributes: { 'http.response.status_code': 403, 'error.type': '403' },
  });
});

test('a subscription of a router has a span with its outcome, below that of its request', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  const router = await CallbackRouter.open();
  await router.subscribe(graph.url);
  await router.got(1, 'complete');
  const [span] = await receiver.got('subscription');
  const [request] = await receiver.got('POST /subgraph');
  expect(span).toMatchObject({
    kind: 'internal',
    parentId: request.spanId,
    attributes: {
      'graphql.operation.name': 'Live',
      'error.type': 'FEATURE_NOT_AVAILABLE',
    },
  });
  await router.close();
});

describe('a frame', () => {
  test('is a span until its last subscriber has it', async () => {
    const clients = [await subscribed(), await subscribed({ conflateMs: 0 })];
    const other = await subscribed({ filter: { sportsbooks: ['nobody'] } });
    (await stream()).update(oddsDelta(1, 5));
    for (const client of clients) await client.untilKind('OddsUpdate');
    const span = await frameSpan('odds:update');
    expect(span).toMatchObject({ kind: 'consumer', parentId: null, isError: false });
    expect(span.attributes).toEqual({
      'oddsgraph.live.channel': 'odds',
      'oddsgraph.live.frame': 'odds:update',
      'oddsgraph.live.subscribers': 2,
    });
    expect(span.end > span.start).toBe(true);
    for (const client of [...clients, other]) client.close();
  });

  /** A subscriber whose throttle holds an update back. */
  async function throttled(): Promise<LiveClient> {
    const client = await subscribed({ conflateMs: 1_000 });
    (await stream()).update(oddsDelta(1, 5));
    await client.untilKind('OddsUpdate');
    await frameSpan('odds:update');
    receiver.reset();
    (await stream()).update(oddsDelta(1, 6));
    (await stream()).remove('9');
    // It is later, and concerns nobody.
    const { attributes } = await frameSpan('odds:removed');
    expect(attributes).toMatchObject({ 'oddsgraph.live.subscribers': 0 });
    expect(receiver.named('live frame')).toHaveLength(1);
    return client;
  }

  test('that a throttle holds back lasts until it is released', async () => {
    const client = await throttled();
    graph.clock.advance(1_000);
    const { attributes } = await frameSpan('odds:update');
    expect(attributes).toMatchObject({ 'oddsgraph.live.subscribers': 1 });
    client.close();
  });

  test('is not held up by a subscriber that has left', async () => {
    (await throttled()).close();
    const { attributes } = await frameSpan('odds:update');
    expect(attributes).toMatchObject({ 'oddsgraph.live.subscribers': 0 });
  });

  test('counts subscribers on event streams of many operations, and routers', async () => {
    const streamed = await StreamClient.open(graph.url);
    await streamed.ask('one', LIVE_ODDS);
    const router = await CallbackRouter.open();
    await router.subscribe(graph.url);
    await until(() => router.eventKinds().includes('OddsSnapshot'));
    await until(() => streamed.of('one').payloads.length > 1);
    (await stream()).update(oddsDelta(1, 5));
    await until(() => router.eventKinds().includes('OddsUpdate'));
    const span = await frameSpan('odds:update');
    expect(span.attributes).toMatchObject({ 'oddsgraph.live.subscribers': 2 });
    const subscriptions = await receiver.got('subscription', 2);
    expect(subscriptions.map(({ kind }) => kind)).toEqual(['internal', 'internal']);
    streamed.close();
    await router.close();
  });

  test('of opportunities is traced as well', async () => {
    graph.upstream.onStream = (opened) => opened.openOpportunities('arb:detected', []);
    const query = 'subscription { liveOpportunities { __typename ... on FeedStatus { state } } }';
    const client = await LiveClient.open(graph.url, query);
    await until(() => JSON.stringify(client.results).includes('"READY"'));
    (await stream()).send('ev:detected', [evOpportunity({ id: 'a' })]);
    const span = await frameSpan('ev:detected');
    expect(span.attributes).toMatchObject({
      'oddsgraph.live.channel': 'opportunities',
      'oddsgraph.live.subscribers': 1,
    });
    client.close();
  });

  test('of a heartbeat or an unknown kind is not traced', async () => {
    const client = await subscribed();
    await frameSpan('snapshot:complete');
    receiver.reset();
    (await stream()).send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
    (await stream()).send('gossip' as 'heartbeat', {});
    (await stream()).update(oddsDelta(1, 5));
    await frameSpan('odds:update');
    expect(receiver.named('live frame')).toHaveLength(1);
    client.close();
  });
});
