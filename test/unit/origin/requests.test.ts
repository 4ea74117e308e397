import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { CreatedKey } from '../../../src/contract/routes/account-keys.ts';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsDelta, OddsPage } from '../../../src/contract/routes/odds.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { ErrorEnvelope } from '../../../src/contract/wire.ts';
import { bodyOf } from '../../contract/api.ts';
import { postJson } from '../../harness/clients/graph-client.ts';
import { event, price } from '../../harness/feeds/hand-made-feed.ts';
import { readableLog } from '../../harness/servers/running-graph.ts';
import { originForEachTest } from './running-origin.ts';

const { log, text } = readableLog();
const made = originForEachTest([price({ id: '1' })], {
  logger: log,
  issuesTokens: true,
  rateLimits: { pro: 3 },
});

test('an internal failure is answered with the error envelope, without its cause, which is logged', async () => {
  made.feed.board.events = () => {
    throw new Error('an internal secret');
  };
  const answer = await made.origin.api.call('/events');
  expect(bodyOf(ErrorEnvelope, answer, 500).error.code).toBe('internal_error');
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|at /);
  expect(text()).toContain('an internal secret');
});

test('tokens have the time of the system, also once that was set', async () => {
  made.clock.setWallBy(2 * 3_600_000);
  const answer = await postJson(`${made.origin.url}/token`, { sub: 'alice', tier: 'pro' });
  expect(Date.parse(Object(await answer.json()).expires_at)).toBe(made.clock.now() + 3_600_000);
});

test('the free tier gets events and prices 60 seconds late, and those of the start at once', async () => {
  const on = async (tier: 'free' | 'hobby') => {
    const { data } = await made.origin.api.read(OddsPage, '/odds', { tier });
    const { meta } = await made.origin.api.read(EventsPage, '/events', { tier });
    return [meta.total, ...data.map(({ id }) => id)];
  };
  expect(await on('free')).toEqual([1, '1']);
  made.feed.offer([price({ id: '2' })], [event({ id: 'new game' })]);
  expect(await on('hobby')).toEqual([2, '1', '2']);
  made.clock.advance(59_999);
  expect(await on('free')).toEqual([1, '1']);
  made.clock.advance(1);
  expect(await on('free')).toEqual([2, '1', '2']);
  made.feed.offer([price({ id: '3' })]);
  expect(made.clock.pendingTimers).toBeGreaterThan(0);
  await made.origin.stop();
  expect(made.clock.pendingTimers).toBe(0);
});

test('polling by server_time misses no change, although the data is late', async () => {
  let since = '2026-01-01T00:00:00Z';
  const poll = async () => {
    const path = `/odds/delta?since=${since}`;
    const { data, meta } = await made.origin.api.read(OddsDelta, path, { tier: 'free' });
    since = meta.server_time;
    return data.map(({ id }) => id);
  };
  await poll();
  const seen: unknown[] = [];
  for (let id = 2; id < 8; id++) {
    made.clock.advance(20_000);
    const odds_changed_at = new Date(made.clock.now()).toISOString();
    made.feed.offer([price({ id: `${id}`, odds_changed_at })]);
    seen.push(...(await poll()));
  }
  made.clock.advance(60_000);
  expect([...seen, ...(await poll())]).toEqual(['2', '3', '4', '5', '6', '7']);
});

test('each key has its own requests until the end of the minute, and then is told how long to wait', async () => {
  made.clock.advance(40_000);
  const { api } = made.origin;
  const call = { method: 'POST', tier: 'pro', body: { name: 'second' } } as const;
  const { key } = bodyOf(CreatedKey, await api.call('/account/keys', call), 201).data;
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await api.call('/odds', { key });
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
    expect(headers.get('x-ratelimit-reset')).toBe(String(made.clock.now() / 1000 + 20));
  }
  const { headers } = await api.refused(429, 'rate_limited', '/events', { key }, ['20 seconds']);
  expect(headers.get('retry-after')).toBe('20');
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  made.clock.advance(19_999);
  expect((await api.call('/odds', { key })).status).toBe(429);
  expect((await api.call('/odds', { tier: 'pro' })).status).toBe(200);
  made.clock.advance(1);
  expect((await api.call('/odds', { key })).status).toBe(200);
  for (const [tier, limit] of Object.entries({ hobby: 600, sharp: 3000, enterprise: 12_000 })) {
    const answer = await api.call('/odds', { tier: tier as Tier });
    expect(answer.headers.get('x-ratelimit-limit')).toBe(`${limit}`);
  }
});

