import { describe, expect } from 'vitest';
import { LEASE_MS } from '../../src/live/relay/store/relay-store.ts';
import type { Clock } from '../../src/scheduling/clock.ts';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { kindsOf } from '../harness/event-kinds.ts';
import { evOpportunity, oddsRow } from '../harness/odds-rows.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { until } from '../harness/until.ts';
import { ROWS, subscribe, testOfReplicas as test } from './board-replicas.ts';

const OPPORTUNITIES = `subscription {
  liveOpportunities(kinds: [EV]) {
    __typename
    ... on OpportunitiesDetected { isSnapshot opportunities { id ... on EvOpportunity { evPercent } } }
    ... on OpportunitiesExpired { ids }
  }
}`;

function subscribeToOpportunities({ url }: { url: string }) {
  return LiveClient.open(url, OPPORTUNITIES);
}

function found(...opportunities: { id: string; ev_percentage?: number }[]) {
  return opportunities.map((one) => evOpportunity(one));
}

/** The next event of opportunities that is no status. */
async function nextFound(client: LiveClient) {
  for (;;) {
    const { data, errors } = await client.next();
    expect(errors).toBeUndefined();
    const event = data?.liveOpportunities;
    if (event && event.__typename !== 'FeedStatus') return event;
  }
}

