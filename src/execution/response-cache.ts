import { hash } from 'node:crypto';
import { type ExecutionResult, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { metrics } from '../observability/metrics.ts';
import type { OperationContext } from '../resolvers/context.ts';
import { LateReplyError, replyWithin } from '../scheduling/reply-within.ts';
import { CachedResponse } from './encoding/cached-response.ts';
import { EncodedData } from './encoding/encoded-data.ts';
import type { Operation } from './operation.ts';
import type { Answer, Hint, ResponseExtensions, Result } from './outcome.ts';

const BYTES_MAX = 64 * 2 ** 20;
const RESPONSE_BYTES_MAX = 8 * 2 ** 20;

/** Memory that an entry takes besides its bytes, roughly: its key, its timer and its objects. */
const OVERHEAD_BYTES = 1_024;

/** How long a response stays fresh at most, and how long if it needed nothing from upstream, such as introspection. */
const FRESH_MS_MAX = 60_000;

/**
 * How long a stale response is kept. While it is, only the first of those who ask for it again executes the
 * operation, and the others wait for the result.
 */
const STALE_MS = 60_000;

/**
 * How long they wait. Then one of them executes it as well: upstream may be silent, or the first may wait until it is its
 * account's turn. Equal requests to upstream are shared in any case.
 */
const REFRESH_WAIT_MS = 2_000;

/** What a client asks for, apart from who it is. */
export interface Asked {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A key of what a client asks for. It has one length, however long the document and the variables are. */
export function askedKey({ query, operationName, variables }: Asked): string {
  return hash('sha256', JSON.stringify([query, operationName, variables]), 'base64');
}

/** Where the response of an operation is cached, or would be. */
export interface CachePlace {
  /** The response while it is fresh. */
  readonly get: () => Answer | null;
  /** Encodes the data of a result, unless `encoded` is that already, and caches it if it may be. */
  readonly store: (result: ExecutionResult, encoded: EncodedData | null) => Answer;
  /**
   * What `execute` returns. If a cached response has gone stale, only the first caller executes the operation, so that
   * not all do so at that moment. The others wait for its response.
   */
  readonly refresh: (execute: () => Promise<Answer>) => Promise<Answer>;
}

/**
 * Encoded responses of queries without errors, by caller, document, operation and variables, in the words of the
 * client: a repeated request is answered before its document is parsed. A response is used as long as everything
 * that was read for it is fresh. When the cache is full, the least recently used are evicted.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  /** Operations in progress whose cached response is stale, by key. */
  readonly #refreshes = new Map<string, Promise<Answer>>();

  constructor(bytesMax: number = BYTES_MAX) {
    this.#responses = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => bytes + OVERHEAD_BYTES,
      ttlAutopurge: true,
    });
  }

  /** Memory of the cached responses, with their compressed forms, roughly. */
  get bytes(): number {
    return this.#responses.calculatedSize;
  }

  /**
   * The fresh response to what was asked for with the same `askedKey` before; null if there is none, or if upstream has not
   * accepted the caller's API key. The request is recorded as if it had been executed, but its span is kept only if it
   * belongs to a trace of the caller: there may be thousands of them a second, and a trace of one says nothing.
   */
  findRepeated(context: OperationContext, key: string): Answer | null {
    if (!context.isAuthenticated) return null;
    const cached = this.#fresh(callersKey(context, key), context);
    if (cached === null) return null;
    metrics.request_cache_hits_total.inc();
    context.record.answeredFromCache(cached.title);
    if (context.span?.isRoot) context.span.discard();
    else {
      context.span?.describe(cached.title.type, cached.title.name);
      context.span?.executed({ errorCodes: [], calls: 0, cached: cached.reads });
    }
    return cachedOutcome(cached);
  }

  /** The place of an operation's response. It stays empty if the operation must not be cached. */
  placeOf(operation: Operation): CachePlace {
    const { context, definition } = operation;
    // Made now: if the API key is revoked during execution, later requests look under other keys and don't find this.
    const key = callersKey(context, context.askedKey ?? askedKey(askedOf(operation)));
    // A function, since the API key may be accepted during execution.
    const isCacheable = () =>
      definition.operation === OperationTypeNode.QUERY && context.isAuthenticated;
    const get = () => {
      const cached = isCacheable() ? this.#fresh(key, context) : null;
      return cached && cachedOutcome(cached);
    };
    return {
      get,
      store: (result, encoded) => {
        const outcome = outcomeOf(result, encoded, context);
        const { data, errors } = outcome;
        const now = context.services.clock.monotonic();
        const expiresAt = Math.min(context.usage.freshUntil, now + FRESH_MS_MAX);
        if (data === undefined || errors !== undefined || !isCacheable()) return outcome;
        if (expiresAt <= now || data.length > RESPONSE_BYTES_MAX) return outcome;
        const cached = new CachedResponse(data, expiresAt, context);
        this.#put(key, cached, expiresAt - now + STALE_MS);
        return { kind: 'cached', cached, extensions: outcome.extensions };
      },
      refresh: (execute) =>
        isCacheable() && this.#responses.has(key)
          ? this.#refresh(key, context, get, execute)
          : execute(),
    };
  }

  #fresh(key: string, { record, services }: OperationContext): CachedResponse | null {
    const cached = this.#responses.get(key);
    if (cached === undefined || cached.expiresAt <= services.clock.monotonic()) return null;
    metrics.response_cache_hits_total.inc();
    record.isCached = true;
    return cached;
  }

  async #refresh(
    key: string,
    context: OperationContext,
    get: CachePlace['get'],
    execute: () => Promise<Answer>,
  ): Promise<Answer> {
    const running = this.#refreshes.get(key);
    if (running === undefined) {
      const started = execute().finally(() => this.#end(key, started));
      this.#refreshes.set(key, started);
      return started;
    }
    const { services, usage } = context;
    usage.waiting.begin(services.clock);
    // Any other error is reported to whoever started it.
    const isLate = await replyWithin(REFRESH_WAIT_MS, services.clock, running).then(
      () => false,
      (error) => error instanceof LateReplyError,
    );
    usage.waiting.end(services.clock);
    const found = get();
    if (found !== null) return found;
    if (!isLate) return execute(); // It failed, or its response may not be cached.
    this.#end(key, running); // The first to get here takes its place.
    return this.#refresh(key, context, get, execute);
  }

  #end(key: string, refresh: Promise<Answer>): void {
    if (this.#refreshes.get(key) === refresh) this.#refreshes.delete(key);
  }

  #put(key: string, cached: CachedResponse, ttl: number): void {
    const cache = this.#responses;
    cache.set(key, cached, { ttl });
    // Compressed forms count as well. `set` with the same value would not update its size.
    cached.onGrowth = () => {
      if (cache.peek(key) !== cached) return;
      const left = cache.getRemainingTTL(key);
      cache.delete(key);
      cache.set(key, cached, { ttl: left });
    };
  }
}

