import { expect, test } from 'vitest';
import { startOrigin } from '../../src/origin/origin.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { smallSimulation } from '../harness/feeds/simulations.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, spawnRedis } from '../harness/programs/redis.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { FaultProxy } from '../harness/servers/fault-proxy.ts';
import { answer, cut, cutInBody, html, truncate } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { signingKeyPair, TokenIssuer } from '../harness/viewers/token-issuer.ts';

/** Everything secret contains this. */
const MARK = 'tellnobody';

const KEY = `sk_${MARK}_valid`;
const VIEWER_KEY = `sk_${MARK}_viewers`;
const REDIS_PASSWORD = `${MARK}-redis`;
const BY_TEXT = `{ events(search: "${MARK}-literal", first: 1) { totalCount } }`;
const BY_VARIABLE =
  'query Search($text: String) { events(search: $text, first: 1) { totalCount } }';

/** The whole graph as an operator runs it: its own process, with upstream, an issuer, a router and a Redis. */
async function startEverything() {
  const clock = new ManualClock();
  const origin = await startOrigin({
    clock,
    feed: smallSimulation(clock),
    port: 0,
    keys: [
      { key: KEY, tier: 'enterprise' },
      { key: VIEWER_KEY, tier: 'pro' },
    ],
  });
  const proxy = await FaultProxy.open(origin.url);
  const signingKey = await signingKeyPair('one');
  const issuer = await TokenIssuer.start(signingKey);
  const router = await CallbackRouter.open();
  const port = String(await freePort());
  const redis = await spawnRedis(['--port', port, '--save', '', '--requirepass', REDIS_PASSWORD]);
  const server = new OddsgraphProcess({
    UPSTREAM_URL: proxy.url.href,
    LOG_LEVEL: 'trace',
    SLOW_MS: '1',
    JWT_JWKS_URL: issuer.jwksUrl.href,
    JWT_ISSUER: issuer.issuer,
    JWT_AUDIENCE: issuer.audience,
    UPSTREAM_KEYS: `pro=${VIEWER_KEY}`,
    JWT_COOKIE: 'session',
    CORS_ORIGINS: 'https://app.example',
    REDIS_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`,
  });
  const { url } = await server.listening();
  const token = (claims: Record<string, unknown> = {}) =>
    issuer.sign(signingKey, Date.now(), { tier: 'pro', sub: `${MARK}-subject`, ...claims });
  const stop = async () => {
    await server.terminate();
    await server.exited;
    await Promise.all([proxy.close(), issuer.stop(), router.close()]);
    await origin.stop();
  };
  return { server, url, proxy, issuer, router, redis, token, stop };
}

type Everything = Awaited<ReturnType<typeof startEverything>>;

/** The headers of everybody who may call, with and without a right to. */
async function callers({ token }: Everything): Promise<Record<string, string>[]> {
  const valid = await token();
  const [header, , signature] = valid.split('.');
  return [
    {},
    { 'x-api-key': KEY },
    { authorization: `Bearer ${KEY}` },
    { 'x-api-key': `unknown_${MARK}` },
    { authorization: `Bearer ${valid}` },
    { cookie: `session=${valid}`, origin: 'https://app.example' },
    { authorization: `Bearer ${await token({ exp: 1 })}` },
    { authorization: `Bearer ${await token({ aud: MARK })}` },
    { authorization: `Bearer ${header}.${btoa(`{"sub":"${MARK}"}`)}.${signature}` },
    { authorization: `Basic ${btoa(`user:${MARK}`)}${MARK}` },
    { 'x-api-key': KEY, 'x-request-id': `bad id ${MARK}` },
    { 'x-api-key': KEY, 'x-graphql-event-stream-token': MARK },
  ];
}

const BODIES = [
  JSON.stringify({ query: BY_TEXT }),
  JSON.stringify({ query: BY_VARIABLE, variables: { text: MARK, undeclared: MARK } }),
  JSON.stringify({ query: BY_VARIABLE, variables: { text: { [MARK]: MARK } } }),
  JSON.stringify({ query: `{ no_such_field(a: "${MARK}") }` }),
  JSON.stringify({ query: `{ events(search: "${MARK}` }),
  JSON.stringify({ query: BY_VARIABLE, operationName: `${MARK} is no name` }),
  JSON.stringify({ documentId: MARK }),
  JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: MARK } } }),
  `{"query": "${MARK}`,
  MARK,
];

