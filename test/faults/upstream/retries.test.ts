import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import {
  answer,
  cut,
  cutInBody,
  hang,
  holdUntil,
  html,
  rateLimited,
} from '../../harness/servers/faults.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';
import { until } from '../../harness/until.ts';

const QUERY = '{ sportsbooks { id } }';
const ROUTE = 'GET /sportsbooks';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

/** Seconds since the epoch, so many seconds ahead on the graph's clock. */
function reset(seconds: number): string {
  return String(Math.round(graph.clock.now() / 1000) + seconds);
}

test.each([
  ['503', answer(503)],
  ['an HTML page with 502', html(502)],
  ['a cut connection', cut],
  ['a connection that is cut in the body', cutInBody],
])('a read that fails by %s is tried again', async (_, fault) => {
  graph.proxy.plan(ROUTE, fault, fault);
  const { data, errors } = await graph.ask(QUERY);
  expect(errors).toEqual([]);
  expect(data.sportsbooks).toHaveLength(32);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 3 });
});

test('a batch, which only reads, is tried again too', async () => {
  graph.proxy.plan('POST /odds/batch', cut);
  const { errors } = await graph.ask('{ events(first: 1) { nodes { odds { key } } } }');
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 2 });
});

test('a read is tried three times in all, then fails', async () => {
  graph.proxy.spoil(ROUTE, answer(503));
  expect(codesOf(await graph.ask(QUERY))).toEqual(['UPSTREAM_UNAVAILABLE']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 3 });
});