/** A key of everything that the results of an operation depend on. */
export function operationKey(operation: Operation): string {
  return callersKey(operation.context, askedKey(askedOf(operation)));
}

function askedOf({ document, operationName, variables }: Operation): Asked {
  return { query: document.loc?.source.body ?? '', operationName, variables };
}

/**
 * What a caller asks for and who it is. Viewers share responses with viewers of the same tier, but not with the
 * operator, who may do more.
 */
function callersKey({ credential, viewer, services }: OperationContext, key: string): string {
  const namespace = credential === null ? '' : services.upstream.namespaces.of(credential);
  return `${viewer === null ? '' : `viewer ${viewer.tier} `}${namespace} ${key}`;
}

/** Without hints about costs, as there are none now, and about cut lists: these are never cached. */
function cachedOutcome(cached: CachedResponse): Answer {
  const { reads, nameHints } = cached;
  return { kind: 'cached', cached, extensions: costs(0, reads, nameHints) };
}

function outcomeOf(
  { data, errors }: ExecutionResult,
  encoded: EncodedData | null,
  { usage, costHints, nameHints, cuts }: OperationContext,
): Result & { readonly extensions: ResponseExtensions } {
  const { calls, cached } = usage;
  return {
    kind: 'result',
    ...(data !== undefined && { data: encoded ?? new EncodedData(JSON.stringify(data)) }),
    ...(errors !== undefined && { errors }),
    extensions: costs(calls, cached, [...nameHints.found, ...cuts, ...(costHints?.list() ?? [])]),
  };
}

function costs(calls: number, cached: number, hints: readonly Hint[]): ResponseExtensions {
  return { upstream: { calls, cached, ...(hints.length > 0 && { hints }) } };
}

/**
 * The outcome with what upstream has last reported about the account in its extensions. A viewer gets a rate limit of
 * their own instead of that of the operator's key.
 */
export function withAccountStatus(outcome: Answer, context: OperationContext): Answer {
  if (outcome.extensions === undefined) return outcome;
  const { credential, viewer, services } = context;
  const account = credential && services.upstream.accounts.of(credential);
  const own = viewer === null ? undefined : services.viewers?.budgets.budgetOf(viewer);
  const limit = own ?? account?.rateLimit ?? null;
  const rateLimit = limit && { ...limit, resetAt: new Date(limit.resetAt).toISOString() };
  const dataDelaySeconds = account?.dataDelaySeconds ?? null;
  const { calls, cached, hints } = outcome.extensions.upstream;
  const upstream = { calls, cached, rateLimit, dataDelaySeconds, hints };
  return { ...outcome, extensions: { upstream } };
}
