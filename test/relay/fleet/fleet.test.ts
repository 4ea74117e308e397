import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis } from '../../harness/programs/redis.ts';
import { FAILURES } from './failures.ts';
import { Fleet } from './fleet.ts';
import { brokenPromises, tryFailure, untilEqual } from './trial.ts';

const REPLICAS = 3;
const SUBSCRIBERS = 39;

/** What only processes show. `npm run soak:replicas` plays all failures, and the simulation any sequence of them. */
const PLAYED = FAILURES.filter(({ needsProcesses }) => needsProcesses);

/** Other tests run at the same time. `npm run soak:replicas` holds the times themselves. */
const SLOWNESS = 4;

let fleet: Fleet;

/** Each test goes on with the fleet that the one before has left. */
describe.skipIf(!hasRedis)(`${REPLICAS} replicas with ${SUBSCRIBERS} subscribers`, () => {
  beforeAll(async () => {
    fleet = await Fleet.start(REPLICAS, SUBSCRIBERS);
  }, 60_000);
  afterAll(() => fleet.stop());

  test('share one stream for each account and channel', { timeout: 60_000 }, async () => {
    await fleet.crowd.untilUpToDate();
    await untilEqual(fleet);
    expect(Object.fromEntries(fleet.upstream.streams)).toEqual({
      'demo_enterprise odds': 1,
      'demo_enterprise opportunities': 1,
      'demo_pro odds': 1,
    });
  });

  for (const failure of PLAYED) {
    test(`go on with right prices when ${failure.name}`, { timeout: 120_000 }, async () => {
      const outcome = await tryFailure(fleet, failure);
      expect(brokenPromises(failure, outcome, SLOWNESS), JSON.stringify(outcome)).toEqual([]);
    });
  }
});
