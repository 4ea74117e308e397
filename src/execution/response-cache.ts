import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { OperationContext } from '../resolvers/context.ts';
import type { Hint } from '../resolvers/look-ahead/hints.ts';
import type { AccountStatus } from '../upstream/request-usage.ts';
import { EncodedData } from './encoding/encoded-data.ts';

interface CachedResponse {
  readonly data: EncodedData;
  /** When it is fresh no more, on the monotonic clock; so are all times here. */
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
  /** Upstream answers that went into it. */
  readonly reads: number;
}

const BYTES_MAX = 64 * 2 ** 20;
const ANSWER_BYTES_MAX = 8 * 2 ** 20;

/** Answers that took nothing from upstream, introspection above all, hold for this long. */
const STATIC_FRESH_MS = 60_000;

/**
 * Encoded answers to queries without errors, by credential, document, operation and variables,
 * for as long as everything that was read for them is fresh. The least used go when it is full.
 */
export class ResponseCache {
  readonly #held: LRUCache<string, CachedResponse>;

  constructor(bytesMax: number = BYTES_MAX) {
    this.#held = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: ANSWER_BYTES_MAX,
      sizeCalculation: ({ data }, key) => data.length + key.length,
    });
  }

  /** Bytes of the answers that are held, about. */
  get size(): number {
    return this.#held.calculatedSize;
  }

  get(key: string, now: number): ExecutionResult | null {
    const held = this.#held.get(key);
    if (held === undefined || held.expiresAt <= now) return null;
    return { data: held.data.placeholder(), extensions: costs(0, held.reads, held.accountStatus) };
  }

  /**
   * Encodes a result, unless `encoded` is its data already, and holds it under `key` where it may be
   * given again.
   */
  make(
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
      this.#held.set(key, { data, expiresAt, accountStatus, reads: calls + cached });
    }
    return { data: data.placeholder(), extensions };
  }
}

/** `extensions.upstream`: what an answer cost, and what made it dear. */
function costs(
  calls: number,
  cached: number,
  { rateLimit, dataDelaySeconds }: AccountStatus,
  hints: readonly Hint[] = [],
) {
  return {
    upstream: {
      calls,
      cached,
      rateLimit: rateLimit && { ...rateLimit, resetAt: new Date(rateLimit.resetAt).toISOString() },
      dataDelaySeconds,
      ...(hints.length > 0 && { hints }),
    },
  };
}
