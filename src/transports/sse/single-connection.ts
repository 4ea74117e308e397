import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { GRAPHQL_RESPONSE, JSON_TYPE } from '../../execution/http-status.ts';
import { EVENT_STREAM, notAcceptable, preferredMediaType } from '../arrival/accept.ts';
import { beginOperation } from '../arrival/graph-request.ts';
import { checkedParams, paramsOf } from '../arrival/request-params.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { ACCEPTED, operationId } from './add-operation.ts';
import type { EventStreams } from './event-streams.ts';
import type { StreamRequest } from './replicas/stream-peers.ts';
import { sendStreamHead } from './sse-connections.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

const JSON_TYPES = [JSON_TYPE, GRAPHQL_RESPONSE] as const;
const RESPONSE_TYPES = [...JSON_TYPES, 'text/plain', EVENT_STREAM] as const;

/**
 * GraphQL over SSE in single connection mode, at `/graphql/stream`. A client reserves an event stream, which
 * gives it a token. It opens the stream with the token, and receives on it the results of all operations that
 * it sends with the same token.
 */
export function streamRoute(
  app: FastifyInstance,
  streams: EventStreams,
  options: TransportOptions,
): void {
  app.route({
    method: [...METHODS, 'HEAD', 'PATCH'], // These two to be refused with 405, which names the others.
    url: '/graphql/stream',
    async onRequest({ raw: { headers } }) {
      const hasBody =
        headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
      // Some clients send a type without a body, which Fastify refuses.
      if (!hasBody) delete headers['content-type'];
    },
    async handler(request, reply) {
      const { method, graph } = request;
      if (!METHODS.includes(method)) {
        throw HttpError.methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS.join(', '));
      }
      const token = streamTokenOf(request);
      const isGone = () => reply.raw.destroyed;
      const asked = preferredMediaType(request.headers.accept, RESPONSE_TYPES);
      if (asked === EVENT_STREAM) {
        const stream = await streams.open(token, graph);
        reply.status(200).type(`${EVENT_STREAM}; charset=utf-8`);
        options.connections.stream(sendStreamHead(reply), stream);
      } else if (method === 'PUT') {
        requireTypes(request, ['text/plain']);
        const reserved = streams.reserve(graph.identity);
        reply.status(201).type('text/plain; charset=utf-8').send(reserved);
      } else if (method === 'DELETE') {
        await streams.perform(token, graph, () => endOf(request), isGone);
        reply.status(200).send();
      } else {
        beginOperation(graph, 'stream', options.services, options.log).record.received();
        await streams.perform(token, graph, () => submissionOf(request), isGone);
        reply.status(ACCEPTED).send();
      }
    },
  });
}

function endOf({ url }: FastifyRequest): StreamRequest {
  return { kind: 'end', operationId: operationId(searchOf(url).get('operationId')) };
}

function submissionOf(request: FastifyRequest): StreamRequest {
  requireTypes(request, JSON_TYPES);
  const { id: requestId, method, graph } = request;
  const { viewer } = graph.identity;
  const tokenValidity = viewer && { expiresAt: viewer.expiresAt, signedBy: viewer.signedBy };
  return {
    kind: 'submit',
    sent: checkedParams(paramsOf(request)), // Before it may be sent to another replica, which checks it again.
    method,
    requestId,
    tokenValidity,
  };
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
  if (preferredMediaType(headers.accept, types) !== null) return;
  throw notAcceptable(`"Accept" must allow ${types.join(' or ')}.`);
}

function searchOf(url: string): URLSearchParams {
  return URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
}
