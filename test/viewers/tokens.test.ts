import { describe, expect, onTestFinished, test } from 'vitest';
import { codesOf, postJson, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import {
  graphOfTest,
  sharedViewerGraph,
  viewerGraphOfTest,
} from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';
import { signingKeyPair } from '../harness/viewers/token-issuer.ts';
import { bearer } from '../harness/viewers/viewer-graph.ts';
import { HOSTILE_TOKENS } from './hostile-tokens.ts';

const VIEWER = '{ viewer { tier rateLimit { limit } } }';

const graph = await sharedViewerGraph();
const foreignKey = await signingKeyPair('foreign');

/** Waits for the fetch that is due once time has passed: it may have begun before the issuer lists another key. */
async function keySetFetched(): Promise<void> {
  const token = await graph.issuer.sign(foreignKey, graph.clock.now());
  expect((await graph.ask(VIEWER, bearer(token))).status).toBe(401);
}

test.each(TRANSPORTS)(
  'a good token is served at %s with the key of its tier',
  async (transport) => {
    const token = await graph.token({ tier: 'pro' });
    const reply = await graph.ask(VIEWER, { ...bearer(token), transport });
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({ viewer: { tier: 'PRO', rateLimit: { limit: 120 } } });
    expect(new Set(graph.proxy.seen.map(({ key }) => key))).toEqual(new Set(['demo_pro']));
  },
);

test('a request that is pipelined behind one with a new token waits its turn, and both are answered', async () => {
  const client = await RawClient.connect(graph.url);
  const query = `/graphql?query=${encodeURIComponent('{ viewer { tier } }')}`;
  client.get([query], { authorization: `Bearer ${await graph.token({ tier: 'pro' })}` });
  client.get(['/healthz'], { connection: 'close' });
  await client.read();
  expect(client.text.match(/"tier":"\w+"|"status":"\w+"|HTTP\/1.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    '"tier":"PRO"',
    'HTTP/1.1 200',
    '"status":"ok"',
  ]);
});

test('nothing is executed for a client that leaves while its token is verified', async () => {
  const { issuer } = graph;
  const newKey = await signingKeyPair('new');
  await keySetFetched();
  issuer.listed = [graph.signingKey.publicJwk, newKey.publicJwk];
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  onTestFinished(() => answer());
  issuer.answersAfter = promise;
  const { fetches } = issuer;
  graph.clock.advance(5_000);
  const token = await issuer.sign(newKey, graph.clock.now(), { tier: 'pro' });
  const client = await RawClient.connect(graph.url);
  client.get([`/graphql?query=${encodeURIComponent('{ sportsbooks { id } }')}`], {
    authorization: `Bearer ${token}`,
  });
  await until(() => issuer.fetches > fetches);
  client.close();
  // The server has noticed that after a round trip.
  for (let i = 0; i < 2; i += 1) await (await fetch(`${graph.url}/healthz`)).text();
  answer();
  const reply = await graph.ask(VIEWER, bearer(token)); // It waits for the same fetch.
  expect(reply.status).toBe(200);
  expect(graph.proxy.seen.map(({ route }) => route)).not.toContain('/sportsbooks');
});

test('keys of a kind that this server does not know do not keep others of the set from being used', async () => {
  const newKey = await signingKeyPair('newer');
  const unknown = { kty: 'LATER', kid: 'unknown', x: 'AQAB' };
  const incomplete = { kty: 'RSA', kid: 'incomplete', n: 'AQAB' };
  await keySetFetched();
  graph.issuer.listed = [unknown, incomplete, graph.signingKey.publicJwk, newKey.publicJwk];
  graph.clock.advance(5_000);
  const token = await graph.issuer.sign(newKey, graph.clock.now(), { tier: 'pro' });
  const reply = await graph.ask(VIEWER, bearer(token));
  expect(reply.data.viewer?.tier).toBe('PRO');
});

test.each(HOSTILE_TOKENS)(
  'a token $name is refused with 401 and asks nothing of upstream',
  async (hostile) => {
    const { issuer, signingKey: key, clock } = graph;
    const token = await hostile.make({ issuer, key, foreignKey, now: clock.now() });
    const reply = await graph.ask(VIEWER, bearer(token));
    expect(reply.status).toBe(401);
    expect(reply.errors).toMatchObject([
      { message: hostile.message, extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(graph.proxy.seen).toEqual([]);
    expect(reply.text + graph.log()).not.toContain(token);
  },
);

describe('a request with two credentials', () => {
  test.each([
    [
      'a token and an API key',
      (token: string) => ({ 'x-api-key': 'demo_pro', authorization: `Bearer ${token}` }),
    ],
    [
      'a token and another in a cookie',
      (token: string) => ({ authorization: `Bearer ${token}`, cookie: `session=${token}x` }),
    ],
  ])('is refused if they are %s', async (_, headers) => {
    const token = await graph.token();
    const reply = await graph.ask(VIEWER, { key: null, headers: headers(token) });
    expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
    expect(reply.errors[0]?.message).toContain('Send one credential');
    expect(graph.proxy.seen).toEqual([]);
  });

  test('is refused if both are in the address', async () => {
    const token = await graph.token();
    for (const pair of [
      [token, 'demo_pro'],
      ['demo_pro', token],
      [token, `${token}x`],
    ]) {
      const query = new URLSearchParams([
        ['query', VIEWER],
        ...pair.map((one) => ['api_key', one]),
      ]);
      const reply = await graph.get(`/graphql?${query}`, { accept: 'text/event-stream' });
      expect(reply.text).toContain('Send one credential');
    }
  });
});

describe('a credential that comes twice', () => {
  test.each([
    [
      'two Authorization headers',
      ['authorization: Bearer demo_pro', 'Authorization: Bearer demo_hobby'],
    ],
    ['two X-API-Key headers', ['x-api-key: demo_pro', 'X-Api-Key: demo_pro']],
    ['two cookies of the name', ['cookie: session=a.b.c; other=1; session=a.b.c']],
    ['two Cookie headers with the name', ['cookie: session=a.b.c', 'cookie: session=a.b.d']],
  ])('is refused, and nothing is asked of upstream: %s', async (_, headers) => {
    const query = encodeURIComponent(VIEWER);
    for (const path of [`/graphql?query=${query}`, '/graphql/stream']) {
      const own = ['host: localhost', 'connection: close', 'origin: https://app.example'];
      const request = [`GET ${path} HTTP/1.1`, ...own, ...headers];
      const reply = await RawClient.exchange(graph.url, `${request.join('\r\n')}\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply).toContain('"code":"BAD_USER_INPUT"');
      expect(reply).toContain('access-control-allow-origin: https://app.example');
    }
    expect(graph.proxy.seen).toEqual([]);
  });

  test('is none if it is another cookie that comes twice', async () => {
    const headers = { cookie: 'other=1; other=2; my-session=3', 'x-api-key': 'demo_pro' };
    const reply = await graph.ask(VIEWER, { key: null, headers });
    expect(reply.data.viewer?.tier).toBe('PRO');
  });
});

describe('what holds a token', () => {
  // A property of `holdsToken` has everything else around it.
  const around: [string, (token: string) => string][] = [
    ['a scheme before it', (token) => `Bearer:${token}`],
    ['padding after each part', (token) => `${token.replaceAll('.', '=.')}=`],
    ['dots that are escaped', (token) => token.replaceAll('.', '%2E')],
  ];
  test.each(around)('never goes upstream: %s', async (_, spoilt) => {
    graph.proxy.reset();
    const long = { name: 'y'.repeat(500) }; // As many claims or an RSA signature make it.
    for (const token of [await graph.token(), await graph.token(long)]) {
      for (const headers of [
        { 'x-api-key': spoilt(token) },
        { authorization: `Bearer ${spoilt(token)}` },
      ]) {
        const reply = await graph.ask(VIEWER, { key: null, headers });
        expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
        expect(reply.errors[0]?.message).toContain('send the token alone');
        expect(JSON.stringify(reply)).not.toContain(token);
      }
    }
    expect(graph.proxy.seen).toEqual([]);
  });

  test('is no API key: keys may have dots and letters alike', async () => {
    const reply = await graph.ask(VIEWER, { key: 'live.eyes.key' });
    expect(reply.errors[0]?.message).not.toContain('token');
    expect(graph.proxy.seen).not.toEqual([]);
  });
});

test('a token of 100 kB never gets past the HTTP parser', async () => {
  const response = await fetch(`${graph.url}/graphql?query={__typename}`, {
    headers: { authorization: `Bearer ${'x'.repeat(100_000)}` },
  }).catch(() => null);
  expect(response?.status ?? 431).toBe(431);
});

test('a server without viewers refuses tokens and asks nothing of upstream', async () => {
  const plain = await graphOfTest();
  const reply = await plain.ask(VIEWER, bearer(await graph.token()));
  expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
  expect(reply.errors[0]?.message).toBe('This server accepts API keys, not tokens.');
  const anonymous = await plain.ask(VIEWER, { key: null });
  expect(anonymous.errors[0]?.message).toBe(
    'Send an API key as "X-API-Key" or "Authorization: Bearer".',
  );
  expect(plain.proxy.seen).toEqual([]);
});

test('a server with API_KEYS=off refuses API keys and asks nothing of upstream', async () => {
  const closed = await viewerGraphOfTest({ acceptsApiKeys: false });
  const reply = await closed.ask(VIEWER, { key: 'demo_pro' });
  expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
  const anonymous = await closed.ask(VIEWER, { key: null });
  expect(anonymous.errors[0]?.message).toBe('Send a token as "Authorization: Bearer".');
  const agent = await postJson(`${closed.url}/mcp`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
  });
  expect(await agent.text()).toContain('Send a token as');
  expect(closed.proxy.seen).toEqual([]);
  const viewer = await closed.ask(VIEWER, await closed.viewer({ tier: 'pro' }));
  expect(viewer.data.viewer?.tier).toBe('PRO');
});

describe('a token in a cookie', () => {
  type From = string | (() => string) | null;

  const ask = async (from: From, site?: string) => {
    const origin = typeof from === 'function' ? from() : from;
    const cookie = `other=1; session=${await graph.token({ tier: 'pro' })}`;
    const headers = {
      cookie,
      ...(origin !== null && { origin }),
      ...(site !== undefined && { 'sec-fetch-site': site }),
    };
    return graph.ask(VIEWER, { key: null, headers });
  };

  test.each<[From, string?]>([
    [null],
    ['https://app.example'],
    [() => graph.url],
    [() => graph.url.replace('http:', 'https:'), 'Same-Origin'], // The server itself, behind TLS.
    [null, 'same-origin'],
    [null, 'same-site'],
    [null, 'none'],
    [null, 'Same-Origin'],
  ])('is accepted from a page of %s that is %s', async (origin, site) => {
    expect((await ask(origin, site)).data.viewer?.tier).toBe('PRO');
  });

  test.each<[From, string?]>([
    ['https://evil.example'],
    [() => graph.url.replace('http:', 'https:')], // Of another scheme.
    ['https://other.example', 'same-site'], // Of a neighbour of the server.
    [null, 'cross-site'], // Such as that for an image.
    [null, 'Cross-Site'],
  ])('is ignored from a page of %s that is %s', async (origin, site) => {
    const reply = await ask(origin, site);
    expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
  });

  test.each(['null', 'http://undefined', 'http://'])(
    'is ignored from a page of the origin %s, in a request of HTTP/1.0 without a host',
    async (origin) => {
      const query = encodeURIComponent(VIEWER);
      const request = [
        `GET /graphql?query=${query} HTTP/1.0`,
        `origin: ${origin}`,
        `cookie: session=${await graph.token({ tier: 'pro' })}`,
      ];
      const reply = await RawClient.exchange(graph.url, `${request.join('\r\n')}\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 401 /);
    },
  );

  test.each(['demo_pro', 'a0f3-session-of-another-app', '%0d%0aX-Other:1', 'a b', '%C3%A9'])(
    'is ignored if it is %j, which is no token, and is never sent upstream',
    async (value) => {
      graph.proxy.reset();
      const headers = { cookie: `session=${value}` };
      const reply = await graph.ask(VIEWER, { key: null, headers });
      expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
      expect(graph.proxy.seen).toEqual([]);
      const withKey = await graph.ask(VIEWER, { key: 'demo_pro', headers });
      expect(withKey.data.viewer?.tier).toBe('PRO');
    },
  );

  test('is allowed across origins by CORS with credentials, for the origins that are named', async () => {
    const preflight = (origin: string) =>
      fetch(`${graph.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const { headers } = await preflight('https://app.example');
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    const evil = await preflight('https://evil.example');
    expect(evil.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
  });
});
