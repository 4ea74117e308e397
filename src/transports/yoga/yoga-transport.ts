import { useAPQ } from '@graphql-yoga/plugin-apq';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { credentialOf } from '../../access/request-credential.ts';
import type { Documents } from '../../execution/documents/documents.ts';
import { PersistedDocuments } from '../../execution/documents/persisted-documents.ts';
import {
  type ResponseParts,
  responseBytes,
  responseJson,
} from '../../execution/encoding/encoded-data.ts';
import type { Executor } from '../../execution/executor.ts';
import { formatError } from '../../execution/format-error.ts';
import { headOf } from '../../execution/http-status.ts';
import { logFailedOperation } from '../../execution/log-failed-operation.ts';
import type { Log } from '../../log.ts';
import { countError } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { operationContext, requestLog } from '../request-context.ts';
import type { FastifyContext, TransportContext, TransportOptions } from '../transport.ts';
import { GraphiQLPage } from './graphiql.ts';
import { openStream, subscriptionOf, useSubscriptions } from './yoga-subscriptions.ts';

/** The transport for clients: GraphQL over HTTP, with GraphiQL for a browser. */
export function yogaTransport({
  schema,
  executor,
  services,
  documents,
  connections,
  introspection,
  unsent,
  exampleKey,
  log,
}: TransportOptions) {
  const yoga = createYoga<FastifyContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    parserAndValidationCache: false, // `documents` is one.
    cors: false, // The listener does it for every transport.
    logging: false,
    graphiql: false, // It is rendered once, below, and not for each request.
    maskedErrors: { maskError: (error) => formatError(error, log) },
    context: ({ req }) => ({ operation: operationContext(services, req, log) }),
    plugins: [
      useFailureLog(log),
      useReadableAddress(),
      useDocuments(documents),
      useExecutor(executor),
      useSubscriptions(schema, executor),
      usePersistedDocuments(services),
    ],
  });
  const graphiql = introspection ? new GraphiQLPage(exampleKey) : null;
  return async (req: FastifyRequest, reply: FastifyReply) => {
    if (graphiql?.isAskedFor(req)) return graphiql.send(reply);
    const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
    response.headers.forEach((value, name) => {
      reply.header(name, value);
    });
    reply.status(response.status);
    const subscription = subscriptionOf(req);
    if (subscription !== undefined) {
      // Nobody has read of it, so it may not even have begun.
      await response.body?.cancel().catch(() => {});
      return openStream(reply, subscription, connections);
    }
    const ready = readyBodies.get(req);
    if (ready !== undefined) return unsent.send(reply, ready);
    reply.removeHeader('transfer-encoding'); // It goes out whole.
    return reply.send(response.body && Buffer.from(await response.arrayBuffer()));
  };
}

/** Bodies that are encoded already. Yoga decides on status and headers, and never sees them. */
const readyBodies = new WeakMap<FastifyRequest, readonly Buffer[]>();

/** Refuses an address whose parameters hold broken JSON: Yoga would take that for a failure of ours. */
function useReadableAddress(): Plugin<TransportContext> {
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

/** Has documents registered by their hash, apart for callers with known keys and for all others. */
function usePersistedDocuments({ upstream }: Services): Plugin<TransportContext> {
  const { ofKnown, ofOthers } = new PersistedDocuments();
  const options = { responseConfig: { forceStatusCodeOk: true } };
  const forKnown = useAPQ({ ...options, store: ofKnown });
  const forOthers = useAPQ({ ...options, store: ofOthers });
  return {
    onParams(payload) {
      const { headers, url } = (payload.context as FastifyContext).req;
      const isKnown = upstream.client.keys.isAccepted(credentialOf(headers, url));
      return (isKnown ? forKnown : forOthers).onParams?.(payload);
    },
  };
}

/** Puts documents that are parsed and validated by this graph's rules in place of Yoga's own. */
function useDocuments(documents: Documents): Plugin<TransportContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((text: string) => documents.parse(text));
    },
    onValidate({ params, setResult }) {
      const problems = documents.validate(params.documentAST);
      for (const { extensions } of problems) countError(extensions);
      setResult(problems); // Yoga shows them as they are.
    },
  };
}

/** Tells of what is refused before it is executed: the executor tells of the rest. */
function useFailureLog(log: Log): Plugin<TransportContext, FastifyContext> {
  const executed = new WeakSet<FastifyRequest>();
  return {
    onExecute: ({ args }) => void executed.add(args.contextValue.req),
    onSubscribe: ({ args }) => void executed.add(args.contextValue.req),
    onResultProcess({ result, serverContext: { req } }) {
      if (executed.has(req) || !('errors' in result) || !result.errors) return;
      logFailedOperation(requestLog(log, req), null, result.errors);
    },
  };
}

/** Puts the one executor in place of Yoga's own. */
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
        const http = headOf(answer);
        return {
          ...answer,
          ...(http !== null && { extensions: { ...answer.extensions, http } }),
          stringify: isForOneResponse(req)
            ? (parts: ResponseParts) => respondWith(req, parts)
            : responseJson,
        };
      });
    },
  };
}

/** Why a signal aborts: to make an error of it anew for each request is dear. */
const GONE = new Error('The client has been answered or is gone.');

/** Aborts when the client has been answered or is gone. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort(GONE));
  return controller.signal;
}

/** Whether the answer becomes a plain response body, and not a part of an event stream. */
function isForOneResponse({ headers }: FastifyRequest): boolean {
  return !/text\/|multipart\//i.test(headers.accept ?? '');
}

function respondWith(request: FastifyRequest, parts: ResponseParts): string {
  readyBodies.set(request, responseBytes(parts));
  return '';
}
