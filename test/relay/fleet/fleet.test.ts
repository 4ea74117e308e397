import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis } from '../../harness/programs/redis.ts';
import { FAILURES } from './failures.ts';
import { Fleet } from './fleet.ts';
import { brokenPromises, tryFailure, untilEqual } from './trial.ts';

/** With `FLEET_REPLICAS=8`, a thousand subscribers of so many replicas go through every failure. */
const isWhole = 'FLEET_REPLICAS' in process.env;
const REPLICAS = Number(process.env['FLEET_REPLICAS'] ?? 3);
const SUBSCRIBERS = isWhole ? 1_000 : 39;

/** Usually what only processes show: the simulation plays any sequence of the others. */
const PLAYED = FAILURES.filter(({ needsProcesses, needsFollower }) =>
  isWhole ? REPLICAS > 1 || !needsFollower : needsProcesses,
);

/** Usually other tests run at the same time. */
const SLOWNESS = isWhole ? 1 : 4;

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
