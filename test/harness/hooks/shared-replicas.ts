import { afterAll, afterEach } from 'vitest';
import type { SeedKey } from '../../../src/origin/key-store.ts';
import { hasRedis } from '../programs/redis.ts';
import { Replicas } from '../servers/replicas.ts';

/** The replicas of all tests of a file, which are skipped where there is no Redis. Each of them starts its own. */
export async function sharedReplicas(keys?: readonly SeedKey[]): Promise<Replicas> {
  if (!hasRedis) return undefined as unknown as Replicas;
  const replicas = await Replicas.open(keys);
  afterEach(() => replicas.reset());
  afterAll(() => replicas.stop());
  return replicas;
}