test.each([
  ['a refusal', answer(400), 'BAD_USER_INPUT'],
  ['an unknown key', answer(401), 'UNAUTHENTICATED'],
  ['an answer that is not JSON', html(200), 'UPSTREAM_INVALID_RESPONSE'],
])('%s is not tried again', async (_, fault, code) => {
  graph.proxy.spoil(ROUTE, fault);
  expect(codesOf(await graph.ask(QUERY))).toEqual([code]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
});

test('a server that fails and tells its rate budget is tried again at once, not after the budget', async () => {
  graph.proxy.plan(ROUTE, answer(503, {}, { 'x-ratelimit-reset': reset(60) }));
  const { errors } = await graph.ask(QUERY);
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
});

test('an answer that is slow, but comes before the deadline, is taken', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  graph.proxy.plan(ROUTE, holdUntil(released));
  const asked = graph.ask(QUERY);
  await until(() => graph.proxy.seen.length === 1);
  graph.clock.advance(9_999);
  release();
  expect((await asked).errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
  expect(graph.waits()).toBe(0);
});

test('a server that asks for a longer wait than there is time for is not waited for', async () => {
  graph.proxy.plan(ROUTE, answer(503, {}, { 'retry-after': '60' }));
  expect(codesOf(await graph.ask(QUERY))).toEqual(['UPSTREAM_UNAVAILABLE']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
  expect((await graph.ask(QUERY)).errors).toEqual([]); // It is no budget that is used up.
});

test('the tries of a call share one deadline', async () => {
  graph.proxy.plan(ROUTE, answer(503), hang);
  const asked = graph.ask(QUERY);
  await until(() => graph.proxy.unanswered === 1);
  graph.clock.advance(10_000);
  expect(codesOf(await asked)).toEqual(['UPSTREAM_TIMEOUT']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
});

describe('a used-up budget', () => {
  test('is waited for where upstream asks for a short wait', async () => {
    graph.proxy.plan(ROUTE, rateLimited({ 'retry-after': '2' }));
    const asked = graph.ask(QUERY);
    await until(() => graph.waits() === 2); // The deadline and the wait.
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
    graph.clock.advance(1_999);
    expect(graph.waits()).toBe(2);
    graph.clock.advance(1);
    expect((await asked).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
  });

  test.each([
    ['seconds', () => ({ 'retry-after': '30' }), 30],
    ['a date', () => ({ 'retry-after': new Date(graph.clock.now() + 30_000).toUTCString() }), 30],
    ['the end of the rate window', () => ({ 'x-ratelimit-reset': reset(20) }), 20],
  ])('is told with the wait that upstream names by %s', async (_, headers, seconds) => {
    graph.clock.advance(1_000 - (graph.clock.now() % 1_000));
    graph.proxy.plan(ROUTE, rateLimited(headers()));
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: seconds,
      upstream: { status: 429, code: 'rate_limited' },
    });
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
  });

  test.each([
    ['seconds', () => ({ 'retry-after': '31536000' })],
    ['more seconds than a number holds', () => ({ 'retry-after': '9'.repeat(400) })],
    ['a date', () => ({ 'retry-after': 'Fri, 31 Dec 2099 23:59:59 GMT' })],
    ['the end of the rate window', () => ({ 'x-ratelimit-reset': reset(31_536_000) })],
    [
      'the end of the rate window in milliseconds',
      () => ({ 'x-ratelimit-reset': `${reset(60)}000` }),
    ],
    [
      'the end of the rate window in microseconds',
      () => ({
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${reset(60)}000000`,
      }),
    ],
  ])('whose wait takes years by %s is asked again after two minutes', async (_, headers) => {
    graph.proxy.plan(ROUTE, rateLimited(headers()));
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 120 });
    graph.clock.advance(119_999);
    expect(codesOf(await graph.ask(QUERY))).toEqual(['RATE_LIMITED']);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
    graph.clock.advance(1);
    expect((await graph.ask(QUERY)).errors).toEqual([]);
  });

  test.each([
    ['a negative number', { 'retry-after': '-5' }],
    ['no number', { 'retry-after': 'NaN' }],
    ['a fraction', { 'retry-after': '1.5' }],
    ['nothing', { 'retry-after': '' }],
    ['words', { 'retry-after': 'after lunch, at 12' }],
    ['a negative end of the rate window', { 'x-ratelimit-reset': '-5' }],
    ['an end of the rate window that is none', { 'x-ratelimit-reset': 'NaN' }],
    ['an end of the rate window that is empty', { 'x-ratelimit-reset': '' }],
  ])('whose wait is %s names none', async (_, headers) => {
    graph.proxy.plan(ROUTE, rateLimited(headers));
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: null });
    expect((await graph.ask(QUERY)).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
  });

  test('whose wait is over already is asked again at once', async () => {
    graph.proxy.plan(ROUTE, rateLimited({ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }));
    expect((await graph.ask(QUERY)).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
  });

  test('whose end is no date at all costs no answer', async () => {
    const headers = {
      'x-ratelimit-limit': '9',
      'x-ratelimit-remaining': '9',
      'x-ratelimit-reset': '999999999999999',
    };
    graph.proxy.plan(ROUTE, answer(200, { success: true, data: [], meta: {} }, headers));
    const { errors, cost } = await graph.ask(QUERY);
    expect(errors).toEqual([]);
    expect(cost).toMatchObject({ calls: 1 });
  });

  test('that names no wait is told without one, and the next query asks again', async () => {
    graph.proxy.plan(ROUTE, rateLimited());
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: null });
    expect((await graph.ask(QUERY)).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
  });

  test('is not asked again before its time, by the same account alone', async () => {
    graph.proxy.plan(ROUTE, rateLimited({ 'retry-after': '30' }));
    await graph.ask(QUERY);
    graph.proxy.reset();
    graph.clock.advance(12_000);
    const { errors } = await graph.ask('{ odds(first: 1) { totalCount } }');
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 18 });
    expect(graph.proxy.counts).toEqual({});
    expect((await graph.ask(QUERY, { key: 'demo_pro' })).errors).toEqual([]);
    graph.clock.advance(18_000);
    expect((await graph.ask(QUERY)).errors).toEqual([]);
  });

  test('of the real origin comes back as RATE_LIMITED, and is whole again with the next window', async () => {
    const poor = await startTestGraph({ rateLimits: { free: 3 } });
    const ask = (first: number) =>
      poor.ask(`{ odds(first: ${first}) { totalCount } }`, { key: 'demo_free' });
    for (const first of [1, 2, 3]) expect((await ask(first)).errors).toEqual([]);
    const { errors } = await ask(4);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    poor.originClock.advance(60_000);
    poor.clock.advance(60_000);
    expect((await ask(4)).errors).toEqual([]);
    await poor.stop();
  });
});
