import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { BoardReplicas } from './board-replicas.ts';

const KEY = 'demo_enterprise';

let boards: BoardReplicas;

beforeEach(async () => {
  if (hasRedis) boards = await BoardReplicas.open();
});
afterEach(() => boards?.stop());

describe.skipIf(!hasRedis)('a replica whose board another one leads', { timeout: 60_000 }, () => {
  test.each([
    [
      'the tier becomes too low',
      'free' as const,
      { code: 'TIER_RESTRICTED', requiredTier: 'HOBBY', currentTier: 'FREE' },
    ],
    ['the key is revoked', null, { code: 'UNAUTHENTICATED' }],
  ])('ends its subscriptions by itself when %s', async (_, tier, extensions) => {
    const clock = new ManualClock();
    const { clients } = await boards.startTwo(systemClock, clock);
    const [leading, following] = clients;
    boards.upstream.tiers.set(KEY, tier);
    await boards.forgetReads();
    // An update is an answer from Redis. Without any, the replica would believe that it is cut off.
    for (let second = 0; second < 130 && !following.isOver; second += 1) {
      await boards.update([leading]);
      await until(() => following.isOver || following.results.length > second);
      clock.advance(1_000);
    }
    await following.over();
    const [error] = following.results.at(-1)?.errors ?? [];
    expect(error?.extensions).toMatchObject(extensions);
    expect(leading.isOver).toBe(false);
    expect(boards.upstream.openStreams).toBe(1);
    leading.close();
  });
});
