import type { OutgoingHttpHeaders } from 'node:http';
import { type APQStore, useAPQ } from '@graphql-yoga/plugin-apq';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { credentialOf } from '../auth/credential.ts';
import { countError } from '../metrics.ts';
import { OperationContext } from '../resolvers/context.ts';
import { openStream, subscriptionOf, useSubscriptions } from './client-subscriptions.ts';
import type { Documents } from './documents.ts';
import type { DoorContext, DoorOptions, FastifyContext } from './door.ts';
import { type ResponseParts, responseBytes, responseJson } from './encoded-data.ts';
import type { Executor } from './executor.ts';
import { headOf } from './http-status.ts';
import { presentError } from './present-error.ts';

/** Characters of all documents that clients have registered by their hash. */
const PERSISTED_CHARACTERS_MAX = 16 * 2 ** 20;

const GRAPHIQL_QUERY = `query Events {
  events(first: 3, filter: { sports: ["basketball"], live: false }) {
    totalCount
    nodes {
      name
      startTime
      isLive
      odds(filter: { markets: ["moneyline"] }) {
        sportsbookId
        selection
        price { american decimal probability }
      }
    }
  }
}
`;

/** The door for clients: GraphQL over HTTP, with GraphiQL for a browser. */
export function clientDoor({
  schema,
  executor,
  services,
  documents,
  connections,
  exampleKey,
  log,
}: DoorOptions) {
  const yoga = createYoga<FastifyContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    parserAndValidationCache: false, // `documents` is one.
    cors: false, // The listener does it for every door.
    logging: false,
    graphiql: {
      title: 'Oddsgraph',
      defaultQuery: GRAPHIQL_QUERY,
      headers: JSON.stringify({ 'x-api-key': exampleKey }, null, 2),
    },
    renderGraphiQL,
    maskedErrors: { maskError: (error) => presentError(error, log) },
    context: ({ req }) => ({
      operation: new OperationContext(services, credentialOf(req.headers, req.url)),
    }),
    plugins: [
      useReadableAddress(),
      useDocuments(documents),
      useExecutor(executor),
      useSubscriptions(schema, executor, log),
      useAPQ({
        store: persistedDocuments(),
        responseConfig: { forceStatusCodeOk: true },
      }),
    ],
  });
  return async (req: FastifyRequest, reply: FastifyReply) => {
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
    return ready === undefined ? reply.send(response.body) : sendParts(reply, ready);
  };
}

/** Writes a body that lies ready in parts, in one go and without joining them. */
function sendParts(reply: FastifyReply, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  reply.header('content-length', length).hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  for (const part of parts) raw.write(part);
  raw.end();
}

/** Bodies that are encoded already. Yoga decides on status and headers, and never sees them. */
const readyBodies = new WeakMap<FastifyRequest, readonly Buffer[]>();

/** Refuses an address whose parameters hold broken JSON: Yoga would take that for a failure of ours. */
function useReadableAddress(): Plugin<DoorContext> {
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

/** Documents that clients have registered by their hash. The least used go when it is full. */
function persistedDocuments(): APQStore {
  return new LRUCache<string, string>({
    maxSize: PERSISTED_CHARACTERS_MAX,
    sizeCalculation: (document, hash) => document.length + hash.length,
  });
}

/** Puts documents that are parsed and validated by this graph's rules in place of Yoga's own. */
function useDocuments(documents: Documents): Plugin<DoorContext> {
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

/** Puts the one executor in place of Yoga's own. */
function useExecutor(executor: Executor): Plugin<DoorContext> {
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
            ? (parts: ResponseParts) => setAside(req, parts)
            : responseJson,
        };
      });
    },
  };
}

/** Aborts when the client has been answered or is gone. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Whether the answer becomes a plain response body, and not a part of an event stream. */
function isForOneResponse({ headers }: FastifyRequest): boolean {
  return !/text\/|multipart\//i.test(headers.accept ?? '');
}

function setAside(request: FastifyRequest, parts: ResponseParts): string {
  readyBodies.set(request, responseBytes(parts));
  return '';
}
