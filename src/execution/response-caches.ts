import { type ExecutionResult, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { responseCacheHits } from '../metrics.ts';
import type { CachedResponse } from './encoding/cached-response.ts';
import type { EncodedData } from './encoding/encoded-data.ts';
import { isIntrospection, type Operation } from './operation.ts';
import { cachedExtensions, ResponseCache } from './response-cache.ts';

/** The entry of an operation in a response cache. */
export interface CacheEntry {
  readonly get: () => ExecutionResult | null;
  readonly store: (
    result: ExecutionResult,
    encoded: EncodedData | null,
    now: number,
  ) => ExecutionResult;
  /**
   * The result of `execute`. If a cached response has gone stale, only the first caller executes the
   * operation; the others wait and use its response. Otherwise all callers would execute it at that
   * moment (a cache stampede).
   */
  readonly refresh: (execute: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;
}

const INTROSPECTION_BYTES_MAX = 8 * 2 ** 20;

/** The cached responses of queries. */
export class ResponseCaches {
  readonly #responses = new ResponseCache();
  /**
   * Responses that are the same for everyone. Kept separately, so that callers without an API key cannot evict
   * the responses of others.
   */
  readonly #introspection = new ResponseCache(INTROSPECTION_BYTES_MAX);
  /** Operations in progress whose cached response is stale, by key. */
  readonly #refreshes = new Map<string, Promise<ExecutionResult>>();

  /** Bytes of the cached responses, roughly. */
  get size(): number {
    return this.#responses.size + this.#introspection.size;
  }

  /**
   * The response of an earlier operation under its cache key; null if it is not fresh. Only for callers with the
   * same API key, which upstream must have accepted.
   */
  find(key: string, now: number): CachedResponse | null {
    const cached = this.#responses.get(key, now);
    if (cached !== null) responseCacheHits.inc();
    return cached;
  }

  /** The entry of an operation under a key. It stays empty if the operation must not be cached. */
  entryOf(
    { context }: Operation,
    definition: OperationDefinitionNode | null | undefined,
    key: string,
  ): CacheEntry {
    const isStatic = isIntrospection(definition);
    const cache = isStatic ? this.#introspection : this.#responses;
    const isQuery = definition?.operation === OperationTypeNode.QUERY;
    // A function, since the API key may be accepted during execution.
    const isCacheable = () => isStatic || (isQuery && context.isAuthenticated);
    const get = () => {
      const now = context.services.clock.monotonic();
      const cached = isCacheable() ? cache.get(key, now) : null;
      if (cached === null) return null;
      responseCacheHits.inc();
      context.record.isCached = true;
      return { data: cached.placeholder(), extensions: cachedExtensions(cached) };
    };
    return {
      get,
      store: (result, encoded, now) =>
        cache.store(isCacheable() ? key : null, result, encoded, context, now),
      refresh: (execute) =>
        isCacheable() && cache.has(key) ? this.#refresh(key, get, execute) : execute(),
    };
  }

  async #refresh(
    key: string,
    get: CacheEntry['get'],
    execute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const running = this.#refreshes.get(key);
    if (running !== undefined) {
      await running.catch(() => {}); // The error is reported to whoever started it.
      return get() ?? execute();
    }
    const started = execute().finally(() => this.#refreshes.delete(key));
    this.#refreshes.set(key, started);
    return started;
  }
}
