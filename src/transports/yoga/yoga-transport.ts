import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import { PersistedQueries } from '../../execution/documents/persisted-queries.ts';
import {
  type ResponseParts,
  responseBytes,
  responseJson,
} from '../../execution/encoding/encoded-data.ts';
import type { Executor } from '../../execution/executor.ts';
import { formatError } from '../../execution/format-error.ts';
import { GRAPHQL_RESPONSE, JSON_TYPE, statusAndHeadersOf } from '../../execution/http-status.ts';
import { preferredMediaType, requireAccepted } from '../accept.ts';
import { persistedQueryHooks } from '../persisted-query-hooks.ts';
import { closedSignal, operationContext } from '../request-context.ts';
import { operationRecordOf } from '../request-records.ts';
import type { FastifyContext, TransportOptions, YogaContext } from '../transport.ts';
import { GraphiQLPage } from './graphiql.ts';
import { useDocuments, usePersistedDocuments } from './yoga-documents.ts';
import { openStream, subscriptionOf, useSharedSubscriptions } from './yoga-subscriptions.ts';

/** The media types of Yoga's responses. */
const RESPONSE_TYPES = [JSON_TYPE, GRAPHQL_RESPONSE, 'text/event-stream', 'multipart/mixed'];

/** Parameters of media types that Yoga ignores, such as `deferSpec`. */
const IGNORED_PARAMETERS = /;(?!\s*(?:q|charset)\s*=)[^;,]*/gi;

const NOT_ACCEPTABLE =
  '/graphql sends JSON and event streams: accept "application/json" or "text/event-stream".';

/** Headers of Yoga's event streams that would replace ours, or would be wrong for a body of a known length. */
const SET_HERE: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'transfer-encoding',
]);

/**
 * The transport for clients, at `/graphql`: GraphQL over HTTP, with subscriptions as event streams, and
 * GraphiQL for browsers if introspection is allowed.
 */
export function yogaTransport({
  schema,
  executor,
  operationLog,
  services,
  documents,
  connections,
  introspection,
  unsentResponses,
  requestCache,
  exampleHeaders,
  log,
}: TransportOptions) {
  const persisted = new PersistedQueries();
  const yoga = createYoga<FastifyContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    parserAndValidationCache: false, // `documents` caches them.
    cors: false, // The HTTP server handles it for all transports.
    logging: false,
    graphiql: false, // Yoga would render it for each request.
    maskedErrors: { maskError: (error) => formatError(error, log) },
    context: ({ req }) => ({ operation: operationContext(services, req, operationRecordOf(req)) }),
    plugins: [
      useFailureRecord(),
      useValidUrl(),
      useDocuments(documents),
      useExecutor(executor),
      useResults(),
      useSharedSubscriptions({ schema, executor, operationLog }),
      usePersistedDocuments(services, persisted),
    ],
  });
  const graphiql = introspection ? new GraphiQLPage(exampleHeaders) : null;
  const handler = async (req: FastifyRequest, reply: FastifyReply) => {
    if (graphiql?.isRequestedBy(req)) {
      req.record = null; // The page is not an operation.
      return graphiql.send(reply);
    }
    // Yoga would execute the operation first.
    const accept = req.headers.accept?.replace(IGNORED_PARAMETERS, '');
    requireAccepted(accept, RESPONSE_TYPES, NOT_ACCEPTABLE);
    const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
    response.headers.forEach((value, name) => {
      if (!SET_HERE.has(name.toLowerCase())) reply.header(name, value);
    });
    setStatusAndHeaders(reply, response);
    const subscription = subscriptionOf(req);
    if (subscription !== undefined) {
      // Cancelling an unread body may fail.
      await response.body?.cancel().catch(() => {});
      return openStream(reply, subscription, connections);
    }
    const result = capturedResults.get(req);
    if (result !== undefined) {
      // False if the result is not in the response cache, whose keys the request cache remembers by request.
      const isSent = await requestCache.sendAndRemember(reply, result);
      // Counts the bytes that the client has not read yet, like Fastify's own `send` below by way of a hook.
      if (!isSent) unsentResponses.send(reply, responseBytes(result));
      return reply;
    }
    return reply.send(response.body && Buffer.from(await response.arrayBuffer()));
  };
  // `preValidation` answers repeated requests from the response cache. The other hooks share persisted queries
  // with other replicas.
  const { preValidation } = requestCache;
  return { handler, preValidation, ...persistedQueryHooks(services, persisted, '/graphql') };
}

