import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SHARED_KEYS } from '../../src/live/relay/store/redis-values.ts';
import type { Log } from '../../src/observability/log.ts';
import { RedisConnection } from '../../src/redis/redis-connection.ts';
import { redisName } from '../../src/redis/redis-names.ts';
import { type Clock, systemClock } from '../../src/scheduling/clock.ts';
import { MESSAGE_MS, RedisMailbox } from '../../src/transports/sse/replicas/redis-mailbox.ts';
import { StreamKeys } from '../../src/transports/sse/replicas/stream-keys.ts';
import { StreamPeers } from '../../src/transports/sse/replicas/stream-peers.ts';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { LIVE_ODDS } from '../harness/clients/live-client.ts';
import { lastUpdate, StreamClient } from '../harness/clients/stream-client.ts';
import { haveStarted } from '../harness/event-kinds.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsDelta } from '../harness/odds-rows.ts';
import { hasRedis, type RedisServer } from '../harness/programs/redis.ts';
import type { GraphOptions, RunningGraph } from '../harness/servers/running-graph.ts';
import type { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { SILENT_LOG } from '../harness/silent-log.ts';
import { until } from '../harness/until.ts';
import {
  type SigningKeyPair,
  signingKeyPair,
  TokenIssuer,
} from '../harness/viewers/token-issuer.ts';
import { BoardReplicas } from './board-replicas.ts';

/** How long the server accepts a token that has expired. */
const CLOCK_TOLERANCE_SECONDS = 30;

const TIER = '{ viewer { tier } }';
const LEAGUES = `query ($leagues: [String!]) { odds(filter: { leagues: $leagues }) { totalCount } }`;
const DELETE_KEY = 'mutation { deleteApiKey(id: "key_1") { id } }';

let boards: BoardReplicas;
let redis: RedisServer;
let upstream: ScriptedUpstream;
/** The addresses of three replicas. */
let a: string;
let b: string;
let c: string;

/** One more replica for one test. */
async function startAnother(options: Partial<GraphOptions> = {}): Promise<RunningGraph> {
  const replica = await boards.start({ clock: systemClock, ...options });
  onTestFinished(() => replica.stop());
  return replica;
}

/** Three replicas, a Redis and an upstream of their own for the tests of a group. */
function shareReplicas(optionsOf: () => Promise<Partial<GraphOptions>> = async () => ({})): void {
  beforeAll(async () => {
    boards = await BoardReplicas.open();
    ({ redis, upstream } = boards);
    const options = { clock: systemClock, ...(await optionsOf()) };
    const replicas = await Promise.all([1, 2, 3].map(() => boards.start(options)));
    [a, b, c] = replicas.map(({ url }) => url) as [string, string, string];
    return () => boards.stop();
  }, 60_000);
}

/** A stream that the first replica has reserved and the second one holds. */
async function heldByB(key?: string | null, bearer?: string): Promise<StreamClient> {
  const client = await StreamClient.reserve(a, key, bearer);
  await client.at(b).open();
  return client;
}

/** What a replica's part of event streams is given that has this clock. */
function connectionAt(clock: Clock) {
  return { prefix: 'p', upstreamUrl: upstream.url, url: redis.url, log: SILENT_LOG, clock };
}

const peersAt = (clock: Clock) => new StreamPeers(connectionAt(clock));

async function errorOf(response: Response) {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].message];
}

