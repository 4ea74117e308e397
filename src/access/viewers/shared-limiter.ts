import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Log } from '../../observability/log.ts';
import { RedisCircuitBreaker } from '../../redis/redis-circuit-breaker.ts';
import { newClient, type RedisClient } from '../../redis/redis-client.ts';
import { type RedisScope, redisName } from '../../redis/redis-names.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { memoryLimiter, WINDOW_SECONDS } from './viewer-budgets.ts';

/**
 * A Lua script. KEYS: the viewer's count of requests in the current window. ARGV: requests to add or, if
 * negative, to give back; the window's length in seconds.
 *
 * More may be given back than this count contains, if a new window has begun in the meantime or if the
 * requests were counted in memory. Therefore the script sets a negative count to zero.
 */
const ADD = `
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used < 0 then
  redis.call('SET', KEYS[1], 0, 'KEEPTTL')
  used = 0
end
return { used, redis.call('PTTL', KEYS[1]) }
`;

interface ScriptInput {
  readonly keys: string[];
  readonly arguments: string[];
}

/** Replicas with the same Redis prefix and upstream URL share budgets. */
export interface SharedLimiterOptions extends RedisScope {
  readonly requestsPerMinute: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Counts the upstream requests of viewers for all replicas. While Redis is
 * unreachable or slow, each process counts for itself.
 */
export class SharedLimiter extends RateLimiterRedis {
  readonly #redis: RedisClient;
  readonly #scope: RedisScope;

  constructor(redis: RedisClient, options: SharedLimiterOptions) {
    const { requestsPerMinute, clock, log } = options;
    const shared = 'budgets of viewers';
    const breaker = new RedisCircuitBreaker({ client: redis, clock, log, shared });
    super({
      storeClient: {
        eval: (script: string, { keys, arguments: values }: ScriptInput) =>
          breaker.run((send) => send(['EVAL', script, String(keys.length), ...keys, ...values])),
      },
      useRedisPackage: true, // Calls `eval` with arguments in the form of the package `redis`.
      customIncrTtlLuaScript: ADD,
      points: requestsPerMinute,
      duration: WINDOW_SECONDS,
      insuranceLimiter: memoryLimiter(requestsPerMinute),
    });
    this.#redis = redis;
    this.#scope = options;
  }

  /** Opens a Redis connection of its own: the one over which replicas share odds may be busy with large messages. */
  static open({ url, ...options }: SharedLimiterOptions & { readonly url: string }): SharedLimiter {
    const redis = newClient(url);
    redis.on('error', () => {}); // Logged by the connection that shares odds. Commands fail.
    redis.connect().catch(() => {});
    return new SharedLimiter(redis, options);
  }

  close(): void {
    this.#redis.destroy();
  }

  /** The name of a viewer's count in Redis. */
  override getKey(viewerId: string): string {
    return `oddsgraph:1:{${redisName(this.#scope, 'viewer', viewerId)}}:budget`;
  }
}
