import { expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { LIVE_ODDS, type LiveClient } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { CallbackRouter, type RouterAnswer } from '../harness/servers/callback-router.ts';
import { until, untilDelivered } from '../harness/until.ts';

const graph = scriptedGraph([oddsRow(1), oddsRow(2)]);

/** The line of the only operation that has ended. */
async function theLine() {
  await until(() => linesOf(graph.log, 'operation').length > 0);
  const [line, ...others] = linesOf(graph.log, 'operation');
  expect(others).toEqual([]);
  return line;
}

async function live(): Promise<LiveClient> {
  const client = await graph.live({}, { headers: { 'x-request-id': 'sub-1' } });
  await client.untilState('READY');
  return client;
}

test('a subscription is counted when it opens, and has one line when its client leaves', async () => {
  const opened = 'operations_total{operation="other",type="subscription",transport="graphql"}';
  const ended = 'subscriptions_ended_total{reason="client"}';
  let client: LiveClient | undefined;
  const atOpening = await growthOf(graph.url, async () => {
    client = await live();
  });
  expect([atOpening[opened], atOpening[ended]]).toEqual([1, undefined]);
  (await graph.upstream.stream(1)).update(oddsDelta(1, 1), oddsDelta(2, 1));
  await client?.untilKind('OddsUpdate');
  graph.clock.advance(20_000);
  expect(linesOf(graph.log, 'operation')).toEqual([]);
  const atEnd = await growthOf(graph.url, async () => {
    client?.close();
    expect(await theLine()).toMatchObject({
      ...{ level: 30, requestId: 'sub-1', account: expect.any(String), tier: 'enterprise' },
      ...{ operation: 'Live', type: 'subscription', transport: 'graphql', status: 200 },
      ...{ ms: 0, openMs: 20_000, upstreamRequests: 0, ended: 'client' },
      events: client?.results.length,
    });
  });
  expect([atEnd[opened], atEnd[ended]]).toEqual([undefined, 1]);
});

test('a subscription that upstream refuses has a line with the reason, and counts as failed', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  const grown = await growthOf(graph.url, async () => {
    await (await graph.live()).over();
    const line = await theLine();
    expect(line).toMatchObject({ type: 'subscription', codes: { FEATURE_NOT_AVAILABLE: 1 } });
    expect(line).not.toHaveProperty('ended');
  });
  expect(grown).toMatchObject({
    'operation_failures_total{operation="other",type="subscription",code="FEATURE_NOT_AVAILABLE"}': 1,
  });
});

test('a subscription whose response is not an event stream has a line with its status', async () => {
  await graph.live({}, { headers: { accept: 'application/json' } });
  const line = await theLine();
  expect(line).toMatchObject({ status: 406, codes: { BAD_USER_INPUT: 1 } });
  expect(line).not.toHaveProperty('ended');
});

test('a subscription that upstream ends has ended with an error, and counts as failed', async () => {
  const client = await live();
  const grown = await growthOf(graph.url, async () => {
    graph.upstream.tiers.set('demo_enterprise', null);
    graph.upstream.refuse({ status: 401, code: 'unauthorized' });
    (await graph.upstream.stream(1)).cut();
    await client.untilState('RECONNECTING');
    graph.clock.advance(30_000);
    await client.over();
    expect(await theLine()).toMatchObject({ ended: 'error', codes: { UNAUTHENTICATED: 1 } });
  });
  expect(grown).toMatchObject({
    'operation_failures_total{operation="other",type="subscription",code="UNAUTHENTICATED"}': 1,
  });
});

test.each([
  ['age', () => graph.clock.advance(60 * 60_000)],
  ['draining', () => graph.stopGraph()],
])('a subscription may end by %s', async (ended, end) => {
  const client = await live();
  await end();
  await client.over();
  expect(await theLine()).toMatchObject({ ended });
});

