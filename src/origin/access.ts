import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATA_DELAY_SECONDS } from '../contract/tiers.ts';
import { HEADERS } from '../contract/wire.ts';
import type { KeyHolder, KeyStore } from './key-store.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { Refusal } from './requests/origin-error.ts';

const CALLER = 'caller';

/** Whose key came with the request. Only on routes behind `requireKey`. */
export function callerOf(request: FastifyRequest): KeyHolder {
  return request.getDecorator<KeyHolder>(CALLER);
}

/**
 * Lets only requests with a valid key through to the routes of `scope`, counts them against the
 * key's rate, and sets the headers that every keyed answer carries.
 */
export function requireKey(
  scope: FastifyInstance,
  keys: KeyStore,
  limiter: RateLimiter,
  missingKeyCode: 'unauthorized' | 'missing_api_key',
): void {
  scope.decorateRequest(CALLER);
  scope.addHook('onRequest', async (request, reply) => {
    const key = keyIn(request);
    if (key === undefined) {
      throw new Refusal(missingKeyCode, 'An API key is required: send it as X-API-Key.');
    }
    const caller = keys.authenticate(key);
    if (caller === undefined) throw new Refusal('unauthorized', 'The API key is invalid.');
    request.setDecorator(CALLER, caller);
    reply.header(HEADERS.dataDelay, DATA_DELAY_SECONDS[caller.tier]);
    takeRate(limiter, caller, reply);
  });
}

/** The key in any of its three forms; the header wins over the bearer token, that over the query. */
function keyIn(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const { api_key: parameter } = { api_key: undefined, ...Object(request.query) };
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}

function takeRate(limiter: RateLimiter, caller: KeyHolder, reply: FastifyReply): void {
  const rate = limiter.take(caller.keyId, caller.tier);
  reply.headers({
    [HEADERS.rateLimit]: rate.limit,
    [HEADERS.rateRemaining]: rate.remaining,
    [HEADERS.rateReset]: rate.resetAt,
  });
  if (rate.allowed) return;
  throw new Refusal(
    'rate_limited',
    `Rate limit of ${rate.limit} requests a minute exceeded; retry in ${rate.retryAfterSeconds} seconds.`,
    { 'retry-after': String(rate.retryAfterSeconds) },
  );
}
