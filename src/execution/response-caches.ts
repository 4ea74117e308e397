import { type ExecutionResult, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { responseCacheHits } from '../metrics.ts';
import type { EncodedData } from './encoding/encoded-data.ts';
import { isIntrospection, type Operation } from './operation.ts';
import { ResponseCache } from './response-cache.ts';

/** The entry of an operation in a response cache. */
export interface CacheEntry {
  readonly get: () => ExecutionResult | null;
  readonly store: (
    result: ExecutionResult,
    encoded: EncodedData | null,
    now: number,
  ) => ExecutionResult;
}

const INTROSPECTION_BYTES_MAX = 8 * 2 ** 20;

/** The cached responses of queries. */
export class ResponseCaches {
  readonly #responses = new ResponseCache();
  /**
   * Responses that are the same for everyone. Kept separately, so callers without a key cannot evict
   * others.
   */
  readonly #introspection = new ResponseCache(INTROSPECTION_BYTES_MAX);

  /** Bytes of the cached responses, roughly. */
  get size(): number {
    return this.#responses.size + this.#introspection.size;
  }

  /** The response of a caller with a known key under the key of an earlier operation, while it is fresh. */
  find(key: string, now: number): ExecutionResult | null {
    return counted(this.#responses.get(key, now));
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
    const isCacheable = () => isStatic || (isQuery && context.isKnown);
    return {
      get: () =>
        isCacheable() ? counted(cache.get(key, context.services.clock.monotonic())) : null,
      store: (result, encoded, now) =>
        cache.store(isCacheable() ? key : null, result, encoded, context, now),
    };
  }
}

function counted(cached: ExecutionResult | null): ExecutionResult | null {
  if (cached !== null) responseCacheHits.inc();
  return cached;
}
