import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GRAPHQL_RESPONSE, JSON_TYPE } from '../../execution/http-status.ts';
import {
  type AcceptedTypes,
  acceptedTypes,
  EVENT_STREAM,
  notAcceptable,
} from '../arrival/accept.ts';
import { answerRequest, type GraphQLServer } from '../arrival/answer-request.ts';
import { paramsOf } from '../arrival/request-params.ts';
import { ROUTER_SETUP } from '../callback/callback-endpoint.ts';
import { HttpError } from '../response/http-error.ts';
import { respond } from '../response/respond.ts';
import type { TransportOptions } from '../transport.ts';
import { GraphiQLPage } from '../yoga/graphiql.ts';

interface Servers {
  /** The server at `/graphql`, for requests of one method. */
  readonly clients: (method: 'GET' | 'POST') => GraphQLServer;
  /** The server at `/subgraph`. */
  readonly routers: GraphQLServer;
}

const CLIENTS_ACCEPT =
  '/graphql sends JSON and event streams: accept "application/json" or "text/event-stream".';
const NO_STREAM_ACCEPTED =
  'Subscriptions are delivered as an event stream: send "Accept: text/event-stream".';
const ROUTERS_ACCEPT =
  '/subgraph only sends JSON: accept "application/json". ' +
  `Event streams are at /graphql; for a subscription here, ${ROUTER_SETUP}.`;

const ROUTERS_POST = 'Routers send operations to /subgraph by POST; clients use /graphql.';

/** The routes where each GET or POST is one operation, and its response is the outcome. */
export function operationRoutes(
  app: FastifyInstance,
  { clients, routers }: Servers,
  options: TransportOptions,
): void {
  const graphiql = options.services.introspection ? new GraphiQLPage(options.exampleHeaders) : null;
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    types: AcceptedTypes,
    serve: GraphQLServer,
  ) => {
    const abortable: GraphQLServer = (params, graph) => {
      const context = graph.requireContext();
      context.signal = graph.closedSignal; // Not for repeated requests, which need none: it takes time to create.
      if (types.subscription === null) context.noSubscriptions = NO_STREAM_ACCEPTED;
      return serve(params, graph);
    };
    const outcome = await answerRequest(request.graph, paramsOf(request), abortable, options);
    await respond(reply, outcome, types, options);
    return reply;
  };
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    exposeHeadRoute: false,
    async handler(request, reply) {
      if (graphiql?.isRequestedBy(request)) {
        request.graph.context = null; // The page is not an operation.
        return graphiql.send(reply);
      }
      const types = acceptedTypes(request.headers.accept);
      if (types.result === null) throw notAcceptable(CLIENTS_ACCEPT);
      return answer(request, reply, types, clients(request.method === 'GET' ? 'GET' : 'POST'));
    },
  });
  app.route({
    method: ['HEAD', 'PUT', 'DELETE', 'PATCH'],
    url: '/graphql',
    handler: refuseMethod('Operations are sent to /graphql by GET or POST.', 'GET, POST'),
  });
  app.route({
    method: 'POST',
    url: '/subgraph',
    async handler(request, reply) {
      const { result } = acceptedTypes(request.headers.accept);
      if (result !== JSON_TYPE && result !== GRAPHQL_RESPONSE) throw notAcceptable(ROUTERS_ACCEPT);
      // A subscription is not refused for what it accepts: events are posted to a router.
      return answer(request, reply, { result, subscription: EVENT_STREAM }, routers);
    },
  });
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'],
    url: '/subgraph',
    // Routers that are configured for subscriptions over WebSocket send a GET.
    handler: refuseMethod(ROUTERS_POST, 'POST'),
  });
}

function refuseMethod(message: string, allow: string): () => never {
  return () => {
    throw HttpError.methodNotAllowed(message, allow);
  };
}