/** Sends everything that can be sent, and gives each answer time to come. */
async function askEverything(all: Everything): Promise<void> {
  const { url } = all;
  for (const headers of await callers(all)) {
    for (const path of ['/graphql', '/subgraph', '/graphql/stream']) {
      const type = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers: { ...type, ...headers } };
      await Promise.all(BODIES.map((body) => send(url + path, { ...init, body })));
    }
    const search = `query=${encodeURIComponent(BY_TEXT)}&variables=${MARK}&api_key=${KEY}`;
    await send(`${url}/graphql?${search}`, { headers });
    await send(`${url}/graphql%ff?api_key=${KEY}`, { headers });
    await send(`${url}/${MARK}?api_key=${KEY}`, { headers });
  }
}

async function send(url: string, init: RequestInit): Promise<string> {
  return (await fetch(url, { redirect: 'manual', ...init })).text();
}

async function subscribeEverywhere({ url, router, proxy }: Everything): Promise<void> {
  const filter = { eventIds: [MARK] };
  const headers = { 'x-request-id': 'subscription' };
  const client = await LiveClient.open(url, LIVE_ODDS, {
    key: KEY,
    headers,
    variables: { filter },
  });
  const streamed = await StreamClient.open(url, KEY);
  await streamed.ask('one', LIVE_ODDS, { variables: { filter } });
  const extension = { verifier: MARK, callbackUrl: `${router.url}?secret=${MARK}` };
  await router.subscribe(url, { key: KEY, variables: { filter }, extension });
  await until(() => router.eventKinds().includes('READY'));
  proxy.spoil('GET /stream', answer(401, { error: { code: 'unauthorized', message: KEY } }));
  router.onMessage = () => ({ status: 500 });
  client.close();
  streamed.close();
}

const FAULTS = {
  'that quotes the key in its error': answer(
    500,
    { error: { code: KEY, message: KEY } },
    { 'x-request-id': KEY },
  ),
  'that sends HTML': html(502),
  'that resets connections': cut,
  'that breaks off': cutInBody,
  'that sends half of the JSON': truncate,
  'that refuses the key': answer(401, { error: { code: 'unauthorized', message: KEY } }),
  'that asks to wait': answer(
    429,
    { error: { code: 'rate_limited', message: KEY } },
    { 'retry-after': '1' },
  ),
  'that sends something else': answer(200, { data: [{ id: KEY }], [KEY]: KEY }),
};

test.skipIf(!hasRedis)(
  'no key, token or variable is written by any request or fault',
  {
    timeout: 180_000,
  },
  async () => {
    const all = await startEverything();
    const { server, url, proxy, issuer } = all;
    await askEverything(all);
    await subscribeEverywhere(all);
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const post = (query: string) =>
      send(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(await post(`mutation { createApiKey(name: "${MARK}") { secret } }`)).toContain('secret');
    for (const fault of Object.values(FAULTS)) {
      for (const route of ['GET /events', 'GET /sportsbooks', 'GET /account/keys']) {
        proxy.spoil(route, fault);
      }
      const queries = [BY_TEXT, '{ sportsbooks { id } }', '{ viewer { tier } }'];
      await Promise.all(queries.map((query) => post(query.replace('{', `query Faulty {`))));
    }
    all.redis.kill('SIGKILL');
    await until(() => server.errors.includes('Redis is unreachable'));
    await post('{ viewer { tier } }');
    issuer.fault = { status: 500, body: MARK };
    await send(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${await all.token({ jti: '1' })}` },
      body: '{"query":"{ viewer { tier } }"}',
    });
    await all.stop();
    const written = server.output + server.errors;
    const secrets = new RegExp(`${MARK}|eyJ[\\w-]+\\.`, 'g');
    expect(written.match(secrets), written.match(new RegExp(`.*${MARK}.*`))?.[0]).toBeNull();
    expect(linesOf(server.errors, 'operation').length).toBeGreaterThan(100);
    expect(linesOf(server.errors, 'slow operation').length).toBeGreaterThan(0);
    expect(linesOf(server.errors, 'operation failed upstream').length).toBeGreaterThan(0);
    expect(linesOf(server.errors, 'credentials refused').length).toBeGreaterThan(0);
    expect(linesOf(server.errors, 'Redis is unreachable').length).toBeGreaterThan(0);
    const ends = linesOf(server.errors, 'operation').filter(({ ended }) => ended !== undefined);
    expect(new Set(ends.map(({ transport }) => transport))).toEqual(
      new Set(['graphql', 'stream', 'callback']),
    );
  },
);
