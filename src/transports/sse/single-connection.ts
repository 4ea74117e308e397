import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { preferredMediaType, requireAccepted } from '../arrival/accept.ts';
import { beginOperation } from '../arrival/graph-request.ts';
import { checkedParams, paramsOf } from '../arrival/request-params.ts';
import type { TransportOptions } from '../transport.ts';
import { methodNotAllowed, operationId } from './add-operation.ts';
import { EventStreams } from './event-streams.ts';
import { sendStreamHead } from './sse-connections.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

const JSON_TYPES = ['application/json', 'application/graphql-response+json'] as const;
const RESPONSE_TYPES = [...JSON_TYPES, 'text/plain', 'text/event-stream'] as const;

/**
 * GraphQL over SSE in single connection mode, at `/graphql/stream`. A client reserves an event stream, which
 * gives it a token. It opens the stream with the token, and receives on it the results of all operations that
 * it sends with the same token.
 */
export class SingleConnectionTransport {
  readonly #options: TransportOptions;
  readonly #streams: EventStreams;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#streams = new EventStreams(options);
  }

  /** About how many bytes the waiting operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#streams.memoryBytes;
  }

  /** Ends the operations of open streams. */
  stop(): void {
    this.#streams.close();
  }

  addRoute(app: FastifyInstance): void {
    app.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'],
      url: '/graphql/stream',
      async onRequest({ raw: { headers } }) {
        const hasBody =
          headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
        // Some clients send a type without a body, which Fastify refuses.
        if (!hasBody) delete headers['content-type'];
      },
      handler: (request, reply) => this.#handle(request, reply),
    });
  }

  async #handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { method } = request;
    if (!METHODS.includes(method)) throw methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS);
    const asked = preferredMediaType(request.headers.accept, RESPONSE_TYPES);
    if (asked === 'text/event-stream') await this.#open(request, reply);
    else if (method === 'PUT') this.#reserve(request, reply);
    else if (method === 'DELETE') await this.#endOperation(request, reply);
    else await this.#submit(request, reply);
  }

  #reserve(request: FastifyRequest, reply: FastifyReply): void {
    requireTypes(request, ['text/plain']);
    const token = this.#streams.reserve(request.graph.identity);
    reply.status(201).type('text/plain; charset=utf-8').send(token);
  }

  async #open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const stream = await this.#streams.open(streamTokenOf(request), request.graph);
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream);
  }

  async #endOperation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const ended = () => operationId(searchOf(request.url).get('operationId'));
    await this.#streams.perform(streamTokenOf(request), request.graph, () => {
      return { kind: 'end', operationId: ended() };
    });
    reply.status(200).send();
  }

  async #submit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { graph, id: requestId, method } = request;
    const { services, log } = this.#options;
    beginOperation(graph, 'stream', services, log).record.received();
    await this.#streams.perform(streamTokenOf(request), graph, () => {
      requireTypes(request, JSON_TYPES);
      const { viewer } = graph.identity;
      const tokenValidity = viewer && { expiresAt: viewer.expiresAt, signedBy: viewer.signedBy };
      const sent = checkedParams(paramsOf(request));
      return { kind: 'submit', sent, method, requestId, tokenValidity };
    });
    reply.status(202).send();
  }
}

/** The token of a reserved stream. A browser's EventSource can't set headers, so its token is in the URL. */
function streamTokenOf({ headers, url }: FastifyRequest): string | null {
  const header = headers[TOKEN_HEADER_KEY];
  return (Array.isArray(header) ? header[0] : header) || searchOf(url).get(TOKEN_QUERY_KEY);
}

/**
 * Throws 406 unless the client accepts what it is sent: plain text, the type of a token, or JSON, the type of a
 * failed operation's errors.
 */
function requireTypes({ headers }: FastifyRequest, types: readonly string[]): void {
  requireAccepted(headers.accept, types, `"Accept" must allow ${types.join(' or ')}.`);
}

function searchOf(url: string): URLSearchParams {
  return URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
}
