import { TIERS, type Tier } from '../../src/contract/tiers.ts';
import type { PriceFeed } from '../../src/origin/feeds/price-feed.ts';
import { startOrigin } from '../../src/origin/origin.ts';
import { largeSimulation } from '../harness/feeds/simulations.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { Api } from './api.ts';

/** The service under test. */
export interface Target {
  readonly name: string;
  readonly api: Api;
  close(): Promise<void>;
}

const { CONTRACT_URL: url } = process.env;

/** Whether prices change while the suite runs. */
export const isMoving = url !== undefined;

/**
 * The service at `CONTRACT_URL` (a base address without `/api/v1`), with the keys
 * `CONTRACT_KEY_FREE` and so on, or the demo keys. By default an embedded origin over the
 * simulation, with a clock that advances only where a case advances it.
 */
export async function openTarget(): Promise<Target> {
  if (url !== undefined) {
    return { name: url, api: new Api(url, keysOfTarget()), close: async () => {} };
  }
  return openOrigin(largeSimulation, 'the embedded origin');
}

/** An embedded origin over a feed, with a clock that advances only where a case advances it. */
export async function openOrigin(
  openFeed: (clock: ManualClock) => PriceFeed,
  name: string,
): Promise<Target> {
  const clock = new ManualClock();
  const feed = openFeed(clock);
  const unlimited = Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000]));
  const origin = await startOrigin({ clock, feed, port: 0, rateLimits: unlimited });
  // By then prices have changed at different times, and splits were collected twice.
  clock.advance(310_000);
  return {
    name,
    api: new Api(
      origin.url,
      keysOfTarget(),
      (ms) => clock.advance(ms),
      (ms) => clock.stall(ms),
    ),
    close: () => origin.stop(),
  };
}

function keysOfTarget(): Record<Tier, string> {
  const key = (tier: Tier) => process.env[`CONTRACT_KEY_${tier.toUpperCase()}`] ?? `demo_${tier}`;
  return {
    free: key('free'),
    hobby: key('hobby'),
    pro: key('pro'),
    sharp: key('sharp'),
    enterprise: key('enterprise'),
  };
}
