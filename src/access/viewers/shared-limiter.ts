import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../clock.ts';
import { redisCommands } from '../../metrics.ts';
import { newClient, type RedisClient } from '../../redis/redis-client.ts';
import { type RedisScope, redisName } from '../../redis/redis-names.ts';
import { memoryLimiter, WINDOW_SECONDS } from './viewer-budgets.ts';

/** How long an operation waits for Redis. A command that takes longer may still run. */
const ANSWER_MS = 20;

/** How long Redis is not asked after it was too slow. */
const PAUSE_MS = 1_000;

/**
 * KEYS: the viewer's count. ARGV: requests to add or, if negative, to give back; seconds of a window.
 *
 * More is given back than was taken if the window has ended in the meantime, or if the requests were
 * counted in memory. Therefore a count never falls below zero.
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

/** Replicas with the same scope share budgets. */
export interface SharedLimiterOptions extends RedisScope {
  readonly requestsPerMinute: number;
  readonly clock: Clock;
}

/**
 * Counts the requests of viewers for all replicas. While Redis is unreachable or slow, each process
 * counts for itself.
 */
export class SharedLimiter extends RateLimiterRedis {
  readonly #redis: RedisClient;
  readonly #scope: RedisScope;

  constructor(redis: RedisClient, { requestsPerMinute, clock, ...scope }: SharedLimiterOptions) {
    super({
      storeClient: new PromptClient(redis, clock),
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: ADD,
      points: requestsPerMinute,
      duration: WINDOW_SECONDS,
      insuranceLimiter: memoryLimiter(requestsPerMinute),
    });
    this.#redis = redis;
    this.#scope = scope;
  }

  /** Starts to connect, by a connection of its own: the relay's may be busy with a whole board. */
  static open({ url, ...options }: SharedLimiterOptions & { readonly url: string }): SharedLimiter {
    const redis = newClient(url);
    redis.on('error', () => {}); // The relay logs it, and commands fail.
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

/** A client whose scripts fail if Redis doesn't answer soon, and for a while after that. */
class PromptClient {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisClient, clock: Clock) {
    this.#redis = redis;
    this.#clock = clock;
  }

  get isReady(): boolean {
    return this.#redis.isReady && this.#clock.monotonic() >= this.#pausedUntil;
  }

  async eval(script: string, input: ScriptInput): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    const timer = this.#clock.after(ANSWER_MS, () => {
      this.#pausedUntil = this.#clock.monotonic() + PAUSE_MS;
      late.reject(new Error(`Redis did not respond within ${ANSWER_MS} ms.`));
    });
    redisCommands.inc({ command: 'EVAL' });
    const answer = this.#redis.eval(script, input);
    answer.catch(() => {}); // It may fail after the timeout.
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      timer.cancel();
    }
  }
}
