import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { OperationContext } from '../resolvers/context.ts';
import type { Hint } from '../resolvers/look-ahead/cost-hints.ts';
import type { AccountStatus, RateLimit } from '../upstream/request-usage.ts';
import { CachedResponse } from './encoding/cached-response.ts';
import { EncodedData } from './encoding/encoded-data.ts';

const BYTES_MAX = 64 * 2 ** 20;
const RESPONSE_BYTES_MAX = 8 * 2 ** 20;

/** How long a response stays fresh at most, and how long if it needed nothing from upstream, such as introspection. */
export const FRESH_MS_MAX = 60_000;

/**
 * How long a stale response is kept. While it is, only the first of those who ask for it again executes the
 * operation, and the others wait for the result.
 */
const STALE_MS = 60_000;

/**
 * Encoded responses of queries without errors, by credential, document, operation and variables. A
 * response is used as long as everything that was read for it is fresh. When the cache is full, the
 * least recently used are evicted.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;

  constructor(bytesMax: number = BYTES_MAX) {
    this.#responses = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }, key) => bytes + key.length,
      ttlAutopurge: true,
    });
  }

  /** Bytes of the cached responses, with their compressed forms, roughly. */
  get size(): number {
    return this.#responses.calculatedSize;
  }

  /** The response under a key while it is fresh. */
  get(key: string, now: number): CachedResponse | null {
    const cached = this.#responses.get(key);
    return cached === undefined || cached.expiresAt <= now ? null : cached;
  }

  /** Whether there is a response under a key, fresh or stale. */
  has(key: string): boolean {
    return this.#responses.has(key);
  }

  /** Encodes a result, unless `encoded` is its data already, and caches it under `key` if that is not null. */
  store(
    key: string | null,
    result: ExecutionResult,
    encoded: EncodedData | null,
    { usage, hints }: Pick<OperationContext, 'usage' | 'hints'>,
    now: number,
  ): ExecutionResult {
    const { calls, cached, accountStatus, freshUntil } = usage;
    const extensions = costs(calls, cached, accountStatus, hints?.list());
    if (result.errors !== undefined || !result.data) {
      const { data } = result;
      return { ...result, ...(data && { data: encoded?.placeholder() ?? data }), extensions };
    }
    const data = encoded ?? EncodedData.of(result.data);
    const expiresAt = Math.min(freshUntil, now + FRESH_MS_MAX);
    if (key === null || expiresAt <= now || data.length > RESPONSE_BYTES_MAX) {
      return { data: data.placeholder(), extensions };
    }
    const response = new CachedResponse({
      key,
      data,
      expiresAt,
      accountStatus,
      reads: calls + cached,
      onGrowth: () => this.#recount(response),
    });
    this.#responses.set(key, response, { ttl: expiresAt - now + STALE_MS });
    return { data: response.placeholder(), extensions };
  }

  /** Counts the bytes of a response anew, if it is still cached. */
  #recount(response: CachedResponse): void {
    const { key } = response;
    if (this.#responses.peek(key) !== response) return;
    const ttl = this.#responses.getRemainingTTL(key);
    this.#responses.delete(key); // `set` with the same value would not update its size.
    this.#responses.set(key, response, { ttl });
  }
}

/** The extensions of a response that comes from the cache. */
export function cachedExtensions({ reads, accountStatus }: CachedResponse): Extensions {
  return costs(0, reads, accountStatus);
}

// An interface would not fit the type of extensions in graphql-js.
type Extensions = { readonly upstream: Costs };

/** `extensions.upstream`: what a response cost, and what made it expensive. */
export interface Costs {
  /** Upstream requests that were sent for it. */
  readonly calls: number;
  /** Reads that needed no request of their own: they were answered by the cache or by an equal request in progress. */
  readonly cached: number;
  /**
   * The account's. When the response is complete, it is formatted, or replaced by the limit of the viewer (an end
   * user behind the operator's API key) who gets it.
   */
  readonly rateLimit: RateLimit | null;
  /** By how much the account's data is delayed; null if unknown. */
  readonly dataDelaySeconds: number | null;
  readonly hints?: readonly Hint[];
}

function costs(
  calls: number,
  cached: number,
  { rateLimit, dataDelaySeconds }: AccountStatus,
  hints: readonly Hint[] = [],
): Extensions {
  const shown = hints.length > 0 && { hints };
  return { upstream: { calls, cached, rateLimit, dataDelaySeconds, ...shown } };
}
