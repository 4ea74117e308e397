import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { smallSimulation } from '../harness/feeds/simulations.ts';
import { answer, hang } from '../harness/servers/faults.ts';
import { until, untilDelivered } from '../harness/until.ts';
import { signingKeyPair } from '../harness/viewers/token-issuer.ts';
import { bearer, startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let graph: ViewerGraph;

afterEach(() => graph.stop());

async function start(options: Parameters<typeof startViewerGraph>[0] = {}): Promise<OneGame> {
  const game = new OneGame();
  graph = await startViewerGraph({ feed: () => game.feed, ...options });
  return game;
}

const FEW = { markets: ['moneyline'], sportsbooks: ['draftkings'] };

async function subscribe(
  claims: Record<string, unknown> = {},
  after: string | null = null,
  filter: object = FEW,
) {
  const viewer = await graph.viewer({ tier: 'pro', ...claims });
  return LiveClient.open(graph.url, LIVE_ODDS, { ...viewer, variables: { after, filter } });
}

test('a subscription ends with UNAUTHENTICATED when its token expires, and resumes with a new one', async () => {
  const game = await start();
  const client = await subscribe({ exp: graph.clock.now() / 1_000 + 300 });
  const { cursor } = await client.untilKind('OddsSnapshot');
  await client.untilState('READY');
  for (let second = 0; second < 331; second += 1) graph.clock.advance(1_000);
  expect((await client.lastError())?.extensions?.['code']).toBe('UNAUTHENTICATED');
  const again = await subscribe({}, cursor);
  game.moveHome();
  await until(() => {
    graph.pass(); // It gets what changes, and nothing before.
    return again.results.length > 0;
  });
  expect((await again.nextOdds()).__typename).not.toBe('OddsSnapshot');
  again.close();
});

test('the documents of a viewer count for that viewer, not for the key that serves all of its tier', async () => {
  await start({ liveLimits: { documentBytes: 2e6 } });
  const fields = Array.from({ length: 390 }, (_, i) => `t${i}: __typename`).join(' ');
  const open = async (name: string, sub: string) => {
    const query = `subscription ${name} { liveOdds { __typename ... on OddsUpdate { ${fields} } } }`;
    return LiveClient.open(graph.url, query, await graph.viewer({ tier: 'pro', sub }));
  };
  await (await open('A', 'one')).untilKind('OddsSnapshot');
  const refused = await (await open('B', 'one')).lastError();
  expect(refused?.message).toContain(
    "documents of this account's subscriptions, with their variables, take a quarter",
  );
  await (await open('B', 'two')).untilKind('OddsSnapshot');
});

test('a signing key that leaves the key set takes its subscriptions with it within a minute', async () => {
  await start();
  const client = await subscribe();
  await client.untilState('READY');
  const next = await signingKeyPair('two');
  graph.issuer.listed = [next.publicJwk];
  const fetches = () => metricOf(graph.url, 'jwks_fetches_total{result="success"}');
  const before = await fetches();
  graph.clock.advance(30_000);
  await until(async () => (await fetches()) > before);
  graph.clock.advance(1_000);
  expect((await client.lastError())?.extensions?.['code']).toBe('UNAUTHENTICATED');
});

test('a subscription goes on if the issuer writes its signing key in another way than usual', async () => {
  await start();
  const key = await signingKeyPair('padded', 'RS256');
  const modulus = Buffer.from(key.publicJwk.n ?? '', 'base64url');
  const n = Buffer.concat([Buffer.of(0), modulus]).toString('base64url');
  graph.issuer.listed = [graph.signingKey.publicJwk, { ...key.publicJwk, n }];
  graph.clock.advance(5_000);
  const token = await graph.issuer.sign(key, graph.clock.now(), { tier: 'pro' });
  const client = await LiveClient.open(graph.url, LIVE_ODDS, bearer(token));
  await client.untilState('READY');
  graph.clock.advance(2_000);
  await untilDelivered();
  expect(client.results.flatMap(({ errors = [] }) => errors)).toEqual([]);
  client.close();
});

test('viewers of one tier share one upstream stream, and it goes on when one token ends', async () => {
  await start();
  const short = await subscribe({ sub: 'bob', exp: graph.clock.now() / 1_000 + 60 });
  const long = await subscribe({ sub: 'alice' });
  await short.untilState('READY');
  await long.untilKind('OddsSnapshot'); // A client that joins a ready stream gets no status.
  for (let second = 0; second < 91; second += 1) graph.clock.advance(1_000);
  await short.over();
  expect(long.isOver).toBe(false);
  const streams = graph.proxy.seen.filter(({ route }) => route === '/stream');
  expect(streams).toHaveLength(1);
  long.close();
});

test('two hundred viewers of one tier cost upstream one stream and one look-up', async () => {
  await start();
  const opening = Array.from({ length: 200 }, (_, n) => subscribe({ sub: `viewer ${n}` }));
  const clients = await Promise.all(opening);
  await Promise.all(clients.map((client) => client.untilKind('OddsSnapshot')));
  const routes = graph.proxy.seen.map(({ method, route }) => `${method} ${route}`);
  expect(routes.toSorted()).toEqual(['GET /account/keys', 'GET /sportsbooks', 'GET /stream']);
});

test('a viewer who comes back with a lower tier gets the board of that tier, whatever its cursor', async () => {
  await start({
    feed: smallSimulation,
    upstreamKeys: new Map([
      ['hobby', 'demo_hobby'],
      ['pro', 'demo_pro'],
    ]),
  });
  const filter = { markets: ['moneyline'] };
  const before = await subscribe({ tier: 'pro' }, null, filter);
  const { odds, cursor } = await before.untilKind('OddsSnapshot');
  before.close();
  const after = await subscribe({ tier: 'hobby' }, cursor, filter);
  const books = new Set<string>();
  for (let isLast = false; !isLast; ) {
    const snapshot = await after.untilKind('OddsSnapshot');
    for (const { sportsbookId } of snapshot.odds) books.add(sportsbookId);
    isLast = snapshot.isLast;
  }
  after.close();
  expect(odds.length).toBeGreaterThan(0);
  const { data } = await graph.rest<{ data: { id: string; requires_tier: string | null }[] }>(
    '/sportsbooks',
    'demo_enterprise',
  );
  const tierOf = new Map(data.map(({ id, requires_tier: tier }) => [id, tier]));
  const tiers = new Set([...books].map((book) => tierOf.get(book)));
  expect(tiers).toContain('hobby');
  for (const tier of ['pro', 'sharp', 'enterprise']) expect(tiers).not.toContain(tier);
});

test('the bound of one account does not apply to the viewers of a tier, but that of the server does', async () => {
  await start({ liveLimits: { subscribers: 2, allSubscribers: 4 } });
  const clients = [];
  for (const sub of ['alice', 'bob', 'carol', 'dave']) {
    const client = await subscribe({ sub });
    await client.untilKind('OddsSnapshot');
    clients.push(client);
  }
  const refused = await subscribe({ sub: 'erin' });
  const error = await refused.lastError();
  expect(error?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
  expect(error?.message).toBe('The server has 4 subscriptions open, which is the maximum.');
  for (const client of clients) client.close();
});

test('a viewer may have fifty subscriptions open, and one more once one has ended', async () => {
  await start();
  const clients = await Promise.all(Array.from({ length: 50 }, () => subscribe()));
  await Promise.all(clients.map((client) => client.untilKind('OddsSnapshot')));
  const refused = await subscribe();
  expect((await refused.lastError())?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
  const other = await subscribe({ sub: 'bob' });
  await other.untilKind('OddsSnapshot');
  other.close();
  clients.pop()?.close();
  await until(async () => {
    const next = await subscribe();
    clients.push(next);
    return (await next.next()).errors === undefined;
  });
  for (const client of clients) client.close();
});

test('subscriptions that wait for upstream count among the fifty of a viewer', async () => {
  await start();
  graph.proxy.spoil('GET /stream', hang);
  const waiting = Array.from({ length: 51 }, () => subscribe());
  void Promise.allSettled(waiting); // Those that wait are answered when the graph stops.
  const refused = await Promise.any(waiting);
  expect((await refused.lastError())?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
});

test('subscriptions that upstream refuses do not count among the fifty of a viewer', async () => {
  await start();
  graph.proxy.spoil('GET /stream', answer(403, { error: { code: 'forbidden', message: 'No.' } }));
  const refused = await Promise.all(Array.from({ length: 50 }, () => subscribe()));
  for (const client of [...refused, await subscribe()]) {
    expect((await client.lastError())?.extensions?.['code']).toBe('FEATURE_NOT_AVAILABLE');
  }
});

describe('the different subscriptions of a tier are shared among its viewers:', () => {
  const PLACES = 8;

  beforeEach(async () => {
    await start({ liveLimits: { topics: PLACES } });
  });

  /** Subscribes to what nobody else does: `name` is a league that there is not, or an event. */
  async function subscribeAll(sub: string, filters: readonly object[]): Promise<LiveClient[]> {
    const clients: LiveClient[] = [];
    for (const filter of filters) {
      const client = await subscribe({ sub }, null, filter);
      await client.untilKind('OddsSnapshot');
      clients.push(client);
    }
    return clients;
  }

  const leagues = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ leagues: [`${prefix} ${n}`] }));

  test('events that are not on the board take none of them', async () => {
    const events = (attacker: number) =>
      Array.from({ length: 10 }, (_, n) => ({ eventIds: [`invented ${attacker} ${n}`] }));
    const attackers = [0, 1, 2, 3].map((n) => subscribeAll(`attacker ${n}`, events(n)));
    const attacking = (await Promise.all(attackers)).flat();
    const honest = await subscribeAll('alice', leagues('alice', PLACES));
    for (const client of [...attacking, ...honest]) {
      expect(client.isOver).toBe(false);
      client.close();
    }
  });

  test('who holds the most gives way to whoever holds less', async () => {
    const attacking = await subscribeAll('mallory', leagues('mallory', PLACES));
    const honest = await subscribeAll('alice', leagues('alice', PLACES / 2));
    const ended = attacking.slice(PLACES / 2);
    for (const client of ended) {
      const error = await client.lastError();
      expect(error?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
      expect(error?.message).toMatch(/you had the most/);
    }
    const refused = await subscribe({ sub: 'alice' }, null, { leagues: ['one more'] });
    expect((await refused.lastError())?.message).toMatch(/has 8 different subscriptions/);
    const [, ...shared] = await subscribeAll('bob', [
      { leagues: ['bob'] },
      { leagues: ['alice 0'] },
    ]);
    for (const client of [...honest.slice(0, -1), ...shared]) {
      expect(client.isOver).toBe(false);
      client.close();
    }
  });

  test('the key of the account gives way to no viewer', async () => {
    const filter = (n: number) => ({ leagues: [`service ${n}`] });
    const own: LiveClient[] = [];
    while (own.length < PLACES) {
      const variables = { filter: filter(own.length) };
      const client = await LiveClient.open(graph.url, LIVE_ODDS, { key: 'demo_pro', variables });
      await client.untilKind('OddsSnapshot');
      own.push(client);
    }
    const refused = await subscribe({}, null, { leagues: ['alice'] });
    expect((await refused.lastError())?.extensions?.['code']).toBe('STREAM_LIMIT_EXCEEDED');
    for (const client of own) client.close();
  });
});

test('a token is accepted where an EventSource can put it: in "api_key" of an event stream', async () => {
  await start();
  const token = await graph.token({ tier: 'pro' });
  const query = encodeURIComponent('subscription { liveOdds { __typename } }');
  const response = await fetch(`${graph.url}/graphql?query=${query}&api_key=${token}`, {
    headers: { accept: 'text/event-stream' },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"FeedStatus"')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(graph.log()).not.toContain(token);
});
