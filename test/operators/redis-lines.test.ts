import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../harness/clients/log-lines.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { type Replica, Replicas } from '../harness/servers/replicas.ts';
import { TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { until } from '../harness/until.ts';

let replicas: Replicas;
let proxy: TcpProxy;
let replica: Replica;

describe.skipIf(!hasRedis)('the log of a replica says why Redis is unreachable', () => {
  beforeEach(async () => {
    replicas = await Replicas.open();
    proxy = await TcpProxy.open(Number(new URL(replicas.redis.url).port));
    replica = await replicas.start({ redisUrl: `redis://127.0.0.1:${proxy.port}` });
    await isReady();
  });
  afterEach(async () => {
    await replicas.stop();
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
    const reports = () => linesOf(replica.log(), 'Redis is unreachable');
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
  });
});
