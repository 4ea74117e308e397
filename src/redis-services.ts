import type { SharedLimiter } from './access/viewers/shared-limiter.ts';
import type { ViewerOptions } from './access/viewers/viewers.ts';
import type { Clock } from './clock.ts';
import type { Relay } from './live/relay/relay.ts';
import type { Log } from './log.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { StreamPeers } from './transports/sse/replicas/stream-peers.ts';
import type { RedisCache } from './upstream/shared/redis/redis-cache.ts';

export interface RedisOptions {
  readonly redisUrl?: string | null;
  readonly redisPrefix?: string;
  readonly baseUrl: URL;
  readonly clock: Clock;
  readonly viewers?: ViewerOptions | null;
  readonly tracing?: Tracing | null;
}

/** What replicas share over Redis; each part is null if it is not shared. */
export interface RedisServices {
  /** Lets all replicas share one stream from upstream for each account and channel. */
  readonly relay: Relay | null;
  readonly sharedCache: RedisCache | null;
  /** Counts the upstream requests of viewers (the operator's own users) for all replicas. */
  readonly limiter: SharedLimiter | null;
  /** Forwards a request to the replica that holds the client's event stream. */
  readonly peers: StreamPeers | null;
  /** Resolves once other replicas may take over this replica's streams, which must all be closed before the call. */
  stop(): Promise<void>;
}

const NOT_SHARED: RedisServices = {
  relay: null,
  sharedCache: null,
  limiter: null,
  peers: null,
  stop: async () => {},
};

/** Starts to connect to Redis. Without a URL, nothing is shared, and the modules that need Redis are not loaded. */
export async function openRedis(options: RedisOptions, log: Log): Promise<RedisServices> {
  const { redisUrl: url, redisPrefix: prefix = 'oddsgraph', clock, baseUrl: upstreamUrl } = options;
  if (!url) return NOT_SHARED;
  const { Relay } = await import('./live/relay/relay.ts');
  const { RedisCache } = await import('./upstream/shared/redis/redis-cache.ts');
  const { SharedLimiter } = await import('./access/viewers/shared-limiter.ts');
  const { StreamPeers } = await import('./transports/sse/replicas/stream-peers.ts');
  const redis = { url, prefix, upstreamUrl, clock, log };
  const relay = new Relay({ ...redis, tracing: options.tracing ?? null });
  const sharedCache = RedisCache.open(redis);
  const requestsPerMinute = options.viewers?.requestsPerMinute;
  const limiter = requestsPerMinute ? SharedLimiter.open({ ...redis, requestsPerMinute }) : null;
  const peers = new StreamPeers(redis);
  return {
    relay,
    sharedCache,
    limiter,
    peers,
    async stop() {
      await Promise.all([relay.stop(), peers.stop()]);
      limiter?.close();
      sharedCache.close();
    },
  };
}
