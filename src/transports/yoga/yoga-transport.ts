import { useAPQ } from '@graphql-yoga/plugin-apq';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Documents } from '../../execution/documents/documents.ts';
import { PersistedDocuments } from '../../execution/documents/persisted-documents.ts';
import {
  type ResponseParts,
  responseBytes,
  responseJson,
} from '../../execution/encoding/encoded-data.ts';
import type { Executor } from '../../execution/executor.ts';
import { formatError } from '../../execution/format-error.ts';
import { GRAPHQL_RESPONSE, headOf, JSON_TYPE } from '../../execution/http-status.ts';
import { countError } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { preferredMediaType } from '../accept.ts';
import { documentHooks } from '../document-hooks.ts';
import { operationContext } from '../request-context.ts';
import { identityOf } from '../request-identity.ts';
import { recordOf } from '../request-records.ts';
import type { FastifyContext, TransportContext, TransportOptions } from '../transport.ts';
import { GraphiQLPage } from './graphiql.ts';
import { openStream, subscriptionOf, useSharedSubscriptions } from './yoga-subscriptions.ts';

/** The transport for clients: GraphQL over HTTP, with GraphiQL for browsers. */
export function yogaTransport({
  schema,
  executor,
  operationLog,
  services,
  documents,
  connections,
  introspection,
  unsent,
  repeats,
  exampleHeaders,
  log,
}: TransportOptions) {
  const persisted = new PersistedDocuments();
  const yoga = createYoga<FastifyContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    parserAndValidationCache: false, // `documents` caches them.
    cors: false, // The HTTP server handles it for all transports.
    logging: false,
    graphiql: false, // Yoga would render it for each request.
    maskedErrors: { maskError: (error) => formatError(error, log) },
    context: ({ req }) => ({ operation: operationContext(services, req, recordOf(req)) }),
    plugins: [
      useFailureRecord(),
      useValidUrl(),
      useDocuments(documents),
      useExecutor(executor),
      useResults,
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
    const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
    response.headers.forEach((value, name) => {
      reply.header(name, value);
    });
    setHead(reply, response);
    const subscription = subscriptionOf(req);
    if (subscription !== undefined) {
      // Cancelling an unread body may fail.
      await response.body?.cancel().catch(() => {});
      return openStream(reply, subscription, connections);
    }
    const result = plainResults.get(req);
    if (result !== undefined) {
      if (!(await repeats.sendAndRemember(reply, result)))
        unsent.send(reply, responseBytes(result));
      return reply;
    }
    reply.removeHeader('transfer-encoding'); // The body has a known length.
    return reply.send(response.body && Buffer.from(await response.arrayBuffer()));
  };
  const { preValidation } = repeats;
  return { handler, preValidation, ...documentHooks(services, persisted, '/graphql') };
}

/** Results that are sent as JSON, by request. Yoga decides status and headers; the bodies bypass it. */
const plainResults = new WeakMap<FastifyRequest, ResponseParts>();

/** Results by request, without those of subscriptions that were opened. */
const results = new WeakMap<FastifyRequest, ExecutionResult>();

/** Remembers results for `setHead`, and sends them as JSON to clients that accept it. */
const useResults: Plugin<TransportContext, FastifyContext> = {
  onResultProcess({ result, serverContext: { req }, setResultProcessor }) {
    if (!('data' in result || 'errors' in result)) return;
    results.set(req, result);
    const type = preferredJsonType(req.headers.accept);
    if (type !== null) setResultProcessor(processRegularResult, type);
  },
};

/** Corrects the status that Yoga chose. That of an event stream is about the stream, not its results. */
function setHead(reply: FastifyReply, { status, headers }: Response): void {
  const result = results.get(reply.request);
  const type = headers.get('content-type');
  const isJson = type !== null && !type.startsWith('text/');
  const head = isJson && result ? headOf(result, type, status) : { status, headers: {} };
  reply.status(head.status).headers(head.headers);
}

/** Refuses URLs with invalid JSON in a parameter, which Yoga would treat as an internal error. */
function useValidUrl(): Plugin<TransportContext> {
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

/** Automatic persisted queries, stored apart for callers with known keys and for all others. */
function usePersistedDocuments(
  { upstream }: Services,
  { ofKnown, ofOthers }: PersistedDocuments,
): Plugin<TransportContext> {
  const forKnown = useAPQ({ store: ofKnown });
  const forOthers = useAPQ({ store: ofOthers });
  return {
    onParams(payload) {
      const { credential } = identityOf((payload.context as FastifyContext).req);
      const isKnown = upstream.client.keys.isAccepted(credential);
      return (isKnown ? forKnown : forOthers).onParams?.(payload);
    },
  };
}

/** Parses and validates with the shared document cache. */
function useDocuments(documents: Documents): Plugin<TransportContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((text: string) => documents.parse(text));
    },
    onValidate({ params, setResult }) {
      const problems = documents.validate(params.documentAST);
      for (const { extensions } of problems) countError(extensions);
      setResult(problems); // Yoga sends them unchanged.
    },
  };
}

/** Records why operations fail before they are executed. The executor records the others. */
function useFailureRecord(): Plugin<TransportContext, FastifyContext> {
  const executed = new WeakSet<FastifyRequest>();
  return {
    onExecute: ({ args }) => void executed.add(args.contextValue.req),
    onSubscribe: ({ args }) => void executed.add(args.contextValue.req),
    onResultProcess({ result, serverContext: { req } }) {
      if (executed.has(req) || !('errors' in result) || !result.errors) return;
      req.record?.fail(result.errors);
    },
  };
}

/** Replaces Yoga's executor with the shared one. */
function useExecutor(executor: Executor): Plugin<TransportContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { operation, req, reply } = args.contextValue;
      setExecuteFn(async () => {
        const answer = await executor.execute({
          document: args.document,
          operationName: args.operationName ?? null,
          variables: args.variableValues ?? {},
          context: operation,
          signal: signalOf(reply),
        });
        return {
          ...answer,
          stringify: sendsPlainJson(req)
            ? (parts: ResponseParts) => bypass(req, parts)
            : responseJson,
        };
      });
    },
  };
}

/** One abort reason for all requests, since creating an error for each is expensive. */
const CLOSED = new Error('The response is closed.');

/** Aborts when the response is sent or the client has disconnected. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort(CLOSED));
  return controller.signal;
}

/**
 * Whether Yoga sends a plain JSON body. It sends an event stream or a multipart body only if `Accept` names
 * such a type and `useResults` has not chosen JSON, which many clients accept as well.
 */
function sendsPlainJson({ headers: { accept } }: FastifyRequest): boolean {
  return !/text\/|multipart\//i.test(accept ?? '') || preferredJsonType(accept) !== null;
}

/** The JSON type with the best q-value, which Yoga ignores; null if the client accepts none. */
function preferredJsonType(accept: string | undefined): string | null {
  return preferredMediaType(accept, [JSON_TYPE, GRAPHQL_RESPONSE]);
}

function bypass(request: FastifyRequest, result: ResponseParts): string {
  plainResults.set(request, result);
  return '';
}