describe.skipIf(!hasRedis)('a stream that several replicas serve', { timeout: 60_000 }, () => {
  shareReplicas();

  test('can be used at once after a replica has started, while it still connects to Redis', async () => {
    const proxy = await TcpProxy.open(redis.port);
    proxy.cut();
    const { url } = await startAnother({ redisUrl: `redis://127.0.0.1:${proxy.port}` });
    const client = await StreamClient.reserve(url);
    const opened = client.open();
    await until(() => proxy.connections > 0);
    proxy.mend();
    await opened;
    expect((await client.at(a).ask('tier', TIER)).status).toBe(202);
    client.close();
    await proxy.close();
  });

  test('is reserved at one, opened at another, and takes operations at a third', async () => {
    const client = await heldByB();
    client.at(c);
    const grown = await growthOf(c, async () => {
      expect((await client.ask('tier', TIER)).status).toBe(202);
      await client.whole('tier');
    });
    const counted = Object.entries(grown).filter(([name]) => name.startsWith('operations_total'));
    // Both replicas are in this process.
    expect(counted).toEqual([[expect.stringContaining('type="query",transport="stream"'), 1]]);
    expect(client.of('tier').payloads).toMatchObject([
      { data: { viewer: { tier: 'ENTERPRISE' } } },
    ]);
    expect((await client.ask('live', LIVE_ODDS)).status).toBe(202);
    await until(() => haveStarted([client.of('live').payloads]));
    (await upstream.stream(1)).update(oddsDelta(1, 7));
    const newest = () => lastUpdate(client, 'live')?.odds[0]?.price.american;
    await until(() => newest() === 107);
    expect((await client.at(a).end('live')).status).toBe(200);
    await client.whole('live');
    expect(upstream.streams.map(({ key }) => key)).toEqual(['demo_enterprise']);
    client.close();
  });

  test('gets operations that were sent to any replica while it was being opened', async () => {
    const client = await StreamClient.reserve(a);
    const grown = await growthOf(a, async () => {
      const asked = [a, b, c].map((url) => client.at(url).ask(url, TIER));
      await client.at(b).open();
      for (const { status } of await Promise.all(asked)) expect(status).toBe(202);
    });
    const forwarded = Object.entries(grown).filter(([name]) => name.includes('_forwarded_total'));
    const missing = forwarded.filter(([name]) => !name.includes('"done"'));
    expect(missing).toEqual([]);
    for (const url of [a, b, c]) expect(await client.whole(url)).toHaveLength(1);
    client.close();
  });

  test('refuses requests with the same answer on every replica', async () => {
    const client = await heldByB();
    await client.ask('taken', LIVE_ODDS);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = `{"query":"${TIER}","variables":{"deep":${deep}},"extensions":{"operationId":"1"}}`;
    const requests = [
      () => client.ask('taken', TIER),
      () => client.send({ headers: { 'content-type': 'application/json' }, body }),
      () => client.ask('x', '{ nothing }'),
      () => client.ask('x', '{'),
      () => client.ask('', TIER),
      () => client.ask('x', TIER, {}, { accept: 'image/png' }),
      () =>
        client.send({
          method: 'GET',
          search: `?query=${encodeURIComponent(DELETE_KEY)}&extensions={"operationId":"x"}`,
        }),
      () => client.send({ method: 'DELETE' }),
      () => client.send({ method: 'GET', headers: { accept: 'text/event-stream' } }),
    ];
    for (const request of requests) {
      client.at(b);
      const atHolder = await request();
      client.at(c);
      const elsewhere = await request();
      expect(await errorOf(elsewhere)).toEqual(await errorOf(atHolder));
      expect(elsewhere.headers.get('allow')).toBe(atHolder.headers.get('allow'));
    }
    client.close();
  });

  test('opens once, even if it is opened on all replicas at the same time', async () => {
    const { token } = await StreamClient.reserve(a);
    const headers = {
      accept: 'text/event-stream',
      'x-api-key': 'demo_enterprise',
      'x-graphql-event-stream-token': token,
    };
    const responses = await Promise.all(
      [b, b, c, b, c, b, b, c].map((url) => fetch(`${url}/graphql/stream`, { headers })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await Promise.all(responses.map(({ body }) => body?.cancel()));
  });

  test('without a key takes operations of callers without a key', async () => {
    const client = await heldByB(null);
    expect((await client.at(c).ask('x', '{ __typename }')).status).toBe(202);
    expect(await client.whole('x')).toMatchObject([{ data: { __typename: 'Query' } }]);
    client.close();
  });

  test('is not found by a deployment with another prefix', async () => {
    const other = await startAnother({ redisPrefix: 'other' });
    const client = await StreamClient.open(a);
    expect((await client.at(other.url).ask('x', TIER)).status).toBe(404);
    client.close();
  });

  test('is not found once it has ended, and can be opened after the replica that reserved it has stopped', async () => {
    const client = await heldByB();
    client.close();
    await until(async () => (await client.at(c).ask('x', TIER)).status === 404);
    const another = await startAnother();
    const reserved = await StreamClient.reserve(another.url);
    await another.stop();
    await reserved.at(b).open();
    reserved.close();
  });

  test('leaves nothing in Redis that can be read, and nothing that does not expire', async () => {
    const secret = 'a secret in a variable';
    const watcher = createClient({ url: redis.url, RESP: 2 });
    await watcher.connect();
    const seen: string[] = [];
    await watcher.monitor((line) => void seen.push(String(line)));
    const client = await heldByB();
    await client.at(c).ask('asked', LEAGUES, { variables: { leagues: [secret] } });
    await client.whole('asked');
    const traffic = seen.join('\n');
    expect(traffic).toContain('PUBLISH');
    for (const text of [secret, client.token, 'demo_enterprise', 'totalCount', 'asked']) {
      expect(traffic).not.toContain(text);
    }
    watcher.destroy();
    const names = await redis.keys();
    expect(names.some((name) => name.includes(':stream:'))).toBe(true);
    for (const name of names) {
      expect([name, await redis.command(['PTTL', name])]).toEqual([
        name,
        // -2 if it has just expired. Which Redis process the replicas know is no secret, and stays known.
        expect.toSatisfy((ms) => ms !== -1 && (ms <= 120_000 || name === SHARED_KEYS.knownRun)),
      ]);
    }
    client.close();
  });

  test('is registered by its holder alone, and no longer once it has ended', async () => {
    const clock = new ManualClock();
    const [one, other] = [peersAt(clock), peersAt(clock)];
    const held = [one.hold('a'), one.hold('ended'), other.hold('b')];
    expect(await Promise.all(held)).toEqual([true, true, true]);
    expect(await other.hold('a')).toBe(false);
    const encryptions = vi.spyOn(StreamKeys.prototype, 'encrypt');
    expect(await one.ask('unknown', { kind: 'end', operationId: 'a' })).toBe(false);
    expect(encryptions).not.toHaveBeenCalled();
    one.release('ended');
    const records = ['a', 'ended', 'b'].map((token) => {
      const { name } = new StreamKeys(
        token,
        redisName({ prefix: 'p', upstreamUrl: upstream.url }, 'streams'),
      );
      return `oddsgraph:5:stream:${name}`;
    });
    const holders = await redis.command(['MGET', ...records]);
    await redis.command(...records.map((record) => ['PEXPIRE', record, '10000']));
    clock.advance(5_000);
    const left = () =>
      Promise.all(records.map(async (record) => Number(await redis.command(['PTTL', record]))));
    await until(async () => (await left()).filter((ms) => ms > 10_000).length === 2);
    expect((await left())[1]).toBeLessThanOrEqual(10_000);
    expect(await redis.command(['MGET', ...records])).toEqual(holders);
    one.stop();
    other.stop();
  });

  test('takes a request that its holder has read, even if the reply comes late', async () => {
    const clock = new ManualClock();
    const holder = peersAt(new ManualClock());
    const asker = peersAt(clock);
    holder.onRequest(() => true);
    await holder.hold('token');
    const { promise: late, resolve: reply } = Promise.withResolvers<void>();
    const { post } = RedisMailbox.prototype;
    const posts = vi.spyOn(RedisMailbox.prototype, 'post').mockImplementation(async function (
      this: RedisMailbox,
      ...message
    ) {
      if (message[1].startsWith('reply')) await late;
      return post.apply(this, message);
    });
    const takes = vi.spyOn(RedisMailbox.prototype, 'take');
    const asked = asker.ask('token', { kind: 'end', operationId: 'operation' });
    await until(() => posts.mock.calls.length === 2 && clock.pendingTimers === 2);
    clock.advance(MESSAGE_MS);
    await until(
      () => takes.mock.settledResults.filter(({ type }) => type === 'fulfilled').length === 2,
    );
    reply();
    expect(await asked).toBe(true);
    asker.stop();
    holder.stop();
  });

  test('takes a request that Redis stores and publishes late', async () => {
    const clock = new ManualClock();
    const holder = peersAt(new ManualClock());
    const asker = peersAt(clock);
    const done: string[] = [];
    holder.onRequest((token) => done.push(token) > 0);
    await holder.hold('other');
    expect(await asker.ask('other', { kind: 'end', operationId: 'first' })).toBe(true);
    const posts = vi.spyOn(RedisMailbox.prototype, 'post');
    await redis.command(['CLIENT', 'PAUSE', '60000', 'WRITE']);
    const asked = asker.ask('other', { kind: 'end', operationId: 'second' });
    await until(() => clock.pendingTimers === 3); // SET, PUBLISH and the next renewal.
    clock.advance(1_000);
    await until(() => posts.mock.settledResults[0]?.type === 'rejected');
    await redis.command(['CLIENT', 'UNPAUSE']);
    expect(await asked).toBe(true);
    expect(done).toEqual(['other', 'other']);
    asker.stop();
    holder.stop();
  });

  test('takes requests that come together, also when Redis has forgotten its scripts', async () => {
    const [holder, asker] = [peersAt(systemClock), peersAt(systemClock)];
    holder.onRequest(() => true);
    await holder.hold('together');
    const asked: Promise<boolean>[] = [];
    for (let round = 0; round < 10; round += 1) {
      await redis.command(['SCRIPT', 'FLUSH']);
      for (let request = 0; request < 30; request += 1) {
        asked.push(asker.ask('together', { kind: 'end', operationId: 'operation' }));
        if (request % 3 === 0) await turn();
      }
    }
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
    asker.stop();
    holder.stop();
  });

  test('runs a forwarded request once, even if somebody stores it in Redis again, also after its client has opened the stream again', async () => {
    const posts = vi.spyOn(RedisMailbox.prototype, 'post');
    const client = await heldByB();
    await client.at(c).ask('once', TIER);
    await client.whole('once');
    const [, id = '', message = '', notice = ''] = posts.mock.calls[0] ?? [];
    const somebody = new RedisMailbox(connectionAt(systemClock), 'somebody', () => {});
    const channels = (await redis.command(['PUBSUB', 'CHANNELS', '*:replica:*'])) as string[];
    const replicas = channels.map((channel) => channel.split(':').at(-1) ?? '');
    const storeAgain = async () => {
      for (const replica of replicas.filter((one) => one !== 'somebody')) {
        await somebody.post(replica, id, message, notice);
        await until(async () => !(await redis.command(['EXISTS', `oddsgraph:5:message:${id}`])));
      }
      await client.at(c).ask('next', TIER);
      await client.whole('next');
      expect(client.order.splice(0)).toEqual(['next', 'next']);
      client.of('next').isComplete = false;
    };
    client.order.splice(0);
    await storeAgain();
    for (const holder of [b, a]) {
      client.close();
      for (const record of await redis.keys('*:stream:*')) {
        await redis.command(['DEL', record]);
      }
      const opened = () => client.at(holder).open();
      await until(() =>
        opened().then(
          () => true,
          () => false,
        ),
      );
      await storeAgain();
    }
    client.close();
    somebody.close();
  });

  test('is not disturbed by what others publish or store under its names', async () => {
    const client = await heldByB();
    const channels = (await redis.command(['PUBSUB', 'CHANNELS', '*:replica:*'])) as string[];
    expect(channels).toHaveLength(3);
    const [record = ''] = await redis.keys('*:stream:*');
    const stream = record.split(':').at(-1);
    await redis.command(['SET', 'oddsgraph:5:message:forged', 'Zm9yZ2Vk'.repeat(10)]);
    for (const channel of channels) {
      const from = channel.split(':').at(-1);
      for (const notice of ['', '{', '[]', 'x', `forged ${stream}`, `${from}/9 ${stream}`]) {
        await redis.command(['PUBLISH', channel, notice]);
      }
    }
    await until(async () => !(await redis.command(['EXISTS', 'oddsgraph:5:message:forged'])));
    expect((await client.at(c).ask('tier', TIER)).status).toBe(202);
    expect(await client.whole('tier')).toHaveLength(1);
    client.close();
  });
});

describe.skipIf(!hasRedis)('a stream of a viewer that several replicas serve', () => {
  let issuer: TokenIssuer;
  let aheadMs = 0;
  let signingKey: SigningKeyPair;

  shareReplicas(async () => {
    signingKey = await signingKeyPair('one');
    issuer = await TokenIssuer.start(signingKey);
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    const keys = new Map([
      ['pro', 'demo_pro'],
      ['enterprise', 'demo_enterprise'],
    ] as const);
    return { viewers: issuer.viewers(keys), clock };
  });
  afterEach(() => {
    aheadMs = 0;
  });
  afterAll(() => issuer.stop());

  /** A token of this viewer that is accepted for so many seconds. */
  function streamTokenOf(sub: string, tier = 'pro', seconds = 600): Promise<string> {
    const exp = Math.floor(Date.now() / 1_000) + seconds - CLOCK_TOLERANCE_SECONDS;
    return issuer.sign(signingKey, Date.now(), { sub, tier, exp });
  }

  test('takes operations with a new token of the same viewer, and lets them last as long as that one', async () => {
    const client = await heldByB(null, await streamTokenOf('alice', 'pro', 200));
    expect((await client.at(c).ask('short', LIVE_ODDS)).status).toBe(202);
    client.bearer = await streamTokenOf('alice');
    expect((await client.at(c).ask('long', LIVE_ODDS)).status).toBe(202);
    await until(() => haveStarted([client.of('short').payloads]));
    aheadMs = 300_000;
    expect((await client.whole('short')).at(-1)).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    (await upstream.stream(1)).update(oddsDelta(1, 7));
    await until(() => JSON.stringify(client.of('long').payloads.at(-1)).includes('107'));
    client.close();
  });

  test('is not found by another viewer, by the operator’s key, nor on another tier', async () => {
    const client = await heldByB(null, await streamTokenOf('alice'));
    const owner = client.bearer;
    for (const url of [a, b, c]) {
      client.at(url);
      for (const bearer of [
        await streamTokenOf('bob'),
        await streamTokenOf('alice', 'enterprise'),
      ]) {
        client.bearer = bearer;
        expect((await client.ask('x', TIER)).status).toBe(404);
      }
      client.bearer = null;
      client.key = 'demo_pro';
      expect((await client.ask('x', TIER)).status).toBe(404);
      client.key = null;
      client.bearer = owner;
      expect((await client.ask(url, TIER)).status).toBe(202);
    }
    client.close();
  });
});

describe.skipIf(!hasRedis)('without Redis', { timeout: 60_000 }, () => {
  shareReplicas();

  async function expectUnavailable(response: Response): Promise<void> {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await response.json()).errors[0].extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  }

  test('streams go on where they are open, other requests get 503, and all is well when it is back, empty', async () => {
    const client = await heldByB();
    await redis.stop();
    expect((await client.at(b).ask('here', TIER)).status).toBe(202);
    expect(await client.whole('here')).toHaveLength(1);
    await expectUnavailable(await client.at(c).ask('there', TIER));
    await expectUnavailable(await client.at(c).end('there'));
    const headers = { accept: 'text/event-stream' };
    const another = await StreamClient.reserve(a);
    await expectUnavailable(await another.at(c).send({ method: 'GET', headers }));
    await redis.restart();
    // The holder registers its streams again within five seconds.
    await until(async () => (await client.at(c).ask('again', TIER)).status === 202);
    expect(await client.whole('again')).toHaveLength(1);
    const other = await heldByB();
    client.close();
    other.close();
  });

  test('counts a record or message that another program has made huge as missing, and does not read it', async () => {
    const mailbox = new RedisMailbox(connectionAt(systemClock), 'one', () => {});
    expect(await mailbox.claim('stream', 'holder', 60_000)).toBe(true);
    // The reply may have been lost, so its holder may claim it again.
    expect(await mailbox.claim('stream', 'holder', 60_000)).toBe(true);
    expect(await mailbox.claim('stream', 'another', 60_000)).toBe(false);
    await mailbox.post('nobody', 'message', 'text', 'notice');
    expect([await mailbox.holderOf('stream'), await mailbox.take('message')]).toEqual([
      'holder',
      'text',
    ]);
    await mailbox.post('nobody', 'message', 'text', 'notice');
    const huge = 'x'.repeat(32 * 2 ** 20);
    for (const key of await redis.keys('*:?????*:*')) {
      await redis.command(['SET', key, huge, 'KEEPTTL']);
    }
    const before = await redis.sentBytes();
    expect([await mailbox.holderOf('stream'), await mailbox.take('message')]).toEqual([null, null]);
    expect((await redis.sentBytes()) - before).toBeLessThan(100_000);
    mailbox.close();
  });

  test('tries once in five seconds to subscribe where Redis refuses it, however often the connection is lost', async () => {
    const [clock, warn] = [new ManualClock(), vi.fn()];
    const url = await redis.urlOfUser('resetchannels');
    const log = { ...SILENT_LOG, warn } as unknown as Log;
    const connection = new RedisConnection({ url, clock, log });
    void connection.subscribe('one', () => {});
    for (const refused of [1, 2, 3]) {
      await until(async () =>
        String(await redis.command(['ACL', 'LOG'])).startsWith(`count,${refused},`),
      );
      await until(() => clock.pendingTimers === 1);
      if (refused < 3) await redis.command(['CLIENT', 'KILL', 'USER', 'odds']);
    }
    expect(warn).toHaveBeenCalledOnce();
    connection.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
