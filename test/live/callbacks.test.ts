import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Executor } from '../../src/execution/executor.ts';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { DELIVERY_MS } from '../../src/transports/callback/callback-sender.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { haveStarted } from '../harness/event-kinds.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { expectNoLeak } from '../harness/leaks.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { CallbackRouter, type RouterAnswer } from '../harness/servers/callback-router.ts';
import { until, untilDelivered } from '../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];
const HEARTBEAT_MS = 5_000;
const TAKEN: RouterAnswer = { status: 204 };

const graph = scriptedGraph(BOARD);
let router: CallbackRouter;
let timersAtRest: number;
let openAtRest: number;

beforeEach(async () => {
  router = await CallbackRouter.open();
  timersAtRest = graph.clock.pendingTimers;
  openAtRest = await openSubscriptions();
});
afterEach(async () => {
  await router.close();
});

/** Subscribes, and resolves once the router has the board. */
async function subscribed(heartbeatIntervalMs = 0): Promise<void> {
  await router.subscribe(graph.url, { heartbeatIntervalMs });
  await until(() => router.eventKinds().includes('READY'));
}

/** Resolves once the graph has stopped calling its router. */
async function givenUp(): Promise<void> {
  await until(() => graph.log.includes('subscription closed: its router did not accept a message'));
}

/** Subscriptions of routers, as the graph counts them. */
const openSubscriptions = () => metricOf(graph.url, 'callback_subscriptions');

/** Expects that nothing is left of any subscription once the idle timeout is over. */
async function expectReleased(): Promise<void> {
  await until(() => router.waiting === 0);
  await graph.roundTrip();
  graph.clock.advance(IDLE_TIMEOUT_MS);
  await until(() => graph.upstream.openStreams === 0);
  expect(graph.clock.pendingTimers).toBe(timersAtRest);
  expect(await openSubscriptions()).toBe(openAtRest);
}

function codeOf({ body }: { body: { errors?: { extensions: { code: string } }[] } }): unknown {
  return body.errors?.[0]?.extensions.code;
}

