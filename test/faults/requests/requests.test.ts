import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { codesOf, TRANSPORTS, type Transport } from '../../harness/clients/graph-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';

const QUERY = '{ sportsbook(id: "circa") { id } }';
const CIRCA = { sportsbook: { id: 'circa' } };

const graph = await sharedGraph();

/** Parameters that are missing or of a wrong type are audited in `test/conformance/audits.test.ts`. */
const BODIES: readonly [string, string, number][] = [
  ['a body that is not JSON', '{ events { totalCount } }', 400],
  ['an empty body', '', 400],
  ['a body over 1 MiB', JSON.stringify({ query: `{ __typename } #${'x'.repeat(2 ** 20)}` }), 413],
  ['a list of queries', `[${JSON.stringify({ query: '{ __typename }' })}]`, 400],
  ['a JSON text', '"{ __typename }"', 400],
  ['a JSON text of a request', JSON.stringify('{"query":"{ __typename }"}'), 400],
  ['JSON null', 'null', 400],
];

test.each(BODIES)('refuses %s', async (_, body, status) => {
  const reply = await graph.post(body);
  expect(reply.status).toBe(status);
  expect(reply.data).toBeUndefined();
  expect(reply.text).toContain('"errors"');
  expect(graph.proxy.counts).toEqual({});
  expectNoLeak(reply.text);
});

test('says how large a body may be', async () => {
  const { errors } = await graph.post('x'.repeat(3 * 2 ** 20));
  expect(errors[0]?.message).toBe('The body is larger than 1048576 bytes.');
});

test('says which key it refuses in JSON that is valid', async () => {
  for (const poison of ['{"__proto__":{"a":1}}', '{"a":{"constructor":{"prototype":1}}}']) {
    const query = new URLSearchParams({ query: QUERY, variables: poison });
    const posted = await graph.post(`{"query":"{ __typename }","variables":${poison}}`);
    const inUrl = await graph.get(`/graphql?${query}`);
    const problem = 'has a key that is not allowed, such as "__proto__".';
    expect([posted.status, posted.errors[0]?.message]).toEqual([400, `The body ${problem}`]);
    expect([inUrl.status, inUrl.errors[0]?.message]).toEqual([
      400,
      `The parameter "variables" ${problem}`,
    ]);
  }
  const broken = await graph.post('{"query": "{ __typ');
  expect(broken.errors[0]?.message).toBe('The body is not valid JSON.');
});

test('accepts a body of just under 1 MiB', async () => {
  const variables = { unused: 'x'.repeat(2 ** 20 - 200) };
  const reply = await graph.ask(QUERY, { variables });
  expect(reply.data).toEqual(CIRCA);
});

test.each([
  'application/json ; charset=utf-8',
  'Application/JSON;charset=UTF-8',
  'application/json;',
])('accepts the type %s from pages of any origin', async (type) => {
  const body = JSON.stringify({ query: QUERY });
  const headers = { 'content-type': type, origin: 'https://example.org' };
  const reply = await graph.post(body, { headers });
  expect([reply.status, reply.data]).toEqual([200, CIRCA]);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
});

test('refuses a compressed body, and says so', async () => {
  const body = gzipSync(JSON.stringify({ query: QUERY }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await fetch(`${graph.url}/graphql`, { method: 'POST', headers, body });
  expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  expect(await reply.text()).toContain('Send the body uncompressed');
});

test.each(['Identity', ''])('takes a body of the content coding "%s" as it is', async (coding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding };
  const reply = await graph.post(JSON.stringify({ query: QUERY }), { headers });
  expect([reply.status, reply.data]).toEqual([200, CIRCA]);
});

// What a page of another origin can send without the browser asking first.
test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'refuses a body of the type %s, whatever its content',
  async (type) => {
    const body = JSON.stringify({ query: QUERY });
    const reply = await graph.post(body, { headers: { 'content-type': type } });
    expect([reply.status, reply.errors[0]?.message]).toEqual([
      415,
      'Send the body with "Content-Type: application/json".',
    ]);
    expect(reply.data).toBeUndefined();
    expect(graph.proxy.counts).toEqual({});
  },
);

