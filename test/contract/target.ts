import { TIERS, type Tier } from '../../src/contract/tiers.ts';
import type { PriceFeed } from '../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../src/origin/feeds/simulation/simulation.ts';
import { startOrigin } from '../../src/origin/origin.ts';
import { steadyClock } from '../../src/scheduling/clock.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { Api } from './api.ts';

/** The service under test. */
export interface Target {
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
    return { api: new Api(url, keysOfTarget()), close: async () => {} };
  }
  // Prices of all sportsbooks in all leagues. With this seed, opportunities of all kinds soon come and go.
  return openOrigin((clock) => startSimulation({ clock: steadyClock(clock), seed: 8, games: 20 }));
}

/** An embedded origin over a feed, with a clock that advances only where a case advances it. */
export async function openOrigin(openFeed: (clock: ManualClock) => PriceFeed): Promise<Target> {
  const clock = new ManualClock();
  const feed = openFeed(clock);
  const unlimited = Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000]));
  const origin = await startOrigin({ clock, feed, port: 0, rateLimits: unlimited });
  // By then prices have changed at different times, and splits were collected twice.
  clock.advance(310_000);
  return { api: new Api(origin.url, keysOfTarget(), clock), close: () => origin.stop() };
}

function keysOfTarget(): Record<Tier, string> {
  const key = (tier: Tier) => process.env[`CONTRACT_KEY_${tier.toUpperCase()}`] ?? `demo_${tier}`;
  return Object.fromEntries(TIERS.map((tier) => [tier, key(tier)])) as Record<Tier, string>;
}
