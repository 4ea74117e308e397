import { EventSource } from 'eventsource';
import { createClient, type RequestParams } from 'graphql-sse';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Executor } from '../../src/execution/executor.ts';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { persisted } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { lastUpdate, StreamClient } from '../harness/clients/stream-client.ts';
import { haveStarted } from '../harness/event-kinds.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { graphOfTest } from '../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../harness/leaks.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { watchedConnections } from '../harness/open-connections.ts';
import { holdUntil } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];
const TIER = '{ viewer { tier } }';

const openConnections = watchedConnections();
const graph = scriptedGraph(BOARD);
let timers: number;

beforeEach(() => {
  timers = graph.clock.pendingTimers;
});

/** Expects an error response in the usual form. */
async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.stringContaining(`"${code}"`)]);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const { errors } = JSON.parse(text);
  expect(errors[0]).toMatchObject({ message: expect.any(String), extensions: { code } });
  expect(errors[0].extensions).not.toHaveProperty('http');
  expectNoLeak(text);
}

test("graphql-sse's client runs concurrent subscriptions and a query on one connection", async () => {
  const client = createClient({
    singleConnection: true,
    url: `${graph.url}/graphql/stream`,
    headers: () => ({ 'x-api-key': 'demo_pro' }),
  });
  const follow = (request: RequestParams) => {
    const got = { results: [] as unknown[], isComplete: false };
    client.subscribe<Record<string, unknown>>(request, {
      next: ({ data }) => got.results.push(data),
      error: (error) => got.results.push(error),
      complete: () => {
        got.isComplete = true;
      },
    });
    return got;
  };
  const all = follow({ query: LIVE_ODDS });
  const some = follow({ query: LIVE_ODDS, variables: { filter: { leagues: ['nba'] } } });
  await until(() => all.results.length > 1 && some.results.length > 1);
  const query = follow({ query: TIER });
  await until(() => query.isComplete);
  expect(query.results).toEqual([{ viewer: { tier: 'PRO' } }]);
  (await graph.upstream.stream(1)).update(oddsDelta(2, 7));
  await until(() => all.results.some((result) => JSON.stringify(result).includes('107')));
  expect(JSON.stringify(some.results)).not.toContain('107');
  expect([openConnections(), graph.upstream.requests]).toEqual([1, 1]);
  client.dispose();
  await until(() => openConnections() === 0);
});

