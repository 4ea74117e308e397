import { TIERS } from '../../../src/contract/tiers.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';

/** The embedded origin with the simulation, in its own process, without rate limits. */

const origin = await startOrigin({
  clock: systemClock,
  feed: openFeed({ clock: systemClock, feed: 'simulation', seed: 1 }),
  port: 0,
  rateLimits: Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000])),
});
process.send?.({ url: origin.url });
