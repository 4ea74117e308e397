import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../harness/clients/log-lines.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { type Replica, Replicas } from '../harness/servers/replicas.ts';
import { until } from '../harness/until.ts';

let replicas: Replicas;
let replica: Replica;

describe.skipIf(!hasRedis)('the log of a replica says why Redis is unreachable', () => {
  beforeEach(async () => {
    replicas = await Replicas.open();
    replica = await replicas.start();
    await until(async () => (await fetch(`${replica.url}/readyz`)).ok);
  });
  afterEach(() => replicas.stop());

  /** Resolves once Redis has been out of reach for two seconds of the replica's clock. */
  async function reported() {
    await until(() => {
      replica.clock.advance(100);
      return linesOf(replica.log(), 'Redis is unreachable').length > 0;
    });
    return linesOf(replica.log(), 'Redis is unreachable')[0];
  }

  test('it does not answer', async () => {
    replicas.redis.signal('SIGSTOP');
    const line = await reported();
    replicas.redis.signal('SIGCONT');
    expect(line).toMatchObject({ level: 40, reason: 'timeout' });
  });

  test('it does not listen', async () => {
    await replicas.redis.stop();
    expect(await reported()).toMatchObject({ err: { code: 'ECONNREFUSED' } });
  });
});
