import { describe, expect, test } from 'vitest';
import type { Reply } from '../../harness/clients/graph-client.ts';
import { linesOf } from '../../harness/clients/log-lines.ts';
import { graphOfTest, sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { type Fault, rewrite } from '../../harness/servers/fault-proxy.ts';
import {
  answer,
  cut,
  cutInBody,
  empty,
  hang,
  html,
  rateLimited,
  truncate,
} from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

const DEADLINE_MS = 10_000;

/** Fields that use every route for reading. */
const QUERY = `{
  viewer { tier }
  sportsbooks { id }
  odds(first: 1) { nodes { key } }
  oddsChanges(since: "2026-11-21T17:00:00Z", first: 1) { totalCount }
  events(first: 2) { nodes { name odds { key } comparison { eventId } } }
}`;

/** The paths of the fields that need each route. */
const ROUTES: readonly [string, readonly (readonly (string | number)[])[]][] = [
  ['GET /account/keys', [['viewer']]],
  ['GET /sportsbooks', [['sportsbooks']]],
  ['GET /odds', [['odds']]],
  ['GET /odds/delta', [['oddsChanges']]],
  ['GET /events', [['events']]],
  [
    'POST /odds/batch',
    [
      ['events', 'nodes', 0, 'odds'],
      ['events', 'nodes', 1, 'odds'],
      ['events', 'nodes', 0, 'comparison'],
      ['events', 'nodes', 1, 'comparison'],
    ],
  ],
];

const refusal = (status: number, code: string) =>
  answer(status, { error: { code, message: 'Broken inside at 10.1.2.3, demo_enterprise.' } });

const FAULTS: readonly [string, Fault, string][] = [
  ['a connection reset', cut, 'UPSTREAM_UNAVAILABLE'],
  ['a connection reset within the body', cutInBody, 'UPSTREAM_UNAVAILABLE'],
  ['status 500', answer(500), 'UPSTREAM_UNAVAILABLE'],
  ['an HTML page with status 502', html(502), 'UPSTREAM_UNAVAILABLE'],
  ['a redirect', empty(302, { location: 'http://127.0.0.1:1/' }), 'UPSTREAM_UNAVAILABLE'],
  ['an HTML page with status 200', html(200), 'UPSTREAM_INVALID_RESPONSE'],
  ['truncated JSON', truncate, 'UPSTREAM_INVALID_RESPONSE'],
  ['an empty body', empty(200), 'UPSTREAM_INVALID_RESPONSE'],
  ['an answer without content', empty(204), 'UPSTREAM_INVALID_RESPONSE'],
  ['JSON null', answer(200, null), 'UPSTREAM_INVALID_RESPONSE'],
  ['JSON of another shape', answer(200, { data: 'nothing' }), 'UPSTREAM_INVALID_RESPONSE'],
  ['missing data', rewrite(() => ({ meta: {} })), 'UPSTREAM_INVALID_RESPONSE'],
  ['status 401', refusal(401, 'unauthorized'), 'UNAUTHENTICATED'],
  ['status 403', refusal(403, 'feature_not_available'), 'FEATURE_NOT_AVAILABLE'],
  ['status 400', refusal(400, 'invalid_request'), 'BAD_USER_INPUT'],
  ['status 400 of a proxy', html(400), 'UPSTREAM_INVALID_RESPONSE'],
  ['status 401 of a proxy', html(401), 'UPSTREAM_INVALID_RESPONSE'],
  ['status 451 of a proxy', html(451), 'UPSTREAM_INVALID_RESPONSE'],
  ['status 404 of a proxy', html(404), 'UPSTREAM_INVALID_RESPONSE'],
  ['status 408 of a proxy', html(408), 'UPSTREAM_UNAVAILABLE'],
  ['status 429', rateLimited(), 'RATE_LIMITED'],
];

const graph = await sharedGraph();

test('the log says which response was invalid, and why', async () => {
  graph.proxy.rewrite('GET /sportsbooks', () => ({ data: [{ id: 7 }] }));
  await graph.ask('{ sportsbooks { id } }', { headers: { 'x-request-id': 'invalid-1' } });
  const [line] = linesOf(graph.log(), 'upstream sent an invalid response').slice(-1);
  expect(line).toMatchObject({
    ...{ level: 40, requestId: 'invalid-1', method: 'GET', route: '/sportsbooks' },
    problem: expect.stringContaining('"/data/0'),
  });
});

function expectOnlyTheseFailed(
  reply: Reply<unknown>,
  paths: readonly (readonly (string | number)[])[],
  code: string,
): void {
  expect(reply.status).toBe(294);
  const failed = reply.errors.map(({ path, extensions }) => ({ path, code: extensions?.['code'] }));
  expect(failed).toHaveLength(paths.length);
  expect(failed).toEqual(expect.arrayContaining(paths.map((path) => ({ path, code }))));
  expect(nullPaths(reply.data)).toEqual(paths.map((path) => path.join('.')).sort());
  expectNoLeak(reply.text);
}

/** The paths of nulls in the data. */
function nullPaths(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join('.')];
  if (typeof value !== 'object') return [];
  return Object.entries(value)
    .flatMap(([name, inner]) => nullPaths(inner, [...path, name]))
    .sort();
}

