import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Route, routeName } from '../contract/route.ts';
import { DATA_DELAY_SECONDS, tierAllows } from '../contract/tiers.ts';
import { HEADERS } from '../contract/wire.ts';
import type { KeyHolder, KeyStore } from './key-store.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { Refusal } from './requests/origin-error.ts';

/**
 * The caller of a request, by the key that came with it. Counts the request against the key's rate
 * limit, and sets the headers that every response to a key has.
 */
export function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { missingKeyCode }: Route,
  keys: KeyStore,
  limiter: RateLimiter,
): KeyHolder {
  const key = keyIn(request);
  if (key === undefined) {
    throw new Refusal(missingKeyCode, 'An API key is required: send it as X-API-Key.');
  }
  const caller = keys.authenticate(key);
  if (caller === undefined) throw new Refusal('unauthorized', 'The API key is invalid.');
  reply.header(HEADERS.dataDelay, DATA_DELAY_SECONDS[caller.tier]);
  enforceRateLimit(limiter, caller, reply);
  return caller;
}

/** Refuses a caller below the tier of a route, or without the feature that it needs. */
export function authorize(caller: KeyHolder, route: Route): void {
  if (route.tier !== null && !tierAllows(caller.tier, route.tier)) {
    throw new Refusal(
      route.lowTierCode,
      `${routeName(route)} requires the ${route.tier} tier; this key is on the ${caller.tier} tier.`,
    );
  }
  if (route.feature !== null && !caller.features.includes(route.feature)) {
    throw new Refusal(
      'feature_not_available',
      `The account does not have the ${route.feature} feature.`,
    );
  }
}

/** The API key of a request: the header `X-API-Key`, else the bearer token, else the parameter `api_key`. */
function keyIn(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const { api_key: parameter } = { api_key: undefined, ...Object(request.query) };
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}

function enforceRateLimit(limiter: RateLimiter, caller: KeyHolder, reply: FastifyReply): void {
  const rate = limiter.take(caller.keyId, caller.tier);
  reply.headers({
    [HEADERS.rateLimit]: rate.limit,
    [HEADERS.rateRemaining]: rate.remaining,
    [HEADERS.rateReset]: rate.resetAt,
  });
  if (rate.allowed) return;
  throw new Refusal(
    'rate_limited',
    `Rate limit of ${rate.limit} requests per minute exceeded; retry in ${rate.retryAfterSeconds} seconds.`,
    { 'retry-after': String(rate.retryAfterSeconds) },
  );
}
