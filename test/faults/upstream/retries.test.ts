import { describe, expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import {
  answer,
  cut,
  cutInBody,
  hang,
  holdUntil,
  html,
  rateLimited,
} from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

const QUERY = '{ sportsbooks { id } }';
const ROUTE = 'GET /sportsbooks';

const graph = await sharedGraph();

/** A rate limit reset `seconds` from now on the graph's clock, in Unix seconds. */
function reset(seconds: number): string {
  return String(Math.round(graph.clock.now() / 1000) + seconds);
}

test.each([
  ['503', answer(503)],
  ['an HTML page with 502', html(502)],
  ['a reset connection', cut],
  ['a connection that is reset within the body', cutInBody],
])('retries a read that fails with %s', async (_, fault) => {
  graph.proxy.plan(ROUTE, fault, fault);
  const data = await graph.dataOf(QUERY);
  expect(data.sportsbooks).toHaveLength(32);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 3 });
});

test('retries a batch, which is a read although it is a POST', async () => {
  graph.proxy.plan('POST /odds/batch', cut);
  const { errors } = await graph.ask('{ events(first: 1) { nodes { odds { key } } } }');
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 2 });
});

test('fails after three attempts', async () => {
  graph.proxy.spoil(ROUTE, answer(503));
  expect(codesOf(await graph.ask(QUERY))).toEqual(['UPSTREAM_UNAVAILABLE']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 3 });
});

test.each([
  ['a 400', answer(400), 'BAD_USER_INPUT'],
  ['a 401', answer(401), 'UNAUTHENTICATED'],
  ['an answer that is not JSON', html(200), 'UPSTREAM_INVALID_RESPONSE'],
])('does not retry %s', async (_, fault, code) => {
  graph.proxy.spoil(ROUTE, fault);
  expect(codesOf(await graph.ask(QUERY))).toEqual([code]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
});

test('retries a 503 at once although it reports when the rate limit resets', async () => {
  graph.proxy.plan(ROUTE, answer(503, {}, { 'x-ratelimit-reset': reset(60) }));
  const { errors } = await graph.ask(QUERY);
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
});

test('accepts a slow answer that arrives before the deadline', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  graph.proxy.plan(ROUTE, holdUntil(released));
  const asked = graph.ask(QUERY);
  await until(() => graph.proxy.seen.length === 1);
  graph.clock.advance(9_999);
  release();
  expect((await asked).errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
  expect(graph.waits()).toBe(0);
});

test('fails at once if Retry-After is longer than the deadline allows', async () => {
  graph.proxy.plan(ROUTE, answer(503, {}, { 'retry-after': '60' }));
  expect(codesOf(await graph.ask(QUERY))).toEqual(['UPSTREAM_UNAVAILABLE']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });
  expect((await graph.ask(QUERY)).errors).toEqual([]); // A 503 is not a rate limit.
});

