import type { Logger } from 'pino';
import { TIERS, tierAllows } from '../contract/tiers.ts';
import { type Clock, steadyClock } from '../scheduling/clock.ts';
import { Access, type RateLimits } from './access.ts';
import type { PriceFeed } from './feeds/price-feed.ts';
import {
  type DevelopmentIssuer,
  developmentIssuer,
  tokenIssuerRoutes,
} from './issuer/token-issuer.ts';
import { KeyStore, type SeedKey } from './key-store.ts';
import { createOpportunityScanners } from './opportunities/opportunity-scanners.ts';
import { createApp } from './origin-server.ts';
import { type RouteHandlers, serveRoutes } from './requests/serve-routes.ts';
import { createKey, deleteKey, listKeys, rotateKey } from './routes/account-keys.ts';
import { deepLink, deepLinksBatch } from './routes/deep-links.ts';
import { eventOdds, oddsBatch, oddsComparison } from './routes/event-odds.ts';
import { events } from './routes/events.ts';
import { gameStates, liveSports } from './routes/game-states.ts';
import { lowHold } from './routes/low-hold.ts';
import { odds, oddsDelta } from './routes/odds.ts';
import { splits, splitsHistory } from './routes/splits.ts';
import { sportsbooks } from './routes/sportsbooks.ts';
import { SplitsArchive } from './splits/splits-archive.ts';
import { StreamHub } from './stream/stream-hub.ts';
import { streamHandlers } from './stream/stream-routes.ts';
import { createTierViews } from './tier-views.ts';

/** The API keys if no others are given: one for each tier, with all features that the tier can have. */
const DEMO_KEYS: readonly SeedKey[] = TIERS.map((tier) => ({
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
  /** The origin owns the feed, and stops it when it stops. */
  readonly feed: PriceFeed;
  /** 0 takes any free port. */
  readonly port: number;
  readonly keys?: readonly SeedKey[];
  /** Requests per minute and key. Tiers that are not listed have the default limit. */
  readonly rateLimits?: Partial<RateLimits>;
  /**
   * Whether it issues JWTs for viewers (users of the GraphQL API) to anybody who asks, for development. Their times are
   * those of `clock`, by which they are checked, even if it is set back; all other times of the origin never go back.
   */
  readonly issuesTokens?: boolean;
  readonly logger?: Logger;
}

export interface Origin {
  /** The base address, without `/api/v1`. */
  readonly url: string;
  /** Where viewers' tokens come from, and the API key that serves the viewers of each tier; null if none are issued. */
  readonly tokenIssuer: DevelopmentIssuer | null;
  stop(): Promise<void>;
}

/** Starts the origin, an embedded stand-in for the odds service: its whole REST and SSE contract over one feed. */
export async function startOrigin(options: OriginOptions): Promise<Origin> {
  const { feed, port } = options;
  const clock = steadyClock(options.clock);
  const keys = new KeyStore(clock, options.keys ?? DEMO_KEYS);
  const views = createTierViews(feed.board, clock);
  const archive = new SplitsArchive(clock, feed.board);
  const scanners = createOpportunityScanners(views, clock);
  const hub = new StreamHub({ clock, feed, views, keys, scanners });
  const handlers: RouteHandlers = {
    odds,
    oddsBatch,
    oddsComparison,
    oddsDelta,
    events,
    eventOdds,
    sportsbooks,
    splits: splits(archive),
    splitsHistory: splitsHistory(archive),
    liveSports: liveSports(feed, clock),
    gameStates: gameStates(feed, clock),
    lowHold: lowHold(scanners),
    deepLinksBatch: deepLinksBatch(scanners),
    deepLink: deepLink(feed.board, scanners),
    listKeys: listKeys(keys, clock),
    createKey: createKey(keys),
    rotateKey: rotateKey(keys),
    deleteKey: deleteKey(keys),
    ...streamHandlers(hub, clock),
  };
  const app = createApp(options.logger);
  const access = new Access(clock, keys, options.rateLimits);
  serveRoutes(app, handlers, access, views);
  if (options.issuesTokens) await tokenIssuerRoutes(app, () => url, options.clock);
  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    tokenIssuer: options.issuesTokens ? developmentIssuer(url) : null,
    async stop() {
      await app.close();
      scanners.stop();
      views.stop();
      archive.stop();
      feed.stop();
    },
  };
}