describe('a stream', () => {
  test('is reserved, opened once, and carries the results of operations with its token', async () => {
    const client = await StreamClient.reserve(graph.url);
    await client.open();
    expect(client.response?.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await until(() => client.pings === 1);
    const second = await client.send({ method: 'GET', headers: { accept: 'text/event-stream' } });
    await expectRefusal(second, 409, 'BAD_USER_INPUT');
    const accepted = await client.ask('a', TIER);
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    expect(await client.whole('a')).toMatchObject([{ data: { viewer: { tier: 'ENTERPRISE' } } }]);
  });

  test('can be opened by POST, and with the token and the key in the URL', async () => {
    const client = await StreamClient.reserve(graph.url);
    const byPost = await fetch(
      `${graph.url}/graphql/stream?token=${client.token}&api_key=demo_enterprise`,
      { method: 'POST', headers: { accept: 'text/event-stream' } },
    );
    expect(byPost.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await byPost.body?.cancel();
  });

  test("works with a browser's EventSource, with the key in the URL", async () => {
    const client = await StreamClient.reserve(graph.url);
    const address = `${graph.url}/graphql/stream?token=${client.token}&api_key=demo_enterprise`;
    const source = new EventSource(address);
    const results: unknown[] = [];
    let isComplete = false;
    source.addEventListener('next', ({ data }) => results.push(JSON.parse(data)));
    source.addEventListener('complete', ({ data }) => {
      isComplete = JSON.parse(data).id === 'a';
    });
    await new Promise((resolve) => source.addEventListener('open', resolve));
    await client.ask('a', TIER);
    await until(() => isComplete);
    expect(results).toMatchObject([{ id: 'a', payload: { data: { viewer: {} } } }]);
    source.close();
    await until(() => openConnections() === 0);
    expect(graph.log).not.toContain('demo_enterprise');
    expect(graph.log).not.toContain(client.token);
  });

  test('makes operations wait that come while it is being opened, for two seconds', async () => {
    const client = await StreamClient.reserve(graph.url);
    const waits = [client.ask('a', LIVE_ODDS), client.ask('b', TIER)];
    await until(() => graph.clock.pendingTimers === timers + 2);
    expect(graph.upstream.requests).toBe(0);
    await client.open();
    graph.clock.advance(100);
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([202, 202]);
    await until(() => client.of('a').payloads.length > 1);
    await client.whole('b');
    client.close();

    const unopened = await StreamClient.reserve(graph.url);
    let isRefused = false;
    const refused = unopened.ask('a', TIER).finally(() => {
      isRefused = true;
    });
    const before = graph.clock.monotonic();
    await until(() => {
      graph.clock.advance(100);
      return isRefused;
    });
    await expectRefusal(await refused, 404, 'NOT_FOUND');
    expect(graph.clock.monotonic() - before).toBeGreaterThanOrEqual(2_000);
  });

  test('does not start an operation whose client has given up while it waited', async () => {
    const client = await StreamClient.reserve(graph.url);
    const leaving = new AbortController();
    const body = JSON.stringify({ query: LIVE_ODDS, extensions: { operationId: 'a' } });
    const headers = { 'content-type': 'application/json' };
    const asked = client.send({ headers, body, signal: leaving.signal });
    await until(() => graph.clock.pendingTimers === timers + 1);
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await until(() => linesOf(graph.log, 'operation').length === 1);
    await client.open();
    graph.clock.advance(100);
    await client.ask('b', TIER);
    await client.whole('b');
    expect(client.order).toEqual(['b', 'b']);
    expect((await client.ask('a', TIER)).status).toBe(202); // Its id is free.
  });

  test('accepts operations by GET, from the URL', async () => {
    const client = await StreamClient.open(graph.url);
    const parameters = new URLSearchParams({
      query: 'query Tier($more: Boolean!) { viewer { tier canStream @include(if: $more) } }',
      operationName: 'Tier',
      variables: JSON.stringify({ more: false }),
      extensions: JSON.stringify({ operationId: 'a' }),
    });
    const accepted = await client.send({ method: 'GET', search: `?${parameters}` });
    expect(accepted.status).toBe(202);
    expect(await client.whole('a')).toMatchObject([{ data: { viewer: { tier: 'ENTERPRISE' } } }]);
  });

  test('completes an operation that was ended, and frees its id', async () => {
    const client = await StreamClient.open(graph.url);
    await client.ask('a', LIVE_ODDS);
    await until(() => client.of('a').payloads.length > 1);
    expect((await client.end('a')).status).toBe(200);
    const payloads = await client.whole('a');
    const count = payloads.length;
    (await graph.upstream.stream(1)).update(oddsDelta(1, 7));
    await graph.roundTrip();
    expect(payloads).toHaveLength(count);
    expect((await client.ask('a', TIER)).status).toBe(202);
    await until(() => payloads.length === count + 1);
  });

  test('uses the client’s operation id, whatever its characters', async () => {
    const client = await StreamClient.open(graph.url);
    const id = 'a "quoted"\\ id\n\ndata: {}';
    await client.ask(id, TIER);
    expect(await client.whole(id)).toMatchObject([{ data: { viewer: { tier: 'ENTERPRISE' } } }]);
  });

  test('is not delayed by an operation that waits', async () => {
    graph.upstream.refuse({ status: 0 });
    const client = await StreamClient.open(graph.url);
    await client.ask('waits', 'subscription { liveOpportunities { __typename } }');
    await until(() => graph.upstream.requests === 1);
    await client.ask('goes on', LIVE_ODDS);
    await until(() => client.of('goes on').payloads.length > 1);
    expect(client.of('waits').payloads).toEqual([]);
    client.close();
    await until(() => openConnections() === 0);
  });

  test('carries the errors of an operation that fails to start', async () => {
    const client = await StreamClient.open(graph.url);
    await client.ask('a', LIVE_ODDS, { variables: { filter: 7 } });
    await client.ask('b', 'subscription { liveOdds(chunkSize: 0) { __typename } }');
    await client.ask('c', '{ event(id: "\\u0000") { id } }');
    for (const id of ['a', 'b', 'c']) {
      const payloads = await client.whole(id);
      expect(payloads).toHaveLength(1);
      const [error] = payloads[0]?.errors ?? [];
      expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(error?.extensions).not.toHaveProperty('http');
    }
  });

  test('sends the error that ended a subscription, completes it, and stays open', async () => {
    const client = await StreamClient.open(graph.url);
    await client.ask('a', LIVE_ODDS);
    await until(() => client.of('a').payloads.length > 1);
    graph.upstream.tiers.set('demo_enterprise', null);
    await graph.clock.advanceInSteps(120_000, 10_000);
    const payloads = await client.whole('a');
    expect(payloads.at(-1)).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(client.isOver).toBe(false);
  });
});

describe('an invalid request on a stream is refused', () => {
  const operationId = 'a';
  let client: StreamClient;
  beforeEach(async () => {
    client = await StreamClient.open(graph.url);
  });

  const post = (body: string, headers: Record<string, string> = {}) =>
    client.send({ headers: { 'content-type': 'application/json', ...headers }, body });

  test('with 400 for a body that is no operation', async () => {
    for (const body of [
      { query: TIER },
      { query: TIER, extensions: { operationId: {} } },
      { query: TIER, extensions: { operationId: 'a'.repeat(257) } },
      { extensions: { operationId } },
      { query: 7, extensions: { operationId } },
      { query: TIER, variables: [], extensions: {} },
      { query: TIER, extensions: 'a' },
      { query: TIER, operationName: 7, extensions: {} },
      { query: TIER, operationName: 'B', extensions: { operationId } },
      [TIER],
    ]) {
      await expectRefusal(await post(JSON.stringify(body)), 400, 'BAD_USER_INPUT');
    }
  });

  test('with 400 for a document that is not valid, and with 404 for a hash without one, so that the client sends it; the id stays free', async () => {
    await expectRefusal(await client.ask('a', '{ nothing }'), 400, 'GRAPHQL_VALIDATION_FAILED');
    const body = { extensions: { operationId, ...persisted('unknown') } };
    await expectRefusal(await post(JSON.stringify(body)), 404, 'PERSISTED_QUERY_NOT_FOUND');
    expect((await client.ask('a', TIER)).status).toBe(202);
  });

  test('with the status that says why', async () => {
    const create = encodeURIComponent('mutation { createApiKey(name: "a") { secret } }');
    const ofUrl = `&extensions=${encodeURIComponent('{"operationId":"a"}')}`;
    const noJson = `?query=${encodeURIComponent(TIER)}&variables=%7B&extensions=%7B%7D`;
    const xml = { accept: 'text/xml' };
    await client.ask('taken', LIVE_ODDS);
    const refusals: readonly [Promise<Response>, status: number, allow?: string][] = [
      [client.ask('taken', LIVE_ODDS), 409],
      [post('{'), 400],
      [post(' '.repeat(2 ** 20 + 1)), 413],
      [post('{}', { 'content-type': 'text/plain' }), 415],
      [client.send({ headers: { 'content-type': 'application/json' } }), 400],
      [client.send({ method: 'GET', search: `?query=${create}${ofUrl}` }), 405, 'POST'],
      [client.send({ method: 'GET', search: noJson }), 400],
      [client.send({ method: 'PATCH' }), 405, 'GET, POST, PUT, DELETE'],
      [client.ask('a', TIER, {}, xml), 406],
      [client.send({ method: 'PUT', headers: xml }), 406],
      [client.send({ method: 'DELETE' }), 400], // Without an operation id.
    ];
    for (const [refused, status, allow = null] of refusals) {
      const response = await refused;
      expect(response.headers.get('allow')).toBe(allow);
      await expectRefusal(response, status, 'BAD_USER_INPUT');
    }
    expect((await client.send({ method: 'HEAD' })).status).toBe(405);
  });

  test('unless it is only unusual', async () => {
    const both = { accept: 'application/graphql-response+json, application/json;q=0.9' };
    expect((await client.ask('a', TIER, {}, both)).status).toBe(202);
    expect((await client.end('unknown')).status).toBe(200);
    for (const type of ['application/json', 'text/plain;charset=UTF-8']) {
      const headers = { 'content-type': type }; // Of a request without a body.
      expect((await client.send({ method: 'PUT', headers })).status).toBe(201);
      await client.ask(type, LIVE_ODDS);
      const search = `?operationId=${encodeURIComponent(type)}`;
      expect((await client.send({ method: 'DELETE', search, headers })).status).toBe(200);
      await client.whole(type);
    }
  });
});

describe('a token is refused', () => {
  /** The statuses of every kind of request with this token. */
  async function expectUnknown(token: string | null, key: string | null): Promise<void> {
    const headers = {
      ...(key !== null && { 'x-api-key': key }),
      ...(token !== null && { 'x-graphql-event-stream-token': token }),
    };
    const address = `${graph.url}/graphql/stream`;
    const body = JSON.stringify({ query: TIER, extensions: { operationId: 'a' } });
    const json = { ...headers, 'content-type': 'application/json' };
    const accept = 'text/event-stream';
    const answers = await Promise.all([
      fetch(address, { headers: { ...headers, accept } }),
      fetch(address, { method: 'POST', headers: json, body }),
      fetch(`${address}?query={a}`, { headers }),
      fetch(`${address}?operationId=a`, { method: 'DELETE', headers }),
    ]);
    for (const answer of answers) await expectRefusal(answer, 404, 'NOT_FOUND');
  }

  test('if it is unknown or missing', async () => {
    await expectUnknown('unknown', 'demo_pro');
    await expectUnknown('__proto__', 'demo_pro');
    await expectUnknown(null, 'demo_pro');
  });

  test('with another credential or without one, while its owner’s stream stays open', async () => {
    const client = await StreamClient.open(graph.url, 'demo_pro');
    await expectUnknown(client.token, 'demo_sharp');
    await expectUnknown(client.token, null);
    await client.ask('a', TIER);
    expect(await client.whole('a')).toMatchObject([{ data: { viewer: { tier: 'PRO' } } }]);
  });

  test('with a credential if it was reserved without one', async () => {
    const client = await StreamClient.open(graph.url, null);
    await expectUnknown(client.token, 'demo_pro');
    await client.ask('a', '{ __typename }');
    expect(await client.whole('a')).toMatchObject([{ data: { __typename: 'Query' } }]);
  });

  test('once its stream has ended', async () => {
    const client = await StreamClient.open(graph.url);
    client.close();
    await until(() => openConnections() === 0);
    graph.clock.advance(60_000);
    await expectUnknown(client.token, 'demo_enterprise');
  });

  test('if its stream was not opened within a minute', async () => {
    const client = await StreamClient.reserve(graph.url);
    graph.clock.advance(60_000);
    await expectUnknown(client.token, 'demo_enterprise');
    expect(graph.clock.pendingTimers).toBe(timers);
  });

  test('if the client chose it: each reservation gets a new one', async () => {
    const client = await StreamClient.reserve(graph.url);
    const again = await client.send({ method: 'PUT' });
    expect(again.status).toBe(201);
    expect(await again.text()).not.toBe(client.token);
  });
});

describe('limits of streams:', () => {
  test('a stream has at most five hundred operations', async () => {
    const client = await StreamClient.open(graph.url);
    const answers = Array.from({ length: 500 }, (_, i) => client.ask(`${i}`, LIVE_ODDS));
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(
      new Set([202]),
    );
    await expectRefusal(await client.ask('more', LIVE_ODDS), 429, 'STREAM_LIMIT_EXCEEDED');
    await client.end('7');
    await client.whole('7');
    expect((await client.ask('more', LIVE_ODDS)).status).toBe(202);
  });

  test('fifty equal operations use one upstream stream and one execution, and leave nothing behind', async () => {
    const client = await StreamClient.open(graph.url);
    const ids = Array.from({ length: 50 }, (_, i) => `${i}`);
    await Promise.all(ids.map((id) => client.ask(id, LIVE_ODDS)));
    await until(() => haveStarted(ids.map((id) => client.of(id).payloads)));
    expect(graph.upstream.requests).toBe(1);
    const executions = vi.spyOn(Executor.prototype, 'executeEvent');
    const encodings = vi.spyOn(JSON, 'stringify');
    const stream = await graph.upstream.stream(1);
    stream.update(oddsDelta(1, 7));
    await until(() => ids.every((id) => lastUpdate(client, id)?.odds[0]?.price.american === 107));
    const encoded = encodings.mock.calls.filter(([value]) => value?.data?.liveOdds);
    expect([executions.mock.calls.length, encoded.length]).toEqual([1, 1]);
    client.close();
    await until(() => openConnections() === 0);
    await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, 1_000);
    await until(() => graph.upstream.openStreams === 0);
    expect(graph.clock.pendingTimers).toBe(timers);
  });

  test('equal subscriptions in both modes share one upstream stream, each in its own encoding', async () => {
    const client = await StreamClient.open(graph.url);
    await client.ask('a', LIVE_ODDS);
    const distinct = await graph.live();
    const results = () => [client.of('a').payloads, distinct.results];
    await until(() => haveStarted(results()));
    (await graph.upstream.stream(1)).update(oddsDelta(1, 7));
    await until(() => results().every((all) => JSON.stringify(all.at(-1)).includes('107')));
    const [one, other] = results().map((all) => all.at(-1));
    expect(one).toEqual(other);
    expect(graph.upstream.requests).toBe(1);
  });
});

test('a client that stops reading gets what changed since for each operation, each price once, and what it asked meanwhile, when it reads again', async () => {
  const wide = 1_000;
  const board = Array.from({ length: wide }, (_, i) => oddsRow(i));
  graph.upstream.onStream = (stream) => stream.open(board);
  const client = await StreamClient.open(graph.url);
  const ids = ['a', 'b'];
  for (const id of ids) await client.ask(id, LIVE_ODDS, { variables: { chunkSize: wide } });
  await until(() => ids.every((id) => client.of(id).payloads.length > 1));
  client.pause();
  const version = await graph.untilBlocked(wide);
  const seen = client.of('a').payloads.length;

  const variables = { undeclared: 'x'.repeat(1_000) };
  expect((await client.ask('more', TIER, { variables })).status).toBe(202);
  await graph.roundTrip();
  const bytes = () => metricOf(graph.url, 'stream_operation_bytes');
  expect(await bytes()).toBeGreaterThan(2_000);

  const last = version + 20;
  for (let next = version + 1; next <= last; next += 1) await graph.move(wide, next);
  client.resume();
  const isCurrent = (id: string) => lastUpdate(client, id)?.odds[0]?.price.american === 100 + last;
  await until(() => ids.every(isCurrent));
  expect(client.of('a').payloads.length - seen).toBeLessThan(last);
  expect(lastUpdate(client, 'b')?.conflated).toBeGreaterThanOrEqual(19 * wide);
  expect(await client.whole('more')).toMatchObject([{ data: { viewer: {} } }]);
  expect(await bytes()).toBe(0);
});

describe('a page of another origin', () => {
  test('may reserve streams, send operations and end them', async () => {
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const answer = await fetch(`${graph.url}/graphql/stream`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.com',
          'access-control-request-method': method,
          'access-control-request-headers': 'x-api-key,x-graphql-event-stream-token',
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
      expect(answer.headers.get('access-control-allow-headers')).toContain(
        'x-graphql-event-stream-token',
      );
    }
  });

  test('may read the stream and every error response', async () => {
    const headers = { origin: 'https://example.com' };
    const client = await StreamClient.reserve(graph.url);
    const accept = 'text/event-stream';
    const stream = await client.send({ method: 'GET', headers: { ...headers, accept } });
    const refused = await client.send({ method: 'GET', headers: { ...headers, accept } });
    for (const answer of [stream, refused]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      await answer.body?.cancel();
    }
  });
});

test('a stopping server answers the operations that it has accepted before it ends their stream, which is live until then', async () => {
  const game = new OneGame();
  const whole = await graphOfTest({ feed: () => game.feed });
  const client = await StreamClient.open(whole.url);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  whole.proxy.spoil('POST /account/keys', holdUntil(released));
  await client.ask('prices', LIVE_ODDS);
  await until(() => client.of('prices').payloads.length > 0);
  await client.ask('created', 'mutation { createApiKey(name: "Late") { apiKey { name } } }');
  await until(() => whole.proxy.seen.some(({ method }) => method === 'POST'));
  const stopped = whole.stopGraph();
  game.moveHome();
  await until(() => lastUpdate(client, 'prices')?.odds[0]?.price.american === 150);
  release();
  expect(await client.whole('created')).toMatchObject([
    { data: { createApiKey: { apiKey: { name: 'Late' } } } },
  ]);
  await until(() => client.isOver);
  expect(client.of('prices').isComplete).toBe(false);
  await stopped;
  expect(whole.clock.pendingTimers).toBe(0);
});
