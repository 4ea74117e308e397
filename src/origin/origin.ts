import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { type Clock, steadyClock } from '../clock.ts';
import { TIERS, type Tier, tierAllows } from '../contract/tiers.ts';
import { API_PREFIX } from '../contract/wire.ts';
import { requireKey } from './access.ts';
import type { PriceFeed } from './feeds/price-feed.ts';
import { KeyStore, type SeedKey } from './key-store.ts';
import { createOpportunityScanners } from './opportunities/opportunity-scanners.ts';
import { createApp } from './origin-server.ts';
import { RateLimiter } from './rate-limiter.ts';
import { accountKeysRoutes } from './routes/account-keys.ts';
import { deepLinkBatchRoute, deepLinkRoute } from './routes/deep-links.ts';
import { eventOddsRoute } from './routes/event-odds.ts';
import { eventsRoute } from './routes/events.ts';
import { gameStateRoutes } from './routes/game-states.ts';
import { lowHoldRoute } from './routes/low-hold.ts';
import { oddsRoute } from './routes/odds.ts';
import { oddsBatchRoute } from './routes/odds-batch.ts';
import { oddsComparisonRoute } from './routes/odds-comparison.ts';
import { oddsDeltaRoute } from './routes/odds-delta.ts';
import { splitsRoute } from './routes/splits.ts';
import { splitsHistoryRoute } from './routes/splits-history.ts';
import { sportsbooksRoute } from './routes/sportsbooks.ts';
import { SplitsArchive } from './splits/splits-archive.ts';
import { StreamHub } from './stream/stream-hub.ts';
import { streamRoutes } from './stream/stream-routes.ts';
import { createTierViews } from './tier-views.ts';

/** The keys that are there where no others are given: one a tier, with all that its tier can have. */
export const DEMO_KEYS: readonly SeedKey[] = TIERS.map((tier) => ({
  key: `demo_${tier}`,
  tier,
  name: `Demo ${tier}`,
  features: [
    ...(tierAllows(tier, 'hobby') ? (['streaming'] as const) : []),
    ...(tierAllows(tier, 'pro') ? (['low_hold'] as const) : []),
  ],
}));

export interface OriginOptions {
  readonly clock: Clock;
  /** The origin takes the feed over: it stops with it. */
  readonly feed: PriceFeed;
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly keys?: readonly SeedKey[];
  /** A SQLite file for keys and splits history; without one they live as long as the process. */
  readonly storeFile?: string;
  /** Requests a minute. */
  readonly rateLimits?: Partial<Record<Tier, number>>;
  readonly logger?: Logger;
}

export interface Origin {
  /** The base address, without `/api/v1`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the embedded service: the whole REST and SSE contract over one feed. */
export async function startOrigin(options: OriginOptions): Promise<Origin> {
  const { feed, host = '127.0.0.1', port } = options;
  const clock = steadyClock(options.clock);
  const db = new DatabaseSync(options.storeFile ?? ':memory:');
  const keys = new KeyStore(clock, db, options.keys ?? DEMO_KEYS);
  const views = createTierViews(feed.board, clock);
  const splits = new SplitsArchive(clock, feed.board, db);
  const opportunities = createOpportunityScanners(views, clock);
  const hub = new StreamHub({ clock, feed, views, keys, opportunities });
  const limiter = new RateLimiter(clock, options.rateLimits);
  const app = createApp(options.logger);
  const prefix = API_PREFIX;

  await app.register(async (api) => deepLinkRoute(api, feed.board, opportunities), { prefix });
  await app.register(
    async (api) => {
      requireKey(api, keys, limiter, 'missing_api_key');
      gameStateRoutes(api, feed, clock);
    },
    { prefix },
  );
  await app.register(
    async (api) => {
      requireKey(api, keys, limiter, 'unauthorized');
      oddsRoute(api, views);
      oddsBatchRoute(api, views);
      oddsComparisonRoute(api, views);
      oddsDeltaRoute(api, views);
      eventsRoute(api, views);
      eventOddsRoute(api, views);
      sportsbooksRoute(api, views);
      splitsRoute(api, splits);
      splitsHistoryRoute(api, splits);
      deepLinkBatchRoute(api, views, opportunities);
      lowHoldRoute(api, views, opportunities);
      accountKeysRoutes(api, keys, clock);
      streamRoutes(api, hub, views, clock);
    },
    { prefix },
  );

  const url = await app.listen({ host, port });
  return {
    url,
    async stop() {
      await app.close();
      opportunities.stop();
      views.stop();
      splits.stop();
      feed.stop();
      db.close();
    },
  };
}
