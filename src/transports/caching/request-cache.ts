import { hash } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationAsyncHookHandler,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CachedResponse, cachedResponseOf } from '../../execution/encoding/cached-response.ts';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import type { Executor } from '../../execution/executor.ts';
import { FRESH_MS_MAX } from '../../execution/response-cache.ts';
import { requestCacheHits } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import type { OperationTitle } from '../../resolvers/operation-record.ts';
import { identityOf } from '../request-identity.ts';
import { operationRecordOf } from '../request-records.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { sendCached } from './send-cached.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's key in `RequestCache`; null if that cache must not be used for it. */
    requestCacheKey: string | null;
  }
}

/** Where the response to a request is, and what else is needed to send it again. */
interface CachedRequest {
  /** The key of the response in the response cache. */
  readonly key: string;
  /** The content type of the response. */
  readonly type: string;
  /** The type and name of the operation, for log and metrics. */
  readonly title: OperationTitle;
}

/** The approximate memory that all entries together may take. */
const BYTES_MAX = 8 * 2 ** 20;

/** The approximate memory of an entry, not counting its strings. */
const OVERHEAD_BYTES = 200;

interface RequestCacheOptions {
  readonly services: Services;
  readonly executor: Executor;
  /** Sends responses, and limits how many bytes of them clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
}

/**
 * Answers a request from the response cache, without parsing it as GraphQL, if an identical one was
 * answered before. Identical requests have the same method, URL, body, `Accept` header and API key, and
 * the same tier (subscription plan) if viewers (end users with a JWT) send them. Authentication and all other
 * earlier hooks still run. Holds only the keys of responses; the response cache holds the responses.
 */
export class RequestCache {
  readonly #options: RequestCacheOptions;
  readonly #entries: LRUCache<string, CachedRequest>;

  constructor(app: FastifyInstance, options: RequestCacheOptions) {
    app.decorateRequest('requestCacheKey', null);
    this.#options = options;
    const { clock } = options.services;
    this.#entries = new LRUCache({
      maxSize: BYTES_MAX,
      sizeCalculation: ({ key, type }, requestKey) =>
        OVERHEAD_BYTES + key.length + type.length + requestKey.length,
      ttl: FRESH_MS_MAX,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic() },
    });
    const purging = clock.every(FRESH_MS_MAX, () => this.#entries.purgeStale());
    app.addHook('onClose', async () => purging.cancel());
  }

  /** The approximate memory of all entries, in bytes. */
  get memoryBytes(): number {
    return this.#entries.calculatedSize;
  }

  /** A Fastify hook that answers a repeated request before its document and variables are parsed. */
  readonly preValidation: preValidationAsyncHookHandler = async (request, reply) => {
    const { executor, services } = this.#options;
    request.requestCacheKey = this.#keyOf(request);
    const answered =
      request.requestCacheKey === null ? undefined : this.#entries.get(request.requestCacheKey);
    if (answered === undefined) return;
    const { viewer } = identityOf(request);
    const repeated = executor.findCached(answered.key, { viewer, services });
    if (repeated === null) return;
    requestCacheHits.inc();
    recordCacheHit(request, answered.title, repeated.cached);
    reply.header('content-type', answered.type);
    await sendCached(reply, repeated, this.#options);
    return reply;
  };

  /**
   * If a result is in the response cache, sends it and remembers the request, so that identical ones are
   * answered from the cache. The reply's status and headers must be set already. Returns whether the result
   * was sent.
   */
  async sendAndRemember(reply: FastifyReply, result: ResponseParts): Promise<boolean> {
    const cached = cachedResponseOf(result);
    if (cached === null || reply.statusCode !== 200) return false;
    const { requestCacheKey: requestKey } = reply.request;
    const type = String(reply.getHeader('content-type'));
    const { title } = operationRecordOf(reply.request);
    if (requestKey !== null) this.#entries.set(requestKey, { key: cached.key, type, title });
    await sendCached(reply, { cached, extensions: Object(result.extensions) }, this.#options);
    return true;
  }

  /** The key of a request in this cache; null for callers without an API key that upstream has accepted. */
  #keyOf(request: FastifyRequest): string | null {
    const { credential, viewer } = identityOf(request);
    const { keys, scopes } = this.#options.services.upstream.client;
    if (credential === null || !keys.isAccepted(credential)) return null;
    const { method, url, headers, bodyHash } = request;
    // A scope is the cache namespace of an API key. It changes when the key is revoked.
    const caller = `${viewer?.tier ?? ''} ${scopes.of(credential)}`;
    const parts = [method, url, bodyHash, caller, headers.accept ?? null];
    return hash('sha256', JSON.stringify(parts), 'base64');
  }
}

/**
 * Records the operation for the log and metrics as if it had been executed. Its span is kept only if it
 * belongs to a trace of the caller: there may be thousands of cache hits a second, and a trace of one says
 * nothing. `reads` is the number of upstream responses that the cached response was made from.
 */
function recordCacheHit(
  request: FastifyRequest,
  title: OperationTitle,
  { reads }: CachedResponse,
): void {
  operationRecordOf(request).answeredFromCache(title);
  const { span } = request;
  if (span === null) return;
  if (span.isRoot) {
    span.discard();
  } else {
    span.describe(title.type, title.name);
    span.executed({ errorCodes: [], calls: 0, cached: reads });
  }
}