/**
 * Results of executed operations that are sent as JSON, by request. Yoga gets an empty body for them, and the
 * handler above sends them.
 */
const capturedResults = new WeakMap<FastifyRequest, ResponseParts>();

/** Results by request, including those of refused operations, but not those of open subscriptions. */
const results = new WeakMap<FastifyRequest, ExecutionResult>();

/** Stores results for `setStatusAndHeaders`, and makes Yoga choose JSON for all clients that accept it. */
function useResults(): Plugin<YogaContext, FastifyContext> {
  return {
    onResultProcess({ result, serverContext: { req }, setResultProcessor }) {
      if (!('data' in result || 'errors' in result)) return;
      results.set(req, result);
      const type = preferredJsonType(req.headers.accept);
      if (type !== null) setResultProcessor(processRegularResult, type);
    },
  };
}

/**
 * Sets the status and headers of a result in place of Yoga's. An event stream and a response without a body
 * keep Yoga's status.
 */
function setStatusAndHeaders(reply: FastifyReply, { status, headers }: Response): void {
  const result = results.get(reply.request);
  const type = headers.get('content-type');
  const keepsStatus = type === null || type.startsWith('text/');
  const head =
    !keepsStatus && result ? statusAndHeadersOf(result, type, status) : { status, headers: {} };
  reply.status(head.status).headers(head.headers);
}

/** Refuses URLs with variables or extensions that are not JSON, which Yoga answers with an internal error. */
function useValidUrl(): Plugin<YogaContext> {
  return {
    onRequestParse({ url }) {
      for (const name of ['variables', 'extensions']) {
        try {
          JSON.parse(url.searchParams.get(name) || '{}');
        } catch {
          const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
          throw new GraphQLError(`The parameter "${name}" is not JSON.`, { extensions });
        }
      }
    },
  };
}

/** Records the errors of operations that fail before execution. The executor records later ones. */
function useFailureRecord(): Plugin<YogaContext, FastifyContext> {
  const executed = new WeakSet<FastifyRequest>();
  return {
    onExecute: ({ args }) => void executed.add(args.contextValue.req),
    onSubscribe: ({ args }) => void executed.add(args.contextValue.req),
    onResultProcess({ result, serverContext: { req } }) {
      if (executed.has(req) || !('errors' in result) || !result.errors) return;
      req.record?.addErrors(result.errors);
    },
  };
}

/** Replaces Yoga's executor with the shared one. */
function useExecutor(executor: Executor): Plugin<YogaContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { operation, req, reply } = args.contextValue;
      setExecuteFn(async () => {
        operation.signal = closedSignal(reply);
        const result = await executor.execute({
          document: args.document,
          operationName: args.operationName ?? null,
          variables: args.variableValues ?? {},
          context: operation,
        });
        return {
          ...result,
          stringify: sendsPlainJson(req)
            ? (parts: ResponseParts) => captureResult(req, parts)
            : responseJson,
        };
      });
    },
  };
}

/**
 * Whether Yoga sends a plain JSON body. It sends an event stream or a multipart body only if `Accept` names
 * such a type and accepts no JSON: if it accepts JSON, `useResults` picks that.
 */
function sendsPlainJson({ headers: { accept } }: FastifyRequest): boolean {
  return !/text\/|multipart\//i.test(accept ?? '') || preferredJsonType(accept) !== null;
}

/** The JSON type that the client prefers by q-values, which Yoga ignores; null if it accepts none. */
function preferredJsonType(accept: string | undefined): string | null {
  return preferredMediaType(accept, [JSON_TYPE, GRAPHQL_RESPONSE]);
}

/** Stores a result to be sent without Yoga, and returns the empty body that Yoga gets in its place. */
function captureResult(request: FastifyRequest, result: ResponseParts): string {
  capturedResults.set(request, result);
  return '';
}