describe.skipIf(!hasRedis).concurrent('replicas that share a Redis', () => {
  test('share one upstream stream and accept each other’s cursors', async ({ boards }) => {
    const { upstream } = boards;
    const replicas = await Promise.all([boards.start(), boards.start(), boards.start()]);
    const clients = await Promise.all(replicas.map((replica) => subscribe(replica)));
    for (const client of clients) expect((await client.snapshot()).total).toBe(3);
    const updates = await boards.update(clients);
    for (const { odds } of updates) expect(odds.map(({ id }) => id)).toEqual(['1']);
    expect(new Set(updates.map(({ cursor }) => cursor)).size).toBe(1);
    expect(upstream.requests).toBe(1);

    // The cursor of one replica shows what changed since, and no snapshot, on another.
    upstream.streams[0]?.remove('2');
    await Promise.all(clients.map((client) => client.untilKind('OddsRemoval')));
    const resumed = await subscribe(await boards.start(), updates[0]?.cursor ?? null);
    expect(await resumed.nextOdds()).toMatchObject({ __typename: 'OddsRemoval', ids: ['2'] });
    expect(upstream.requests).toBe(1);
  });

  test('share one stream of opportunities beside that of odds', async ({ boards }) => {
    const { upstream } = boards;
    upstream.onStream = (stream) => {
      if (stream.path.includes('channel=odds')) stream.open(ROWS);
      else stream.openOpportunities('ev:detected', found({ id: '1' }, { id: '2' }));
    };
    const first = await boards.start();
    const ofOdds = await subscribe(first);
    await ofOdds.snapshot();
    const second = await boards.start();
    const clients = [await subscribeToOpportunities(first), await subscribeToOpportunities(second)];
    const both = [{ id: '1' }, { id: '2' }];
    for (const client of clients) {
      expect(await nextFound(client)).toMatchObject({ isSnapshot: true, opportunities: both });
    }
    const query = '{ opportunities { nodes { id } } }';
    for (const replica of [first, second]) {
      expect((await replica.ask(query)).data.opportunities?.nodes).toEqual(both);
    }
    const stream = await upstream.stream(2);
    stream.send('ev:detected', found({ id: '2', ev_percentage: 7 }));
    stream.send('ev:expired', { expired: ['1'] });
    for (const client of clients) {
      const changed = [{ id: '2', evPercent: 7 }];
      expect(await nextFound(client)).toMatchObject({ isSnapshot: false, opportunities: changed });
      expect(await nextFound(client)).toMatchObject({ ids: ['1'] });
    }
    // Responses are shared for a moment.
    for (const replica of [first, second]) {
      await until(async () => (await replica.ask(query)).data.opportunities?.nodes.length === 1);
    }
    expect(upstream.requests).toBe(2);
  });

  test('store no API key, and set an expiry on every key in Redis', async ({ boards }) => {
    await (await subscribe(await boards.start())).snapshot();
    const names = await boards.redis.keys();
    expect(names.length).toBeGreaterThanOrEqual(4);
    const { redis } = boards;
    const stored = await Promise.all(names.map((name) => redis.command(['DUMP', name])));
    expect([names, stored].join()).not.toContain('demo_enterprise');
    expect(await redis.lastingKeys()).toEqual([]);
  });

  test('know the age of a price from when it came to the leader', async ({ boards }) => {
    const { clock } = boards;
    const ahead: Clock = {
      now: () => clock.now() + 7_000,
      monotonic: () => clock.monotonic(),
      after: (...of) => clock.after(...of),
      every: (...of) => clock.every(...of),
    };
    const { replicas, clients } = await boards.startTwo({}, { clock: ahead });
    const grown = await growthOf(replicas[1].url, () => boards.update(clients));
    const seconds = grown['price_age_seconds_sum{channel="odds"}'];
    expect(seconds).toBeGreaterThanOrEqual(7);
    expect(seconds).toBeLessThan(60);
  });

  test('keep long messages of upstream out of Redis', async ({ boards }) => {
    const client = await subscribe(await boards.start());
    await client.snapshot();
    boards.upstream.streams[0]?.send('error', { code: 'odd', message: 'x'.repeat(100_000) });
    await client.untilState('NOTICE');
    const [{ log }] = await boards.boards();
    const entries = JSON.stringify(await boards.redis.command(['XRANGE', log, '-', '+']));
    expect(entries).toContain('NOTICE');
    expect(entries.length).toBeLessThan(10_000);
  });

  test('all end their subscriptions with the error with which upstream refuses the stream', async ({
    boards,
  }) => {
    const { replicas, clients } = await boards.startTwo({}, {}, 'demo_pro');
    boards.upstream.refuse({ status: 403, code: 'tier_restricted' });
    boards.upstream.streams[0]?.cut();
    for (const client of clients) {
      expect((await client.lastError())?.extensions?.['code']).toBe('FEATURE_NOT_AVAILABLE');
    }
    for (const replica of replicas) {
      const { data } = await replica.ask('{ viewer { canStream } }', { key: 'demo_pro' });
      expect(data.viewer?.canStream).toBe(false);
    }
  });

  test('take over at once when the leader stops, and show differences alone', async ({
    boards,
  }) => {
    const { clock } = boards;
    const { replicas, clients } = await boards.startTwo();
    boards.upstream.onStream = (stream) => stream.open([oddsRow(0), oddsRow(1, 7)]);
    await replicas[0].stop();
    const stoppedAt = clock.monotonic();
    await boards.upstream.stream(2);
    expect(clock.monotonic() - stoppedAt).toBeLessThan(LEASE_MS / 2);
    const [, following] = clients;
    await until(() => kindsOf(following).filter((kind) => kind === 'READY').length === 2);
    expect(following.of('OddsSnapshot')).toHaveLength(1);
    expect(kindsOf(following)).toContain('RECONNECTING');
    expect(following.of('OddsRemoval')).toContainEqual(expect.objectContaining({ ids: ['2'] }));
    expect(following.of('OddsUpdate')).toContainEqual(
      expect.objectContaining({ odds: [expect.objectContaining({ id: '1' })] }),
    );
  });

  test('compare opportunities with those of upstream when they take over', async ({ boards }) => {
    boards.upstream.onStream = (stream) =>
      stream.openOpportunities('ev:detected', found({ id: '1' }, { id: '2' }));
    const first = await boards.start();
    await nextFound(await subscribeToOpportunities(first));
    const client = await subscribeToOpportunities(await boards.start());
    await nextFound(client);
    boards.upstream.onStream = (stream) =>
      stream.openOpportunities('ev:detected', found({ id: '2' }, { id: '3' }));
    await first.stop();
    const events = [await nextFound(client), await nextFound(client)];
    expect(events).toContainEqual({ __typename: 'OpportunitiesExpired', ids: ['1'] });
    expect(events).toContainEqual({
      __typename: 'OpportunitiesDetected',
      isSnapshot: false,
      opportunities: [{ id: '3', evPercent: 3 }],
    });
  });

  test('take over although upstream still counts the stream of the earlier leader', async ({
    boards,
  }) => {
    const { replicas, clients } = await boards.startTwo();
    boards.upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
    await replicas[0].stop();
    await boards.upstream.stream(2);
    await clients[1].untilState('READY');
    expect(clients[1].results.flatMap(({ errors = [] }) => errors)).toEqual([]);
    expect(boards.upstream.requests).toBe(3);
  });

  test('stay although upstream still counts their stream when Redis has lost the board', async ({
    boards,
  }) => {
    const { clients } = await boards.startTwo();
    boards.upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
    await boards.redis.command(['FLUSHALL']);
    for (const client of clients) {
      expect((await client.snapshot()).total).toBe(3);
      await client.untilState('READY');
      expect(client.results.flatMap(({ errors = [] }) => errors)).toEqual([]);
    }
    expect(boards.upstream.requests).toBe(3);
  });
});
