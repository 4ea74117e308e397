import { RedisCircuitBreaker } from '../../redis/redis-circuit-breaker.ts';
import type { RedisConnection } from '../../redis/redis-connection.ts';
import { type RedisOptions, type RedisScope, redisName } from '../../redis/redis-names.ts';
import { RedisScript } from '../../redis/redis-script.ts';
import { type SharedBudgets, WINDOW_SECONDS } from './viewer-budgets.ts';

/**
 * KEYS: the viewer's count of requests in the current window. ARGV: requests to add or, if negative, to give
 * back; the window's length in seconds.
 *
 * More may be given back than this count contains, if a new window has begun in the meantime or if the
 * requests were counted in memory. Therefore the script sets a negative count to zero.
 */
const ADD = new RedisScript(`
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used < 0 then
  redis.call('SET', KEYS[1], 0, 'KEEPTTL')
  used = 0
end
return { used, redis.call('PTTL', KEYS[1]) }
`);

/**
 * Counts the upstream requests of viewers for all replicas with the same Redis prefix and upstream URL. Rejects while
 * Redis is unreachable or slow.
 */
export class RedisBudgets implements SharedBudgets {
  readonly #connection: RedisConnection;
  readonly #breaker: RedisCircuitBreaker;
  readonly #scope: RedisScope;

  /** `connection` is for budgets alone, and closed with them: one over which odds are shared may be busy with large values. */
  constructor(connection: RedisConnection, options: RedisOptions) {
    const { clock, log } = options;
    const shared = 'budgets of viewers';
    this.#connection = connection;
    this.#breaker = new RedisCircuitBreaker({ connection, clock, log, shared });
    this.#scope = options;
  }

  async add(viewerId: string, requests: number): Promise<readonly [used: number, leftMs: number]> {
    const name = `oddsgraph:1:{${redisName(this.#scope, 'viewer', viewerId)}}:budget`;
    const reply = await this.#breaker.run((send) =>
      ADD.run(send, [name], [requests, WINDOW_SECONDS]),
    );
    return reply as [number, number];
  }

  close(): void {
    this.#connection.close();
  }
}
