import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginOperation } from '../arrival/graph-request.ts';
import {
  acceptsEventStream,
  methodNotAllowed,
  operationParams,
  operationToEnd,
  requireTypes,
  streamTokenOf,
} from './single-connection-request.ts';
import { sendStreamHead } from './sse-connections.ts';
import { StreamDirectory, type StreamDirectoryOptions } from './stream-directory.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * GraphQL over SSE in single connection mode, at `/graphql/stream`. A client reserves an event stream, which
 * gives it a token. It opens the stream with the token, and receives on it the results of all operations that
 * it sends with the same token.
 */
export class SingleConnectionTransport {
  readonly #options: StreamDirectoryOptions;
  readonly #streams: StreamDirectory;

  constructor(options: StreamDirectoryOptions) {
    this.#options = options;
    this.#streams = new StreamDirectory(options);
  }

  /** About how many bytes the operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#streams.memoryBytes;
  }

  /** Drops all reservations and ends the operations of open streams. */
  stop(): void {
    this.#streams.close();
  }

  /** The Fastify handler of the route, for all methods. */
  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method } = request;
    if (!METHODS.includes(method)) throw methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS);
    if (acceptsEventStream(request)) await this.#open(request, reply);
    else if (method === 'PUT') await this.#reserve(request, reply);
    else if (method === 'DELETE') await this.#endOperation(request, reply);
    else await this.#submit(request, reply);
  };

  async #reserve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    requireTypes(request, ['text/plain']);
    const { token } = await this.#streams.reserve(request.graph.identity);
    reply.status(201).type('text/plain; charset=utf-8').send(token);
  }

  async #open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const stream = await this.#streams.open(streamTokenOf(request), request.graph);
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream);
  }

  async #endOperation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const message = () => ({ kind: 'end', operationId: operationToEnd(request) }) as const;
    await this.#streams.perform(streamTokenOf(request), request.graph, message);
    reply.status(200).send();
  }

  async #submit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { graph } = request;
    const { services, log } = this.#options;
    const { record } = beginOperation(graph, 'stream', services, log);
    record.received();
    const message = () => {
      requireTypes(request);
      const { id: requestId, method } = request;
      const { viewer } = graph.identity;
      const tokenValidity = viewer && { expiresAt: viewer.expiresAt, signedBy: viewer.signedBy };
      const params = operationParams(request, this.#options.requestDocuments);
      return { kind: 'submit', params, method, requestId, tokenValidity } as const;
    };
    const isHere = await this.#streams.perform(streamTokenOf(request), graph, message);
    if (isHere)
      record.outlivesRequest = true; // The operation is logged when it ends, not when this request does.
    else graph.context = null; // The replica that executes the operation logs and counts it.
    reply.status(202).send();
  }
}
