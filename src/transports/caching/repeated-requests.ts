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
import { repeatedRequests } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import type { OperationTitle } from '../../resolvers/operation-record.ts';
import { identityOf } from '../request-identity.ts';
import { recordOf } from '../request-records.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { sendCached } from './send-cached.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The same for identical requests of one caller; null if the request must not be answered like an earlier one. */
    repeatId: string | null;
  }
}

/** What a request was answered with. */
interface Answered {
  /** The key of its response in the response cache. */
  readonly key: string;
  /** The content type. */
  readonly type: string;
  readonly title: OperationTitle;
}

const BYTES_MAX = 8 * 2 ** 20;

/** Memory of an entry besides its strings, roughly. */
const OVERHEAD_BYTES = 200;

interface RepeatedRequestsOptions {
  readonly services: Services;
  readonly executor: Executor;
  readonly unsent: UnsentResponses;
}

/**
 * Answers a request from the response cache, without parsing it as GraphQL, if an identical one was
 * answered before. Identical requests have the same method, URL, body, `Accept` and credential, and the
 * same tier if a viewer sends them. Authentication and everything else in earlier hooks still applies.
 */
export class RepeatedRequests {
  readonly #options: RepeatedRequestsOptions;
  readonly #answered = new LRUCache<string, Answered>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ key, type }, id) => OVERHEAD_BYTES + key.length + type.length + id.length,
  });

  constructor(app: FastifyInstance, options: RepeatedRequestsOptions) {
    app.decorateRequest('repeatId', null);
    this.#options = options;
  }

  /** Bytes of what it remembers, roughly. */
  get heldBytes(): number {
    return this.#answered.calculatedSize;
  }

  /** Runs before anything parses a document or variables. */
  readonly preValidation: preValidationAsyncHookHandler = async (request, reply) => {
    const { executor, services } = this.#options;
    request.repeatId = this.#idOf(request);
    const answered = request.repeatId === null ? undefined : this.#answered.get(request.repeatId);
    if (answered === undefined) return;
    const { viewer } = identityOf(request);
    const repeated = executor.repeat(answered.key, { viewer, services });
    if (repeated === null) return;
    repeatedRequests.inc();
    record(request, answered.title, repeated.cached);
    reply.header('content-type', answered.type);
    await sendCached(reply, repeated, this.#options);
    return reply;
  };

  /**
   * Sends a result if it is cached, and answers identical requests from now on. The reply's status and
   * headers must be set already. Returns whether the result was sent.
   */
  async sendAndRemember(reply: FastifyReply, result: ResponseParts): Promise<boolean> {
    const cached = cachedResponseOf(result);
    if (cached === null || reply.statusCode !== 200) return false;
    const { repeatId: id } = reply.request;
    const type = String(reply.getHeader('content-type'));
    const { title } = recordOf(reply.request);
    if (id !== null) this.#answered.set(id, { key: cached.key, type, title });
    await sendCached(reply, { cached, extensions: Object(result.extensions) }, this.#options);
    return true;
  }

  /** Null for callers whose key upstream does not know. */
  #idOf(request: FastifyRequest): string | null {
    const { credential, viewer } = identityOf(request);
    const { keys, scopes } = this.#options.services.upstream.client;
    if (credential === null || !keys.isAccepted(credential)) return null;
    const { method, url, headers, bodyHash } = request;
    const caller = `${viewer?.tier ?? ''} ${scopes.of(credential)}`;
    const parts = [method, url, bodyHash, caller, headers.accept ?? null];
    return hash('sha256', JSON.stringify(parts), 'base64');
  }
}

/**
 * Records the operation for the log and metrics as if it had been executed. It is traced only as a part of
 * the caller's trace: there may be thousands a second, and nothing is to be learned from them.
 */
function record(request: FastifyRequest, title: OperationTitle, { reads }: CachedResponse): void {
  recordOf(request).repeated(title);
  const { span } = request;
  if (span === null) return;
  if (span.isRoot) {
    span.discard();
  } else {
    span.describe(title.type, title.name);
    span.executed({ errorCodes: [], calls: 0, cached: reads });
  }
}
