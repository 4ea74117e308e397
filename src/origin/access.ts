import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Route, routeName } from '../contract/route.ts';
import { DATA_DELAY_SECONDS, type Tier, tierAllows } from '../contract/tiers.ts';
import { HEADERS } from '../contract/wire.ts';
import type { Clock } from '../scheduling/clock.ts';
import type { KeyHolder, KeyStore } from './key-store.ts';
import { Refusal } from './requests/refusal.ts';

/** Requests per minute and key. */
export type RateLimits = Readonly<Record<Tier, number>>;

const RATE_LIMITS: RateLimits = {
  free: 300,
  hobby: 600,
  pro: 1200,
  sharp: 3000,
  enterprise: 12_000,
};

const WINDOW_MS = 60_000;

/** Who sends a request and what they may, with a count of each key's requests in fixed windows: minutes of the clock. */
export class Access {
  readonly #clock: Clock;
  readonly #keys: KeyStore;
  readonly #limits: RateLimits;
  /** Requests in the current window, by key id. */
  readonly #used = new Map<string, number>();
  /** The number of the current window since the Unix epoch. */
  #window = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, keys: KeyStore, limits: Partial<RateLimits> = {}) {
    this.#clock = clock;
    this.#keys = keys;
    this.#limits = { ...RATE_LIMITS, ...limits };
  }

  /**
   * The caller of a request, by the key that came with it. Counts the request against the key's rate
   * limit, and sets the headers that every response to a key has.
   */
  authenticate(request: FastifyRequest, reply: FastifyReply, route: Route): KeyHolder {
    const key = keyIn(request);
    if (key === undefined) {
      throw new Refusal(route.missingKeyCode, 'An API key is required: send it as X-API-Key.');
    }
    const caller = this.#keys.authenticate(key);
    if (caller === undefined) throw invalidKey();
    reply.header(HEADERS.dataDelay, DATA_DELAY_SECONDS[caller.tier]);
    this.#count(caller, reply);
    return caller;
  }

  /** Refuses a key that was revoked or replaced while the body of its request arrived. */
  requireStillValid(request: FastifyRequest, caller: KeyHolder): void {
    if (this.#keys.authenticate(keyIn(request) ?? '') !== caller) throw invalidKey();
  }

  /** Requests above the limit count too. */
  #count({ keyId, tier }: KeyHolder, reply: FastifyReply): void {
    const now = this.#clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) this.#used.clear();
    this.#window = window;
    const used = (this.#used.get(keyId) ?? 0) + 1;
    this.#used.set(keyId, used);
    const limit = this.#limits[tier];
    const resetAt = (window + 1) * WINDOW_MS;
    reply.headers({
      [HEADERS.rateLimit]: limit,
      [HEADERS.rateRemaining]: Math.max(0, limit - used),
      [HEADERS.rateReset]: resetAt / 1000,
    });
    if (used <= limit) return;
    const seconds = Math.ceil((resetAt - now) / 1000);
    throw new Refusal(
      'rate_limited',
      `Rate limit of ${limit} requests per minute exceeded; retry in ${seconds} seconds.`,
      { 'retry-after': String(seconds) },
    );
  }
}

function invalidKey(): Refusal {
  return new Refusal('unauthorized', 'The API key is invalid.');
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
  const parameter: unknown = Object(request.query).api_key;
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}
