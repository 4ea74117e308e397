import type { DocumentNode, ExecutionResult, GraphQLFormattedError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { AccountFacts, Ledger } from '../upstream/ledger.ts';
import type { Operation } from './executor.ts';

/** A result whose `data` knows its own JSON text: see `stringifyAnswer`. */
export interface Answer extends ExecutionResult {
  readonly stringify: (answer: JsonAnswer) => string;
}

interface JsonAnswer {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: unknown;
}

interface HeldAnswer {
  /** The JSON text of `data`. */
  readonly json: string;
  readonly expiresAt: number;
  readonly facts: AccountFacts;
  /** Upstream answers that went into it. */
  readonly reads: number;
}

const BYTES_MAX = 64 * 2 ** 20;
const ANSWER_BYTES_MAX = 8 * 2 ** 20;

/** Answers that took nothing from upstream, introspection above all, hold for this long. */
const STATIC_FRESH_MS = 60_000;

/** The JSON text of a `data` object, kept beside it, so that no door encodes it again. */
const encoded = new WeakMap<object, string>();

/**
 * Encoded answers to queries without errors, by credential, document, operation and variables,
 * for as long as everything that was read for them is fresh. The oldest go when it is full.
 */
export class AnswerCache {
  readonly #held = new LRUCache<string, HeldAnswer>({
    maxSize: BYTES_MAX,
    maxEntrySize: ANSWER_BYTES_MAX,
    sizeCalculation: (answer, key) => answer.json.length + key.length,
  });
  readonly #documentNumbers = new WeakMap<DocumentNode, number>();
  #documents = 0;

  /** What an answer depends on, as a key. */
  keyOf({ document, operationName, variables, context }: Operation): string {
    let number = this.#documentNumbers.get(document);
    if (number === undefined) {
      number = this.#documents++;
      this.#documentNumbers.set(document, number);
    }
    const viewer = context.credential?.hash ?? '';
    return `${viewer} ${number} ${JSON.stringify([operationName, variables])}`;
  }

  get(key: string, now: number): Answer | null {
    const held = this.#held.get(key);
    if (held === undefined || held.expiresAt <= now) return null;
    const data = Object.create(null);
    encoded.set(data, held.json);
    return { data, extensions: costs(0, held.reads, held.facts), stringify: stringifyAnswer };
  }

  /** Encodes a result, and holds it under `key` where it may be given again. */
  make(key: string | null, result: ExecutionResult, ledger: Ledger, now: number): Answer {
    const { calls, cached, facts, freshUntil } = ledger;
    if (result.data) {
      const json = JSON.stringify(result.data);
      encoded.set(result.data, json);
      const expiresAt = Math.min(freshUntil, now + STATIC_FRESH_MS);
      if (key !== null && result.errors === undefined && expiresAt > now) {
        this.#held.set(key, { json, expiresAt, facts, reads: calls + cached });
      }
    }
    return { ...result, extensions: costs(calls, cached, facts), stringify: stringifyAnswer };
  }
}

/** Encodes an answer, taking the text of its `data` where that is known. */
export function stringifyAnswer({ data, errors, extensions }: JsonAnswer): string {
  const parts: string[] = [];
  if (errors !== undefined) parts.push(`"errors":${JSON.stringify(errors)}`);
  if (data !== undefined) parts.push(`"data":${dataJson(data)}`);
  if (extensions !== undefined) parts.push(`"extensions":${JSON.stringify(extensions)}`);
  return `{${parts.join(',')}}`;
}

function dataJson(data: unknown): string {
  const known = typeof data === 'object' && data !== null ? encoded.get(data) : undefined;
  return known ?? JSON.stringify(data);
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