test.each(['', 'odds_american', '-sportsbook'])(
  'a cursor leads to the rows after its page while others come and go, sorted by "%s"',
  async (sort) => {
    made.feed.withdraw([...made.feed.board.rows()]);
    const prices = Array.from({ length: 10 }, (_, id) =>
      price({ id: `${id}`, odds_american: 100 + Math.floor(id / 2) }),
    );
    const rows = made.feed.offer(prices);
    const read = async (cursor = '') => {
      const path = `/odds?limit=5&sort=${sort}&cursor=${cursor}`;
      const { data, meta } = await made.origin.api.read(OddsPage, path);
      return { ids: data.map(({ id }) => id).join(), ...meta.pagination };
    };
    const { ids, next_cursor: cursor } = await read();
    expect(ids).toBe('0,1,2,3,4');
    const end = { has_more: false, next_cursor: null };
    for (const [gone, offset] of [
      ['1', 4],
      ['4', 3],
    ] as const) {
      made.feed.withdraw(rows.filter(({ odds }) => odds.id === gone || odds.id === '0'));
      made.feed.put(rows.slice(0, 1)); // It gets its old place again.
      expect(await read(cursor ?? '')).toMatchObject({ ids: '5,6,7,8,9', offset, ...end });
    }
    made.feed.withdraw(rows.slice(5));
    expect(await read(cursor ?? '')).toMatchObject({ ids: '', offset: 3, ...end });
  },
);

test('a key that is revoked while the body of its request arrives is refused', async () => {
  const create = { method: 'POST', tier: 'pro', body: { name: 'second' } } as const;
  const created = await made.origin.api.call('/account/keys', create);
  const { data: second } = bodyOf(CreatedKey, created, 201);
  const headers = {
    'x-api-key': second.key,
    'content-type': 'application/json',
    expect: '100-continue', // Which is answered once the key has been checked.
  };
  const held = http.request(made.origin.api.urlOf('/account/keys'), { method: 'POST', headers });
  held.flushHeaders();
  await once(held, 'continue');
  await made.origin.api.call(`/account/keys/${second.id}`, { method: 'DELETE', tier: 'pro' });
  held.end('{"name":"third"}');
  const [answer] = await once(held, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(401);
});

test('a URL that is too long to be read gets the error envelope, which pages may read', async () => {
  const response = await fetch(made.origin.api.urlOf(`/odds?event=${'x'.repeat(20_000)}`));
  expect(response.status).toBe(431);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toEqual({
    error: { code: 'invalid_request', message: 'Request Header Fields Too Large.' },
  });
  const malformed = await fetch(made.origin.api.urlOf('/events/%zz'));
  expect([malformed.status, malformed.headers.get('access-control-allow-origin')]).toEqual([
    400,
    '*',
  ]);
});

test('an id that several sportsbooks use is linked to the one whose price the caller sees', async () => {
  made.feed.offer([
    price({ id: '77', sportsbook: 'pinnacle' }),
    price({ id: '77', sportsbook: 'fanduel' }),
  ]);
  const call = { method: 'POST', tier: 'pro', body: { ids: ['77'] } } as const;
  const answer = await made.origin.api.call('/deeplinks/batch', call);
  const path = Object(answer.body).data['77'];
  expect(path).toBe('/api/v1/deeplink/77?book=fanduel');
  const link = await fetch(`${made.origin.url}${path}`, { redirect: 'manual' });
  expect(link.headers.get('location')).toContain('fanduel.com');
});
