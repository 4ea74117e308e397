import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { type Replica, Replicas } from '../harness/servers/replicas.ts';
import { startGraph } from '../harness/servers/running-graph.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { subscribe, testOfReplicas } from '../relay/board-replicas.ts';

const UNREACHABLE = 'Redis is unreachable';
const REFUSED = 'Redis refuses a command';
const NO_LEASE = 'Redis answers reads, but does not let this replica ask for a lease';

const EVICTS = 'Redis may evict keys: its maxmemory-policy has to be noeviction';

let replicas: Replicas;
let proxy: TcpProxy;
let replica: Replica;

describe.skipIf(!hasRedis)('the log of a replica says what is wrong with Redis', () => {
  beforeAll(async () => {
    replicas = await Replicas.open();
  });
  afterAll(() => replicas.stop());

  beforeEach(async () => {
    proxy = await TcpProxy.open(replicas.redis.port);
    replica = await replicas.start({ redisUrl: `redis://127.0.0.1:${proxy.port}` });
    await isReady();
  });
  afterEach(async () => {
    await replicas.reset();
    await proxy.close();
  });

  /** Resolves once the replica reaches Redis, which may need time of its clock. */
  async function isReady(): Promise<void> {
    await until(async () => {
      replica.clock.advance(10);
      return (await fetch(`${replica.url}/readyz`)).ok;
    });
  }

  /** Resolves with the n-th report, once Redis has been out of reach for two seconds of the replica's clock. */
  async function report(n = 1) {
    const reports = () => linesOf(replica.log(), UNREACHABLE);
    await until(() => {
      replica.clock.advance(100);
      return reports().length === n;
    });
    return reports().at(-1);
  }

  test('it does not answer, after a lost connection was made again', async () => {
    proxy.cut();
    await report();
    proxy.mend();
    await isReady();
    proxy.cut();
    expect(await report(2)).toMatchObject({ level: 40, reason: 'timeout' });
  });

  test('it does not listen', async () => {
    replica = await replicas.start();
    await isReady();
    await replicas.redis.stop();
    expect(await report()).toMatchObject({ err: { code: 'ECONNREFUSED' } });
    await replicas.redis.restart();
  });

  test('nothing, while the first attempt to connect has not ended', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    await once(server, 'listening');
    const redisUrl = `rediss://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clock = new ManualClock();
    const graph = await startGraph({ baseUrl: replicas.proxy.url, redisUrl, clock });
    await until(() => sockets.length > 1);
    clock.advance(10_000);
    expect(linesOf(graph.log(), UNREACHABLE)).toEqual([]);
    await until(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
      clock.advance(100);
      return linesOf(graph.log(), UNREACHABLE).length > 0;
    });
    expect(linesOf(graph.log(), UNREACHABLE)).toMatchObject([{ err: { code: 'ECONNRESET' } }]);
    await graph.stop();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('it may evict keys', async () => {
    const { redis } = replicas;
    const configure = (maxmemory: string, policy: string) =>
      redis.command(['CONFIG', 'SET', 'maxmemory', maxmemory, 'maxmemory-policy', policy]);
    await configure('0', 'allkeys-lru');
    const unlimited = await replicas.start();
    await configure('1gb', 'allkeys-lru');
    const evicted = await replicas.start();
    await until(() => linesOf(evicted.log(), EVICTS).length > 0);
    await configure('0', 'noeviction');
    expect(linesOf(evicted.log(), EVICTS)).toMatchObject([{ level: 40, policy: 'allkeys-lru' }]);
    for (const other of [replica, unlimited]) expect(linesOf(other.log(), EVICTS)).toEqual([]);
  });

  test('the replica may not use channels, so no event stream can be opened until it may', async () => {
    const { redis, proxy: upstream } = replicas;
    const redisUrl = await redis.urlOfUser('resetchannels');
    const clock = new ManualClock();
    const graph = await startGraph({ baseUrl: upstream.url, redisUrl, clock });
    const refusals = () => linesOf(graph.log(), REFUSED);
    let client = await StreamClient.reserve(graph.url);
    /** Opens the stream, which may need time of the clock. */
    const open = async () => {
      let answer = '';
      client.open().then(
        () => {
          answer = 'It is open.';
        },
        ({ message }) => {
          answer = message;
        },
      );
      await until(() => {
        clock.advance(10);
        return answer !== '';
      });
      return answer;
    };
    expect(await open()).toBe('Refused with 503.');
    await until(() => refusals().length > 0);
    clock.advance(5_000); // It is refused again.
    expect(await open()).toBe('Refused with 503.');
    await redis.command(['ACL', 'SETUSER', 'odds', 'allchannels']);
    await until(async () => (await open()) === 'It is open.');
    const line = { level: 40, err: { message: expect.stringContaining('NOPERM') } };
    expect(refusals()).toMatchObject([line]);
    // Redis disconnects who is subscribed, and refuses each attempt to subscribe again.
    clock.advance(60_000);
    await redis.command(['ACL', 'SETUSER', 'odds', 'resetchannels']);
    await until(() => refusals().length > 1);
    const before = await redis.connections();
    await until(async () => (await redis.connections()) > before + 5);
    expect(refusals()).toMatchObject([line, line]);
    await redis.command(['ACL', 'SETUSER', 'odds', 'allchannels']);
    client = await StreamClient.reserve(graph.url);
    await until(async () => (await open()) === 'It is open.');
    expect(refusals()).toHaveLength(2);
    await graph.stop();
  });
});

describe.skipIf(!hasRedis).concurrent('a user of Redis that may not use a command', () => {
  testOfReplicas.for(['GET', 'HMGET', 'HLEN'])(
    '(%s) cannot have the lease: no replica opens a stream, and the log says which command it was',
    async (name, { boards }) => {
      const { redis, upstream } = boards;
      const redisUrl = await redis.urlOfUser(`-${name}`);
      const replicas = [await boards.start({ redisUrl }), await boards.start({ redisUrl })];
      for (const one of replicas) await subscribe(one);
      for (const one of replicas) {
        await until(() => linesOf(one.log(), NO_LEASE).length > 0);
        const message = expect.stringContaining(`${name}: `);
        expect(linesOf(one.log(), NO_LEASE)).toMatchObject([{ level: 40, err: { message } }]);
      }
      expect(upstream.requests).toBe(0);
    },
  );

  testOfReplicas.for(['HSCAN', 'XADD'])(
    '(%s) fails to take or to share something, and the log says so once',
    async (name, { boards }) => {
      const { redis } = boards;
      const redisUrl = await redis.urlOfUser(`-${name}`);
      const replica = await boards.start({ redisUrl });
      subscribe(replica).catch(() => {}); // It may get nothing.
      await until(async () => {
        const log = String(await redis.command(['ACL', 'LOG', '1']));
        return Number(/count,(\d+),.*,lua,/.exec(log)?.[1]) > 2;
      });
      const ofScripts = linesOf(replica.log(), REFUSED).filter(({ err }) =>
        (err as Error).message.includes('script'),
      );
      expect(ofScripts).toHaveLength(1);
    },
  );
});
