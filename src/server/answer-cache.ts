import type { DocumentNode, ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { AccountFacts, Ledger } from '../upstream/ledger.ts';
import { EncodedData } from './encoded-data.ts';
import type { Operation } from './executor.ts';

interface HeldAnswer {
  readonly data: EncodedData;
  readonly expiresAt: number;
  readonly facts: AccountFacts;
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
export class AnswerCache {
  readonly #held = new LRUCache<string, HeldAnswer>({
    maxSize: BYTES_MAX,
    maxEntrySize: ANSWER_BYTES_MAX,
    sizeCalculation: ({ data }, key) => data.length + key.length,
  });
  readonly #documentNumbers = new WeakMap<DocumentNode, number>();
  #documents = 0;

  /** Bytes of the answers that are held, about. */
  get size(): number {
    return this.#held.calculatedSize;
  }

  /** What an answer depends on, as a key. */
  keyOf({ document, operationName, variables, context }: Operation): string {
    let number = this.#documentNumbers.get(document);
    if (number === undefined) {
      number = this.#documents++;
      this.#documentNumbers.set(document, number);
    }
    const { credential, services } = context;
    const viewer = credential === null ? '' : services.upstream.client.scopes.of(credential);
    return `${viewer} ${number} ${JSON.stringify([operationName, variables])}`;
  }

  get(key: string, now: number): ExecutionResult | null {
    const held = this.#held.get(key);
    if (held === undefined || held.expiresAt <= now) return null;
    return { data: held.data.placeholder(), extensions: costs(0, held.reads, held.facts) };
  }

  /**
   * Encodes a result, unless `encoded` is its data already, and holds it under `key` where it may be
   * given again.
   */
  make(
    key: string | null,
    result: ExecutionResult,
    encoded: EncodedData | null,
    ledger: Ledger,
    now: number,
  ): ExecutionResult {
    const { calls, cached, facts, freshUntil } = ledger;
    const extensions = costs(calls, cached, facts);
    if (result.errors !== undefined || !result.data) {
      const { data } = result;
      return { ...result, ...(data && { data: encoded?.placeholder() ?? data }), extensions };
    }
    const data = encoded ?? EncodedData.of(result.data);
    const expiresAt = Math.min(freshUntil, now + STATIC_FRESH_MS);
    if (key !== null && expiresAt > now) {
      this.#held.set(key, { data, expiresAt, facts, reads: calls + cached });
    }
    return { data: data.placeholder(), extensions };
  }
}

/** `extensions.upstream`: what an answer cost. */
function costs(calls: number, cached: number, { rateLimit, dataDelaySeconds }: AccountFacts) {
  return {
    upstream: {
      calls,
      cached,
      rateLimit: rateLimit && { ...rateLimit, resetAt: new Date(rateLimit.resetAt).toISOString() },
      dataDelaySeconds,
    },
  };
}
