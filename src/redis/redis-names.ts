import { createHmac } from 'node:crypto';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../scheduling/clock.ts';

/** What tells deployments on one Redis apart. */
export interface RedisScope {
  /** `REDIS_PREFIX`. It is the HMAC key of all names, and is not stored in Redis. */
  readonly prefix: string;
  readonly upstreamUrl: URL;
}

/** What a connection is given. */
export interface ConnectionOptions {
  /** With the user and password, if Redis needs them. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What everything over Redis is given. */
export interface RedisOptions extends RedisScope, ConnectionOptions {}

/**
 * The name of something in Redis. It doesn't reveal `parts`, which may identify an API key, nor does it
 * allow guesses to be checked without the prefix.
 */
export function redisName({ prefix, upstreamUrl }: RedisScope, ...parts: string[]): string {
  return createHmac('sha256', prefix)
    .update(JSON.stringify([upstreamUrl.href, ...parts]))
    .digest('hex')
    .slice(0, 32);
}
