import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { type ScriptedStream, ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { evOpportunity } from './ev-opportunity.ts';

const QUERY = `subscription ($sportsbooks: [String!]) {
  liveOpportunities(kinds: [EV], filter: { sportsbooks: $sportsbooks }) {
    __typename
    ... on OpportunitiesDetected { isSnapshot opportunities { id ... on EvOpportunity { evPercent } } }
    ... on OpportunitiesExpired { ids }
    ... on FeedStatus { state }
  }
}`;

let redis: RedisServer;
let upstream: ScriptedUpstream;
let processes: OddsgraphProcess[];

async function start() {
  const environment = { REDIS_URL: redis.url, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  const process = new OddsgraphProcess(environment);
  processes.push(process);
  return { process, url: (await process.listening()).url };
}

function startAll(count: number) {
  return Promise.all(Array.from({ length: count }, start));
}

function subscribe({ url }: { url: string }, sportsbooks: string[] = []): Promise<LiveClient> {
  return LiveClient.open(url, QUERY, { variables: { sportsbooks } });
}

function open(stream: ScriptedStream, opportunities: readonly object[]): void {
  stream.connected();
  stream.send('ev:detected', opportunities);
  stream.complete([]);
}

/** The next event that is no status; its status is skipped. */
async function nextEvent(client: LiveClient) {
  for (;;) {
    const { data, errors } = await client.next();
    expect(errors).toBeUndefined();
    const event = data?.liveOpportunities;
    if (event && event.__typename !== 'FeedStatus') return event;
  }
}

async function untilState(client: LiveClient, state: string): Promise<void> {
  for (;;) {
    const event = (await client.next()).data?.liveOpportunities;
    if (event?.__typename === 'FeedStatus' && event.state === state) return;
  }
}

beforeEach(async () => {
  if (!hasRedis) return;
  processes = [];
  redis = await RedisServer.start();
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => open(stream, [evOpportunity(1), evOpportunity(2)]);
});

afterEach(async () => {
  if (!hasRedis) return;
  await Promise.all(processes.map((process) => process.kill()));
  await upstream.close();
  await redis.stop();
});

/** What a subscriber holds: the expected value in percent by id. */
async function held(client: LiveClient): Promise<Record<string, unknown>> {
  const event = await nextEvent(client);
  if (event.__typename !== 'OpportunitiesDetected') throw new Error('Nothing was detected.');
  expect(event.isSnapshot).toBe(true);
  return Object.fromEntries(
    event.opportunities.map((one) => [one.id, 'evPercent' in one ? one.evPercent : Number.NaN]),
  );
}

describe.skipIf(!hasRedis)(
  'opportunities of replicas that share a Redis',
  { timeout: 60_000 },
  () => {
    test('are detected and expire on all of them, over one stream', async () => {
      const replicas = await startAll(3);
      const clients = await Promise.all(replicas.map((replica) => subscribe(replica)));
      for (const client of clients) expect(await held(client)).toEqual({ 1: 2, 2: 2 });
      const stream = await upstream.stream(1);
      stream.send('ev:detected', [evOpportunity(2, 5), evOpportunity(3)]);
      for (const client of clients) {
        const event = await nextEvent(client);
        const opportunities = [
          { id: '2', evPercent: 7 },
          { id: '3', evPercent: 2 },
        ];
        expect(event).toMatchObject({ isSnapshot: false, opportunities });
      }
      stream.send('ev:expired', { expired: ['1'] });
      for (const client of clients) {
        expect(await nextEvent(client)).toMatchObject({
          __typename: 'OpportunitiesExpired',
          ids: ['1'],
        });
      }
      const late = await subscribe(await start());
      expect(await held(late)).toEqual({ 2: 7, 3: 2 });
      expect(upstream.requests).toBe(1);
      for (const client of [...clients, late]) client.close();
    });

    test('expire for the subscribers of a sportsbook that no longer offers them', async () => {
      const [first, second] = await startAll(2);
      if (first === undefined || second === undefined) throw new Error('A replica is missing.');
      const leading = await subscribe(first);
      await held(leading);
      const draftkings = await subscribe(second, ['draftkings']);
      expect(await held(draftkings)).toEqual({ 1: 2, 2: 2 });
      const fanduel = await subscribe(second, ['fanduel']);
      const stream = await upstream.stream(1);
      stream.send('ev:detected', [{ ...evOpportunity(2), sportsbook: 'fanduel' }]);
      expect(await nextEvent(draftkings)).toMatchObject({ ids: ['2'] });
      let event = await nextEvent(fanduel);
      while (event.__typename === 'OpportunitiesDetected' && event.opportunities.length === 0) {
        event = await nextEvent(fanduel); // Its first snapshot.
      }
      expect(event).toMatchObject({ opportunities: [{ id: '2' }] });
      for (const client of [leading, draftkings, fanduel]) client.close();
    });

    test('are compared with those of upstream when another replica takes over', async () => {
      const [first, second] = await startAll(2);
      if (first === undefined || second === undefined) throw new Error('A replica is missing.');
      await held(await subscribe(first));
      const client = await subscribe(second);
      expect(await held(client)).toEqual({ 1: 2, 2: 2 });
      upstream.onStream = (stream) => open(stream, [evOpportunity(2), evOpportunity(3, 1)]);
      await first.process.kill();
      await untilState(client, 'RECONNECTING');
      const events = [await nextEvent(client), await nextEvent(client)];
      expect(events).toContainEqual({ __typename: 'OpportunitiesExpired', ids: ['1'] });
      expect(events).toContainEqual({
        __typename: 'OpportunitiesDetected',
        isSnapshot: false,
        opportunities: [{ id: '3', evPercent: 3 }],
      });
      await untilState(client, 'READY');
      expect(upstream.requests).toBe(2);
      client.close();
    });

    test('have a stream of their own beside that of odds', async () => {
      const replicas = await startAll(2);
      upstream.onStream = (stream) =>
        stream.path.includes('channel=odds') ? stream.open([]) : open(stream, []);
      const clients = await Promise.all(
        replicas.flatMap((replica) => [
          subscribe(replica),
          LiveClient.open(replica.url, LIVE_ODDS),
        ]),
      );
      await Promise.all(clients.map((client) => client.next()));
      expect(upstream.streams.map(({ path }) => path.includes('channel=odds')).sort()).toEqual([
        false,
        true,
      ]);
      for (const client of clients) client.close();
    });
  },
);