test('operations of one event stream have a line each, when each of them is over', async () => {
  const client = await StreamClient.open(graph.url);
  const headers = { 'x-request-id': 'sub-2' };
  await client.ask('live', LIVE_ODDS, {}, headers);
  await until(() => client.of('live').payloads.length > 0);
  await client.ask('query', '{ viewer { tier } }');
  await client.whole('query');
  await until(() => linesOf(graph.log, 'operation').length === 1);
  await client.end('live');
  await until(() => linesOf(graph.log, 'operation').length === 2);
  client.close();
  expect(linesOf(graph.log, 'operation')).toMatchObject([
    { type: 'query', transport: 'stream', status: 202, tier: 'enterprise' },
    { requestId: 'sub-2', type: 'subscription', transport: 'stream', status: 200, ended: 'client' },
  ]);
});

test('a subscription of a router has one line, when it ends', async () => {
  const router = await CallbackRouter.open();
  await router.subscribe(graph.url);
  await until(() => router.eventKinds().includes('READY'));
  router.onMessage = () => ({ status: 404 });
  (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
  expect(await theLine()).toMatchObject({
    ...{ type: 'subscription', transport: 'callback', status: 200, ended: 'router' },
    events: router.of('next').length,
  });
  await router.close();
});

test('a subscription that its router does not confirm has the line of a bad request', async () => {
  const router = await CallbackRouter.open();
  router.onMessage = () => ({ status: 404 });
  await router.subscribe(graph.url);
  const line = await theLine();
  expect(line).toMatchObject({
    ...{ operation: 'Live', type: 'subscription', transport: 'callback', status: 400 },
    codes: { BAD_USER_INPUT: 1 },
  });
  await router.close();
});

test.each([
  [204, { type: 'subscription', status: 200, ended: 'router' }],
  [404, { transport: 'callback', status: 400, codes: { BAD_USER_INPUT: 1 } }],
])(
  'a subscription whose router closes its request before it confirms with %d has one line',
  async (status, line) => {
    const router = await CallbackRouter.open();
    const confirmation = Promise.withResolvers<RouterAnswer>();
    router.onMessage = () => confirmation.promise;
    const request = new AbortController();
    const asked = router.subscribe(graph.url, { signal: request.signal }).catch(() => null);
    await router.got(1, 'check');
    request.abort();
    await asked;
    await untilDelivered();
    router.onMessage = () => ({ status });
    confirmation.resolve({ status });
    if (status === 204) {
      await until(() => router.eventKinds().includes('READY'));
      expect(linesOf(graph.log, 'operation')).toEqual([]);
      router.onMessage = () => ({ status: 404 });
      (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    }
    expect(await theLine()).toMatchObject(line);
    await router.close();
  },
);

test('a subscription whose router closes its request while its key is checked is not opened', async () => {
  const router = await CallbackRouter.open();
  const checked = Promise.withResolvers<void>();
  let isAsked = false;
  graph.upstream.onKeys = () => {
    isAsked = true;
    return checked.promise;
  };
  const request = new AbortController();
  const asked = router.subscribe(graph.url, { signal: request.signal }).catch(() => null);
  await until(() => isAsked);
  request.abort();
  await asked;
  expect(await theLine()).toMatchObject({
    ...{ operation: 'Live', type: 'subscription', transport: 'callback', aborted: true },
  });
  checked.resolve();
  await graph.roundTrip();
  await untilDelivered();
  expect([router.messages, graph.upstream.requests]).toEqual([[], 0]);
  await router.close();
});

test.each(['its client', 'its stream'])(
  'an operation of an event stream that %s ends before it has a result has one line',
  async (ending) => {
    graph.upstream.refuse({ status: 0 }); // It does not answer.
    const client = await StreamClient.open(graph.url);
    await client.ask('early', LIVE_ODDS);
    await until(() => graph.upstream.requests === 1);
    if (ending === 'its client') {
      await client.end('early');
      expect(await client.whole('early')).toEqual([]);
    } else client.close();
    expect(await theLine()).toMatchObject({
      ...{ type: 'subscription', transport: 'stream', status: 202, aborted: true },
    });
    client.close();
  },
);
