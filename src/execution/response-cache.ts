import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { OperationContext } from '../resolvers/context.ts';
import type { Hint } from '../resolvers/look-ahead/cost-hints.ts';
import type { AccountStatus, RateLimit } from '../upstream/request-usage.ts';
import { EncodedData } from './encoding/encoded-data.ts';

interface CachedResponse {
  readonly data: EncodedData;
  /** On the monotonic clock, like all times here. */
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
  /** Upstream responses that it is made of. */
  readonly reads: number;
}

const BYTES_MAX = 64 * 2 ** 20;
const RESPONSE_BYTES_MAX = 8 * 2 ** 20;

/** How long responses that needed nothing from upstream stay fresh, such as introspection. */
const STATIC_FRESH_MS = 60_000;

/**
 * Encoded responses of queries without errors, by credential, document, operation and variables. They
 * stay as long as everything that was read for them is fresh. When the cache is full, the least
 * recently used are evicted.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;

  constructor(bytesMax: number = BYTES_MAX) {
    this.#responses = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: RESPONSE_BYTES_MAX,
      sizeCalculation: ({ data }, key) => data.length + key.length,
    });
  }

  /** Bytes of the cached responses, roughly. */
  get size(): number {
    return this.#responses.calculatedSize;
  }

  get(key: string, now: number): ExecutionResult | null {
    const cached = this.#responses.get(key);
    if (cached === undefined || cached.expiresAt <= now) return null;
    const { data, reads, accountStatus } = cached;
    return { data: data.placeholder(), extensions: costs(0, reads, accountStatus) };
  }

  /** Encodes a result, unless `encoded` is its data, and caches it under `key` if that is not null. */
  store(
    key: string | null,
    result: ExecutionResult,
    encoded: EncodedData | null,
    { usage, hints }: OperationContext,
    now: number,
  ): ExecutionResult {
    const { calls, cached, accountStatus, freshUntil } = usage;
    const extensions = costs(calls, cached, accountStatus, hints?.list());
    if (result.errors !== undefined || !result.data) {
      const { data } = result;
      return { ...result, ...(data && { data: encoded?.placeholder() ?? data }), extensions };
    }
    const data = encoded ?? EncodedData.of(result.data);
    const expiresAt = Math.min(freshUntil, now + STATIC_FRESH_MS);
    if (key !== null && expiresAt > now) {
      this.#responses.set(key, { data, expiresAt, accountStatus, reads: calls + cached });
    }
    return { data: data.placeholder(), extensions };
  }
}

/** `extensions.upstream`: what a response cost, and what made it expensive. */
export interface Costs {
  readonly calls: number;
  readonly cached: number;
  /** The account's. It is formatted, or replaced by a viewer's own, when the response is complete. */
  readonly rateLimit: RateLimit | null;
  readonly dataDelaySeconds: number | null;
  readonly hints?: readonly Hint[];
}

function costs(
  calls: number,
  cached: number,
  { rateLimit, dataDelaySeconds }: AccountStatus,
  hints: readonly Hint[] = [],
): { readonly upstream: Costs } {
  const shown = hints.length > 0 && { hints };
  return { upstream: { calls, cached, rateLimit, dataDelaySeconds, ...shown } };
}
