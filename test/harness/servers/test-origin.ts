import type { Logger } from 'pino';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import type { SeedKey } from '../../../src/origin/key-store.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import type { Board } from '../../../src/origin/origin-board.ts';
import { smallSimulation } from '../feeds/simulations.ts';
import { ManualClock } from '../manual-clock.ts';
import { FaultProxy } from './fault-proxy.ts';

export interface TestOriginOptions {
  /**
   * `simulation` for the whole one, the path of a recorded board, or a feed of the test's own; a small
   * simulation by default.
   */
  readonly feed?: string | ((clock: ManualClock) => PriceFeed);
  /** Requests a minute; unlimited by default. */
  readonly rateLimits?: Partial<Record<Tier, number>>;
  /** By default one for each tier. */
  readonly keys?: readonly SeedKey[];
  readonly logger?: Logger;
}

/** The real origin, behind a proxy that counts requests and injects faults. */
export interface TestOrigin {
  readonly proxy: FaultProxy;
  /** The board changes only while the test advances it. */
  readonly clock: ManualClock;
  readonly board: Board;
  /** The origin's address, without the proxy. */
  readonly url: string;
  /** The origin's response to a request below `/api/v1`, without the proxy. */
  rest<Body>(path: string, key?: string, method?: string): Promise<Body>;
  stop(): Promise<void>;
}

const UNLIMITED = Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000]));

export async function startTestOrigin(options: TestOriginOptions = {}): Promise<TestOrigin> {
  const { feed: source = smallSimulation, rateLimits, ...rest } = options;
  const clock = new ManualClock();
  const feed =
    typeof source === 'string' ? openFeed({ clock, feed: source, seed: 1 }) : source(clock);
  const origin = await startOrigin({
    clock,
    feed,
    port: 0,
    rateLimits: { ...UNLIMITED, ...rateLimits },
    ...rest,
  });
  const proxy = await FaultProxy.open(origin.url);
  return {
    proxy,
    clock,
    board: feed.board,
    url: origin.url,
    async rest(path, key = 'demo_enterprise', method = 'GET') {
      const url = `${origin.url}${API_PREFIX}${path}`;
      return (await fetch(url, { method, headers: { 'x-api-key': key } })).json();
    },
    async stop() {
      await proxy.close();
      await origin.stop();
    },
  };
}
