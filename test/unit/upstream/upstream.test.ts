import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { route } from '../../../src/contract/route.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { Credential } from '../../../src/credential.ts';
import { UpstreamClient } from '../../../src/upstream/client.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { Upstream } from '../../../src/upstream/upstream.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { FaultProxy } from '../../harness/servers/fault-proxy.ts';
import { answer } from '../../harness/servers/faults.ts';

/** Nothing is behind the proxy: each test says what it answers. */
let proxy: FaultProxy;
let upstream: Upstream;

beforeAll(async () => {
  proxy = await FaultProxy.open('http://127.0.0.1:1');
});
afterAll(() => proxy.close());
beforeEach(() => {
  proxy.reset();
  const clock = new ManualClock();
  upstream = new Upstream(new UpstreamClient({ baseUrl: proxy.url, clock, backoffMs: 1 }));
  return () => upstream.client.close();
});

function caller() {
  return { credential: new Credential('key_of_alice'), usage: new Usage() };
}

const EMPTY_PAGE = {
  data: [],
  meta: { total: 0, pagination: { limit: 50, offset: 0, has_more: false } },
};

test('a query joins lists by commas and leaves out nulls and empty lists', async () => {
  proxy.spoil('GET /events', answer(200, EMPTY_PAGE));
  const query = { sport: ['tennis', 'hockey'], league: [], live: false, date: null, limit: 3 };
  await upstream.call(ROUTES.events, caller(), { query });
  expect(Object.fromEntries(proxy.seen[0]?.query ?? [])).toEqual({
    sport: 'tennis,hockey',
    live: 'false',
    limit: '3',
  });
});

test('a path parameter is encoded', async () => {
  proxy.spoil('GET /gamestate/a%2Fb%3Fc', answer(200, { data: {} }));
  await upstream.call(ROUTES.gameStates, caller(), { params: { sport: 'a/b?c' } });
  expect(proxy.counts).toEqual({ 'GET /gamestate/a%2Fb%3Fc': 1 });
});

test('a response without its informative fields is read', async () => {
  proxy.spoil('GET /events', answer(200, EMPTY_PAGE));
  expect(await upstream.call(ROUTES.events, caller(), {})).toEqual(EMPTY_PAGE);
});

test('a response with a wrong type in an informative field is read', async () => {
  const meta = { ...EMPTY_PAGE.meta, count: 'many', filters: null };
  proxy.spoil('GET /events', answer(200, { ...EMPTY_PAGE, meta }));
  expect((await upstream.call(ROUTES.events, caller(), {})).data).toEqual([]);
});

test('a response with a wrong type in a needed field is invalid', async () => {
  const meta = { ...EMPTY_PAGE.meta, total: 'many' };
  proxy.spoil('GET /events', answer(200, { ...EMPTY_PAGE, meta }));
  await expect(upstream.call(ROUTES.events, caller(), {})).rejects.toMatchObject({
    code: 'UPSTREAM_INVALID_RESPONSE',
  });
});

test('a read is shared while it is fresh, also where the method is POST', async () => {
  proxy.spoil('POST /deeplinks/batch', answer(200, { data: { '1': null } }));
  const request = { body: { ids: ['1'], state: 'pa' } };
  await upstream.call(ROUTES.deepLinksBatch, caller(), request);
  await upstream.call(ROUTES.deepLinksBatch, caller(), request);
  expect(proxy.counts).toEqual({ 'POST /deeplinks/batch': 1 });
});

test('a read with freshForMs 0 asks upstream although a fresh response is held', async () => {
  proxy.spoil('GET /odds', answer(200, EMPTY_PAGE));
  await upstream.call(ROUTES.odds, caller(), {});
  await upstream.call(ROUTES.odds, caller(), { freshForMs: 0 });
  expect(proxy.counts).toEqual({ 'GET /odds': 2 });
});

test('a failed write is not sent again', async () => {
  proxy.spoil('POST /account/keys', answer(503));
  const created = upstream.call(ROUTES.createKey, caller(), { body: { name: 'x' } });
  await expect(created).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(proxy.counts).toEqual({ 'POST /account/keys': 1 });
});

test('a route outside of the route table is refused by name', () => {
  const markets = route({
    method: 'GET',
    path: '/markets',
    tier: 'free',
    response: Type.Object({}),
    freshForMs: 0,
  });
  expect(() => upstream.call(markets, caller(), {})).toThrow(
    'GET /markets is not in the route table.',
  );
});