async function askWhileSpoilt(route: string, fault: Fault): Promise<Reply<unknown>> {
  graph.proxy.spoil(route, fault);
  return graph.ask(QUERY);
}

test.each(FAULTS)(
  'when a route fails with %s, only its fields are null, with an error code',
  async (_, fault, code) => {
    for (const [route, paths] of [['GET /odds', [['odds']]] as const, ...ROUTES.slice(-1)]) {
      graph.fresh();
      expectOnlyTheseFailed(await askWhileSpoilt(route, fault), paths, code);
    }
  },
);

describe.each(ROUTES)('when %s fails', (route, paths) => {
  test('only its fields are null', async () => {
    const reply = await askWhileSpoilt(route, truncate);
    expectOnlyTheseFailed(reply, paths, 'UPSTREAM_INVALID_RESPONSE');
  });

  test('by a timeout, only its fields are null', async () => {
    const asked = askWhileSpoilt(route, hang);
    // Only the requests that hang are left, each with its deadline.
    await until(() => {
      const { unanswered } = graph.proxy;
      return unanswered > 0 && unanswered === graph.waits();
    });
    graph.clock.advance(DEADLINE_MS - 1);
    expect(graph.waits()).toBe(graph.proxy.unanswered);
    graph.clock.advance(1);
    expectOnlyTheseFailed(await asked, paths, 'UPSTREAM_TIMEOUT');
  });
});

test('reports only status, code and request id of the upstream error', async () => {
  graph.proxy.spoil(
    'GET /odds',
    answer(
      500,
      { error: { code: 'internal_error', message: 'Broken inside' } },
      { 'x-request-id': 'req-1' },
    ),
  );
  const { errors } = await graph.ask('{ odds { totalCount } }');
  expect(errors[0]?.extensions).toEqual({
    code: 'UPSTREAM_UNAVAILABLE',
    upstream: { status: 500, code: 'internal_error', requestId: 'req-1' },
  });
  const fields = ['extensions', 'locations', 'message', 'path'];
  expect(Object.keys(errors[0] ?? {}).sort()).toEqual(fields);
});

test.each([
  ['of another shape', answer(200, { data: 'nothing' })],
  ['that cannot be decompressed', empty(200, { 'content-encoding': 'gzip' })],
])('reports the request id of a response %s', async (_what, fault) => {
  graph.proxy.spoil('GET /odds', (exchange) => {
    const { seen, response } = exchange;
    response.setHeader('x-request-id', seen.requestId ?? '');
    return fault(exchange);
  });
  const headers = { 'x-request-id': 'malformed-1' };
  const { errors } = await graph.ask('{ odds { totalCount } }', { headers });
  expect(errors[0]?.extensions).toEqual({
    code: 'UPSTREAM_INVALID_RESPONSE',
    upstream: { status: 200, code: null, requestId: 'malformed-1' },
  });
});

test.each([
  ['repeat the key', 'demo_enterprise'],
  ['are too long', 'x'.repeat(129)],
  ['are sentences', 'The key is wrong.'],
])('leaves out the code and request id of upstream if they %s', async (_why, text) => {
  const error = { error: { code: text, message: '' } };
  graph.proxy.spoil('GET /odds', answer(500, error, { 'x-request-id': text }));
  const { errors } = await graph.ask('{ odds { totalCount } }', { key: 'demo_enterprise' });
  expect(errors[0]?.extensions).toEqual({
    code: 'UPSTREAM_UNAVAILABLE',
    upstream: { status: 500, code: null, requestId: null },
  });
});

test('reports an unreachable upstream in errors and in /readyz', async () => {
  const lonely = await graphOfTest();
  await lonely.proxy.close();
  const reply = await lonely.ask(QUERY);
  expect(new Set(reply.errors.map((e) => e.extensions?.['code']))).toEqual(
    new Set(['UPSTREAM_UNAVAILABLE']),
  );
  expectNoLeak(reply.text);
  const ready = await fetch(`${lonely.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready', upstream: 'failing' });
});
