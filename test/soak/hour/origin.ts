import type { Tier } from '../../../src/contract/tiers.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { FaultProxy } from '../../harness/servers/fault-proxy.ts';
import { Troubles } from './troubles.ts';

/** The embedded origin and a proxy with faults, in a process of their own. */

/** What the origin has had since the last question. */
export interface Upstream {
  readonly requests: number;
  readonly faults: number;
  /** The prices on the board. */
  readonly prices: number;
}

/** The tiers that subscribe. Nobody counts their requests; the other tiers have the usual limits. */
const UNLIMITED: readonly Tier[] = ['pro', 'sharp', 'enterprise'];

const feed = openFeed({ clock: systemClock, feed: 'simulation', seed: 1 });
const origin = await startOrigin({
  clock: systemClock,
  feed,
  port: 0,
  rateLimits: Object.fromEntries(UNLIMITED.map((tier) => [tier, 1_000_000])),
});
const proxy = await FaultProxy.open(origin.url);
const troubles = new Troubles();

process.on('message', () => {
  const upstream: Upstream = {
    requests: proxy.seen.length,
    faults: troubles.take(),
    prices: [...feed.board.rows()].length,
  };
  proxy.reset(); // It remembers every request.
  proxy.spoil('*', troubles.meet);
  process.send?.(upstream);
});
process.on('disconnect', () => process.exit());
process.send?.({ url: proxy.url.href });