describe('a router that subscribes over callbacks', () => {
  test('is asked to confirm the subscription, gets a response without data, and then events', async () => {
    const { status, body } = await router.subscribe(graph.url);
    expect([status, body]).toEqual([200, { data: null }]);
    expect(router.messages[0]?.action).toBe('check');
    await until(() => router.eventKinds().includes('READY'));
    const stream = await graph.upstream.stream(1);
    stream.update(oddsDelta(1, 7));
    stream.remove('2');
    const changes = () =>
      router.eventKinds().filter((what) => /^Odds(Update|Removal)$/.test(String(what)));
    await until(() => changes().length === 2);
    // Whether it gets CONNECTED depends on when it subscribed, and whether both changes come at once on the turn.
    expect(
      router
        .eventKinds()
        .filter((what) => what !== 'CONNECTED')
        .slice(0, 2),
    ).toEqual(['OddsSnapshot', 'READY']);
    expect(changes().toSorted()).toEqual(['OddsRemoval', 'OddsUpdate']);
    expect(router.of('check')).toHaveLength(1);
    const updates = router.of('next').map(({ payload }) => payload?.data?.liveOdds);
    expect(updates.find((event) => event?.__typename === 'OddsUpdate')).toMatchObject({
      odds: [{ id: '1', price: { american: 107 } }],
    });
  });

  test('gets every message in the form of the callback protocol', async () => {
    await subscribed();
    const stream = await graph.upstream.stream(1);
    graph.upstream.tiers.set('demo_enterprise', null);
    await graph.pass(120_000);
    await router.got(1, 'complete');
    for (const message of router.messages) {
      expect(message).toMatchObject({
        method: 'POST',
        path: '/callback/one',
        headers: { 'content-type': 'application/json', 'subscription-protocol': 'callback/1.0' },
        kind: 'subscription',
        id: 'one',
        verifier: 'secret of one',
      });
    }
    const fields = (action: 'check' | 'next' | 'complete') => {
      const { method, path, headers, ...body } = router.of(action)[0] ?? { method: '' };
      return Object.keys(body);
    };
    const base = ['kind', 'action', 'id', 'verifier'];
    expect(fields('check')).toEqual(base);
    expect(fields('next')).toEqual([...base, 'payload']);
    expect(fields('complete')).toEqual([...base, 'errors']);
    await until(() => !stream.isOpen);
  });

  test('gets one event at a time, and after a slow one what changed since, each price once', async () => {
    await subscribed();
    const held = Promise.withResolvers<RouterAnswer>();
    router.onMessage = () => held.promise;
    const before = router.of('next').length;
    const witness = await graph.live();
    await witness.untilKind('OddsSnapshot');
    const stream = await graph.upstream.stream(1);
    for (let version = 1; version <= 20; version += 1) {
      stream.update(oddsDelta(1, version), oddsDelta(2, version));
      await witness.untilKind('OddsUpdate');
    }
    expect(router.of('next')).toHaveLength(before + 1);
    held.resolve(TAKEN);
    const [, summary] = (await router.got(before + 2, 'next')).slice(before);
    expect(summary?.payload?.data?.liveOdds).toMatchObject({
      __typename: 'OddsUpdate',
      odds: [
        { id: '1', price: { american: 120 } },
        { id: '2', price: { american: 120 } },
      ],
      conflated: 36,
    });
    await graph.roundTrip();
    expect(router.of('next')).toHaveLength(before + 2);
  });

  test('gets a message again after a temporary failure', async () => {
    await subscribed();
    const before = router.of('next').length;
    router.onMessage = () => (router.of('next').length > before + 1 ? TAKEN : { status: 503 });
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    const [first, second] = (await router.got(before + 2, 'next')).slice(before);
    expect(second?.payload).toEqual(first?.payload);
    (await graph.upstream.stream(1)).update(oddsDelta(1, 2));
    await router.got(before + 3, 'next');
  });

  test('fifty times for one account uses one upstream stream and one execution of an update', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `number ${i}`);
    await Promise.all(ids.map((id) => router.subscribe(graph.url, { id })));
    await until(() => haveStarted(ids.map((id) => router.results(id))) && router.waiting === 0);
    const executions = vi.spyOn(Executor.prototype, 'executeEvent');
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await until(() => ids.every((id) => router.eventKinds(id).at(-1) === 'OddsUpdate'));
    expect([graph.upstream.requests, executions.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('a heartbeat is sent to a router', () => {
  test('within each of its intervals', async () => {
    await subscribed(HEARTBEAT_MS);
    for (const beats of [1, 2, 3]) {
      graph.clock.advance(HEARTBEAT_MS * 0.75);
      await router.got(1 + beats, 'check');
      await until(() => router.waiting === 0);
      await graph.roundTrip();
    }
    expect(router.of('check')).toHaveLength(4);
  });

  test('every ten minutes if it wants no heartbeats', async () => {
    await subscribed(0);
    const stream = await graph.upstream.stream(1);
    const updates = () => router.eventKinds().filter((kind) => kind === 'OddsUpdate').length;
    for (let half = 1; half <= 20; half += 1) {
      stream.update(oddsDelta(1, half));
      await until(() => updates() === half && router.waiting === 0);
      await graph.roundTrip();
      expect(router.of('check')).toHaveLength(1);
      graph.clock.advance(30_000);
    }
    await router.got(2, 'check');
  });

  test('even while it processes an event', async () => {
    await subscribed(HEARTBEAT_MS);
    const held = Promise.withResolvers<RouterAnswer>();
    router.onMessage = ({ action }) => (action === 'next' ? held.promise : TAKEN);
    const before = router.of('next').length;
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await router.got(before + 1, 'next');
    graph.clock.advance(HEARTBEAT_MS * 0.75);
    await router.got(2, 'check');
    held.resolve(TAKEN);
  });

  test('only after it has answered the last one', async () => {
    await subscribed(HEARTBEAT_MS);
    router.onMessage = () => null;
    for (const _ of [1, 2]) {
      graph.clock.advance(HEARTBEAT_MS * 0.75);
      await router.got(2, 'check');
      await graph.roundTrip();
    }
    expect(router.of('check')).toHaveLength(2);
  });
});

describe('a subscription over callbacks ends and leaves nothing behind', () => {
  test.each([
    ['a heartbeat', 404],
    ['an event', 400],
    ['an event', 500],
    ['an event', 307],
  ])('if the router answers %s with %s', async (what, status) => {
    await subscribed(HEARTBEAT_MS);
    router.onMessage = () => ({ status, headers: { location: `${router.url}/elsewhere` } });
    if (what === 'a heartbeat') graph.clock.advance(HEARTBEAT_MS * 0.75);
    else (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await givenUp();
    await expectReleased();
    expect(router.messages.every(({ path }) => path === '/callback/one')).toBe(true);
    expect(router.of('complete')).toEqual([]);
  });

  test('if the router does not accept an event within ten seconds', async () => {
    await subscribed();
    router.onMessage = () => null;
    const before = router.of('next').length;
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await router.got(before + 1, 'next');
    graph.clock.advance(DELIVERY_MS - 1);
    await graph.roundTrip();
    expect(router.waiting).toBe(1);
    graph.clock.advance(1);
    await givenUp();
    await expectReleased();
  });

  test('if the router stops answering before upstream has answered', async () => {
    graph.upstream.onStream = () => {};
    await router.subscribe(graph.url, { heartbeatIntervalMs: HEARTBEAT_MS });
    const stream = await graph.upstream.stream(1);
    router.onMessage = () => ({ status: 404 });
    graph.clock.advance(HEARTBEAT_MS * 0.75);
    await givenUp();
    stream.open(BOARD);
    await expectReleased();
  });

  test('if the router is gone', async () => {
    await subscribed();
    await router.close();
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await givenUp();
    await expectReleased();
  });

  test('with an error if upstream refuses the stream', async () => {
    graph.upstream.refuse({ status: 403, code: 'streaming_not_enabled' });
    const { status, body } = await router.subscribe(graph.url, { heartbeatIntervalMs: 1_000 });
    expect([status, body]).toEqual([200, { data: null }]);
    const [{ errors = [] } = {}] = await router.got(1, 'complete');
    expect(errors).toMatchObject([
      { path: ['liveOdds'], extensions: { upstream: { status: 403 } } },
    ]);
    expect(router.of('next')).toEqual([]);
    await expectReleased();
  });

  test('with an error if the tier is too low or an argument is invalid', async () => {
    await router.subscribe(graph.url, { key: 'demo_free' });
    const [tooLow] = await router.got(1, 'complete');
    expect(tooLow?.errors).toMatchObject([
      { extensions: { code: 'TIER_RESTRICTED', requiredTier: 'HOBBY', currentTier: 'FREE' } },
    ]);
    await router.subscribe(graph.url, { variables: { chunkSize: 0 } });
    const [, bad] = await router.got(2, 'complete');
    expect(bad?.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument: 'chunkSize' } },
    ]);
    expect(JSON.stringify(bad?.errors)).not.toContain('http');
    await expectReleased();
  });
});

test('a stopping server waits at most ten seconds for a router to accept the completion', async () => {
  await subscribed();
  router.onMessage = () => null;
  const stopped = graph.stopGraph();
  await router.got(1, 'complete');
  graph.clock.advance(DELIVERY_MS);
  await stopped;
  await until(() => router.waiting === 0);
});

test('a stop waits for a completion that is already on its way', async () => {
  const held = Promise.withResolvers<RouterAnswer>();
  router.onMessage = ({ action }) => (action === 'complete' ? held.promise : TAKEN);
  graph.upstream.refuse({ status: 403, code: 'streaming_not_enabled' });
  await router.subscribe(graph.url);
  await router.got(1, 'complete');
  const stopped = graph.stopGraph();
  await untilDelivered();
  expect(router.waiting).toBe(1);
  held.resolve(TAKEN);
  await stopped;
  expect(router.of('complete')).toHaveLength(1);
});

test('a stopping server does not wait for a router to confirm a subscription', async () => {
  router.onMessage = () => null;
  const asked = router.subscribe(graph.url);
  await router.got(1, 'check');
  await graph.stopGraph();
  const answer = await asked;
  expect([answer.status, codeOf(answer)]).toEqual([400, 'UPSTREAM_UNAVAILABLE']);
  expect(router.of('complete')).toEqual([]);
});

describe('a subscription over callbacks is refused with 400 and leaves nothing behind', () => {
  test.each([404, 500, 200, 307])(
    'if the router does not confirm it but answers %s',
    async (status) => {
      router.onMessage = () => ({ status, headers: { location: `${router.url}/elsewhere` } });
      const answer = await router.subscribe(graph.url, { heartbeatIntervalMs: 1_000 });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
      expectNoLeak(JSON.stringify(answer.body));
      expect(router.messages.every(({ path }) => path === '/callback/one')).toBe(true);
      expect(graph.upstream.requests).toBe(0);
      await expectReleased();
    },
  );

  test('if the router does not confirm it within ten seconds', async () => {
    router.onMessage = () => null;
    const asked = router.subscribe(graph.url);
    await router.got(1, 'check');
    graph.clock.advance(DELIVERY_MS);
    const answer = await asked;
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
    expect(graph.upstream.requests).toBe(0);
    await expectReleased();
  });

  test.each([
    { callbackUrl: 'http://example.com/callback' },
    { subscriptionId: '' },
    { heartbeatIntervalMs: 1 },
  ])('if its extension has %o, and nobody is called', async (extension) => {
    const [name] = Object.keys(extension);
    const answer = await router.subscribe(graph.url, { extension });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
    expect(answer.body.errors?.[0].extensions.argument).toBe(`extensions.subscription.${name}`);
    expect(router.messages).toEqual([]);
  });
});

test.each([null, 'nobody'])(
  'a subscription with the key %s is refused without calling the router',
  async (key) => {
    graph.upstream.tiers.set('nobody', null);
    const answer = await router.subscribe(graph.url, { key });
    expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED']);
    expect(router.messages).toEqual([]);
  },
);

test('no router is called while upstream cannot confirm the key', async () => {
  graph.upstream.keysRefusal = { status: 500 };
  const answer = await router.subscribe(graph.url);
  expect([answer.status, codeOf(answer)]).toEqual([400, 'UPSTREAM_UNAVAILABLE']);
  expect(router.messages).toEqual([]);
  expect(await openSubscriptions()).toBe(openAtRest);
  graph.upstream.keysRefusal = null;
  expect((await router.subscribe(graph.url)).status).toBe(200);
});

test('a subscription of a rate-limited account has a Retry-After only if upstream says when', async () => {
  for (const retryAfter of ['7', null]) {
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
    graph.upstream.keysRefusal = { status: 429, code: 'rate_limited', headers };
    const answer = await router.subscribe(graph.url);
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    graph.clock.advance(10_000);
  }
});

describe('of the subscriptions that routers may have open', () => {
  const refusal = {
    status: 400,
    body: { errors: [{ extensions: { code: 'STREAM_LIMIT_EXCEEDED' } }] },
  };

  beforeEach(async () => {
    await graph.stop();
    await graph.start({ liveLimits: { callbacks: 8 } });
    graph.upstream.onStream = (stream) => stream.open(BOARD);
  });

  test('one account may have half, even if its routers have not confirmed them yet', async () => {
    const ids = ['1', '2', '3', '4'];
    router.onMessage = () => null;
    for (const id of ids) {
      void router.subscribe(graph.url, { id });
      await router.got(1, 'check', id);
    }
    expect(await router.subscribe(graph.url, { id: '5' })).toMatchObject(refusal);
    router.onMessage = () => TAKEN;
    const other = { id: 'other', key: 'demo_pro' };
    expect((await router.subscribe(graph.url, other)).status).toBe(200);
    await until(() => router.eventKinds('other').includes('READY'));
  });

  test('one account may have as many as it has ended', async () => {
    for (const id of ['1', '2', '3', '4']) await router.subscribe(graph.url, { id });
    expect(await router.subscribe(graph.url, { id: '5' })).toMatchObject(refusal);
    await until(() => router.eventKinds('1').includes('READY'));
    router.onMessage = ({ id }) => (id === '1' ? { status: 404 } : TAKEN);
    (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
    await givenUp();
    expect((await router.subscribe(graph.url, { id: '5' })).status).toBe(200);
    expect(await router.subscribe(graph.url, { id: '6' })).toMatchObject(refusal);
  });
});

test('a query with a callback extension is answered normally', async () => {
  const { status, body } = await router.subscribe(graph.url, { query: '{ viewer { tier } }' });
  expect([status, body.data]).toEqual([200, { viewer: { tier: 'ENTERPRISE' } }]);
  expect(router.messages).toEqual([]);
});