test('has one deadline for all attempts of a call', async () => {
  graph.proxy.plan(ROUTE, answer(503), hang);
  const asked = graph.ask(QUERY);
  await until(() => graph.proxy.unanswered === 1);
  graph.clock.advance(10_000);
  expect(codesOf(await asked)).toEqual(['UPSTREAM_TIMEOUT']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
});

test('ignores a rate limit reset beyond the range of dates', async () => {
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

describe('a 429', () => {
  test('is retried after a short Retry-After', async () => {
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

  test('is reported if it comes so late that the wait is more than half of what is left', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    graph.proxy.plan(ROUTE, async (exchange) => {
      await released;
      await rateLimited({ 'retry-after': '4' })(exchange);
    });
    const asked = graph.ask(QUERY);
    await until(() => graph.proxy.seen.length === 1);
    graph.clock.advance(4_000);
    release();
    expect((await asked).errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 4,
    });
  });

  test.each([
    ['seconds', () => ({ 'retry-after': '30' }), 30],
    ['a date', () => ({ 'retry-after': new Date(graph.clock.now() + 30_000).toUTCString() }), 30],
    ['a rate limit reset', () => ({ 'x-ratelimit-reset': reset(20) }), 20],
  ])('is reported with the wait that upstream names as %s', async (_, headers, seconds) => {
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
    [
      'that nobody asked for',
      answer(429, {}, { 'content-encoding': 'deflate', 'retry-after': '30' }),
    ],
    ['that it does not have', answer(429, {}, { 'content-encoding': 'gzip', 'retry-after': '30' })],
  ])('counts although its body claims a content coding %s', async (_, fault) => {
    graph.proxy.plan(ROUTE, fault);
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 30 });
  });

  test.each([
    ['a date', () => ({ 'retry-after': new Date(graph.clock.now() - 270_000).toUTCString() })],
    ['a rate limit reset', () => ({ 'x-ratelimit-reset': reset(-270) })],
  ])('means its wait, as %s, by the clock of upstream', async (_, headers) => {
    graph.clock.advance(1_000 - (graph.clock.now() % 1_000));
    const date = new Date(graph.clock.now() - 300_000).toUTCString(); // Ours is five minutes ahead.
    graph.proxy.plan(ROUTE, rateLimited({ date, ...headers() }));
    const { errors } = await graph.ask(QUERY);
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 30 });
  });

  test.each([
    ['seconds', () => ({ 'retry-after': '31536000' })],
    ['more seconds than fit a number', () => ({ 'retry-after': '9'.repeat(400) })],
    ['a date', () => ({ 'retry-after': 'Fri, 31 Dec 2099 23:59:59 GMT' })],
    ['a rate limit reset', () => ({ 'x-ratelimit-reset': reset(31_536_000) })],
    ['a rate limit reset in milliseconds', () => ({ 'x-ratelimit-reset': `${reset(60)}000` })],
    [
      'a rate limit reset in microseconds',
      () => ({
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${reset(60)}000000`,
      }),
    ],
  ])('with a wait of years, as %s, is retried after two minutes', async (_, headers) => {
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
    ['none', {}],
    ['a negative number', { 'retry-after': '-5' }],
    ['NaN', { 'retry-after': 'NaN' }],
    ['a fraction', { 'retry-after': '1.5' }],
    ['empty', { 'retry-after': '' }],
    ['words', { 'retry-after': 'after lunch, at 12' }],
    ['a negative rate limit reset', { 'x-ratelimit-reset': '-5' }],
    ['a rate limit reset of NaN', { 'x-ratelimit-reset': 'NaN' }],
    ['an empty rate limit reset', { 'x-ratelimit-reset': '' }],
  ])(
    'with no valid wait (%s) is reported without one, and the next query asks upstream again',
    async (_, headers) => {
      graph.proxy.plan(ROUTE, rateLimited(headers));
      const { errors } = await graph.ask(QUERY);
      expect(errors[0]?.extensions).toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterSeconds: null,
      });
      expect((await graph.ask(QUERY)).errors).toEqual([]);
      expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
    },
  );

  test('with a Retry-After in the past is retried at once', async () => {
    graph.proxy.plan(ROUTE, rateLimited({ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }));
    expect((await graph.ask(QUERY)).errors).toEqual([]);
    expect(graph.proxy.costs).toEqual({ [ROUTE]: 2 });
  });

  test('blocks requests of the same account, and only those, until the wait is over, even if the system’s clock is set meanwhile', async () => {
    graph.proxy.plan(ROUTE, rateLimited({ 'retry-after': '30' }));
    await graph.ask(QUERY);
    graph.proxy.reset();
    graph.clock.setWallBy(10 * 60_000);
    graph.clock.advance(12_000);
    const { errors } = await graph.ask('{ odds(first: 1) { totalCount } }');
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 18 });
    expect(graph.proxy.counts).toEqual({});
    expect((await graph.ask(QUERY, { key: 'demo_pro' })).errors).toEqual([]);
    graph.clock.advance(17_999);
    expect(codesOf(await graph.ask(QUERY))).toEqual(['RATE_LIMITED']);
    graph.clock.advance(1);
    expect((await graph.ask(QUERY)).errors).toEqual([]);
  });
});