test.each(TRANSPORTS)(
  '%s answers preflight requests of any origin with the allowed headers',
  async (transport) => {
    const response = await fetch(graph.url + transport, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key,authorization',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    const allowed = response.headers.get('access-control-allow-headers') ?? '';
    for (const header of ['content-type', 'x-api-key', 'authorization']) {
      expect(allowed).toContain(header);
    }
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  },
);

describe('keys', () => {
  test.each([
    ['X-API-Key', { 'x-api-key': 'demo_pro' }],
    ['Authorization: Bearer', { authorization: 'Bearer demo_pro' }],
    ['Authorization in other letters', { authorization: 'bearer  demo_pro' }],
    ['it beside an empty X-API-Key', { 'x-api-key': '', authorization: 'Bearer demo_pro' }],
    ['both, of which the first wins', { 'x-api-key': 'demo_pro', authorization: 'Bearer x' }],
  ])('are read from %s', async (_, headers) => {
    const { data } = await graph.ask('{ viewer { tier } }', { key: null, headers });
    expect(data.viewer?.tier).toBe('PRO');
  });

  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['another scheme', { authorization: 'Basic ZGVtb19wcm8=' }],
    ['an overlong key', { 'x-api-key': 'k'.repeat(513) }],
    ['a key with spaces', { 'x-api-key': 'demo pro' }],
  ])('are required if a request has %s', async (_, headers) => {
    const reply = await graph.ask(QUERY, { key: null, headers });
    expect(reply.status).toBe(401);
    expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
    expect(reply.data).toBeUndefined();
    expect(graph.proxy.counts).toEqual({});
  });

  test('that upstream does not know are refused, and not repeated in the response', async () => {
    const reply = await graph.ask(QUERY, { key: 'stolen_key_123' });
    expect(reply.status).toBe(401);
    expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
    expect(reply.errors[0]?.extensions).toMatchObject({ upstream: { status: 401 } });
    expect(reply.text).not.toContain('stolen_key_123');
    expectNoLeak(reply.text);
  });

  test('are not required for introspection and the SDL, which are answered beside the error of another field', async () => {
    const query =
      '{ __schema { queryType { name } } _service { sdl } sportsbook(id: "circa") { id } }';
    const reply = await graph.ask<object>(query, { key: null });
    expect([reply.status, codesOf(reply)]).toEqual([294, ['UNAUTHENTICATED']]);
    expect(reply.data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      _service: { sdl: expect.stringContaining('type Event') },
      sportsbook: null,
    });
  });
});

describe('GET /graphql', () => {
  const path = (params: Record<string, string>) => `/graphql?${new URLSearchParams(params)}`;
  const KEY = { 'x-api-key': 'demo_enterprise' };

  test('refuses variables that are not JSON', async () => {
    const reply = await graph.get(path({ query: QUERY, variables: '{id' }), KEY);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('"errors"');
  });

  test('reads the key from the URL only if the request accepts an event stream', async () => {
    const asked = path({ query: QUERY, api_key: 'demo_enterprise' });
    const posted = await graph.post(JSON.stringify({ query: QUERY }), {
      key: null,
      transport: asked as Transport,
    });
    expect([posted.status, (await graph.get(asked)).status]).toEqual([401, 401]);
    const stream = await fetch(graph.url + asked, { headers: { accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const text = await stream.text();
    expect(text).toContain('event: next');
    expect(text).toContain('"data":{"sportsbook":{"id":"circa"}}');
    expect(text).toContain('event: complete');
  });
});

test.each(['/', '/nothing', '/graphql/more', '/healthz/x'])(
  '%s is answered with 404',
  async (path) => {
    const response = await fetch(graph.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  },
);

test('health reports that the process is alive, readiness the last state of upstream', async () => {
  expect(await (await fetch(`${graph.url}/healthz`)).json()).toEqual({ status: 'ok' });
  await graph.ask(QUERY);
  const ready = await fetch(`${graph.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready', upstream: 'answering' });
});
