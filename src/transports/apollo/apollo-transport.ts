import {
  ApolloServer,
  type ApolloServerOptionsWithGateway,
  type ApolloServerPlugin,
  type DocumentStore,
  type GraphQLRequest,
  type GraphQLResponse,
  HeaderMap,
  type PersistedQueryOptions,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { type FormattedExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { credentialOf } from '../../access/request-credential.ts';
import { asError } from '../../errors.ts';
import type { DocumentCache } from '../../execution/documents/document-cache.ts';
import { PersistedDocuments } from '../../execution/documents/persisted-documents.ts';
import { responseJson } from '../../execution/encoding/encoded-data.ts';
import type { Executor } from '../../execution/executor.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import { headOf } from '../../execution/http-status.ts';
import { LIMITS } from '../../execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../execution/limits/shape-limits.ts';
import { conditionalSubscriptionIn } from '../../execution/limits/unconditional-subscription.ts';
import { logFailedOperation } from '../../execution/log-failed-operation.ts';
import type { Log } from '../../log.ts';
import type { OperationContext, Services } from '../../resolvers/context.ts';
import { ROUTER_SETUP } from '../callback/callback-request.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { HttpError } from '../http-error.ts';
import { operationContext } from '../request-context.ts';
import type { TransportOptions } from '../transport.ts';

interface ApolloTransportOptions extends TransportOptions {
  readonly callbackHosts: readonly string[];
}

/** The transport for federation routers: Apollo Server over the same schema and the same executor. */
export async function apolloTransport(options: ApolloTransportOptions) {
  const { schema, executor, services, documentCache, introspection, log } = options;
  const callbacks = new Callbacks({ ...options, clock: services.clock });
  const apollo = new ApolloServer<OperationContext>({
    gateway: compiledGateway(schema, executor),
    introspection,
    documentStore: documentStore(documentCache),
    persistedQueries: { cache: persistedDocuments() },
    validationOptions: { hideSuggestions: !introspection },
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [shapeLimitsRule],
    // Apollo Server wraps errors and gives them codes of its own: what was raised keeps its own.
    formatError: (_formatted, error) => formatForResponse(error, log),
    csrfPrevention: true,
    stringifyResult: responseJson,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: apolloLogger(log),
    plugins: [
      // Both wrap every resolver of the schema, for every transport.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      callbackPlugin(callbacks),
      failurePlugin,
      statusPlugin,
    ],
  });
  await apollo.start();
  return {
    route: {
      preHandler: [
        refuseEventStream,
        refuseConditionalSubscription,
        registersForKnownKeys(services),
      ],
      handler: fastifyApolloHandler(apollo, {
        context: async (request) => operationContext(services, request, log),
      }),
    },
    /** Ends all subscriptions, and tells their routers. */
    endSubscriptions: () => callbacks.close(),
    stop: () => apollo.stop(),
  };
}

/**
 * Apollo Server takes a foreign executor only from what it calls a gateway: something that brings a
 * schema and answers operations. Here both are this process's own.
 */
function compiledGateway(
  schema: GraphQLSchema,
  executor: Executor,
): ApolloServerOptionsWithGateway<OperationContext>['gateway'] {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({
      executor: ({ document, request, context }) =>
        executor.execute({
          document,
          operationName: request.operationName ?? null,
          variables: request.variables ?? {},
          context: context as OperationContext,
        }),
    }),
    stop: async () => {},
  };
}

/** Apollo Server would name the types that it sends, and not where event streams are. */
const refuseEventStream: preHandlerAsyncHookHandler = async ({ headers: { accept = '' } }) => {
  if (!/text\/event-stream|multipart\/mixed/i.test(accept) || /json|\*\/\*/i.test(accept)) return;
  const message = `A subscription to /subgraph has no event stream: ${ROUTER_SETUP}.`;
  throw HttpError.of(406, 'BAD_USER_INPUT', message);
};

type ApolloLogger = Required<ApolloServerOptionsWithGateway<OperationContext>>['logger'];

/** Apollo Server logs text, and errors where it cannot go on. */
function apolloLogger(log: Log): ApolloLogger {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (thing: unknown) =>
    log[level]({ err: asError(thing) }, 'Apollo Server');
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** Apollo Server has no place for this: its own validation would fail, with 500. */
const refuseConditionalSubscription: preHandlerAsyncHookHandler = async ({ body }) => {
  const refusal = conditionalSubscriptionIn(Object(body).query);
  if (refusal !== null) throw new HttpError(400, [refusal.toJSON()]);
};

/** The cache of documents as Apollo Server wants one. Its keys are hashes, those of clients texts. */
function documentStore(cache: DocumentCache): DocumentStore {
  return {
    get: async (hash) => cache.get(hash),
    set: async (hash, document) => cache.add(hash, document),
    delete: async () => {}, // Which it never asks for.
  };
}

/** What routers register by its hash. Apollo Server does not tell who does: see `registersForKnownKeys`. */
function persistedDocuments(): NonNullable<PersistedQueryOptions['cache']> {
  const { ofKnown } = new PersistedDocuments();
  return {
    get: async (hash) => ofKnown.get(hash),
    set: async (hash, text) => ofKnown.set(hash, text),
    delete: async () => {}, // Which it never asks for.
  };
}

/** Callers without a known key have their documents executed, and not registered by their hash. */
function registersForKnownKeys({ upstream }: Services): preHandlerAsyncHookHandler {
  return async ({ headers, url, body }) => {
    const { query, extensions } = Object(body);
    if (typeof query !== 'string' || !extensions?.persistedQuery) return;
    if (upstream.client.keys.isAccepted(credentialOf(headers, url))) return;
    delete extensions.persistedQuery;
  };
}

/**
 * Subscriptions come over the HTTP callback protocol. Apollo Server ships a plugin for it, which
 * executes for each subscriber, shows errors as they were thrown, follows redirects and waits for a
 * router without end.
 */
function callbackPlugin(callbacks: Callbacks): ApolloServerPlugin<OperationContext> {
  const answer = (status: number, singleResult: FormattedExecutionResult): GraphQLResponse => ({
    http: { status, headers: new HeaderMap() },
    body: { kind: 'single', singleResult },
  });
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ request, document, operation, contextValue: context }) {
          if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return null;
          const { operationName = null, variables = {}, extensions } = request;
          try {
            await callbacks.subscribe(extensions?.['subscription'], {
              document,
              operationName,
              variables,
              context,
            });
            return answer(200, { data: null });
          } catch (error) {
            const shown = formatForResponse(error, context.log);
            logFailedOperation(context.log, operation.name?.value ?? null, [shown]);
            return answer(400, { errors: [shown] });
          }
        },
      };
    },
  };
}

/** Tells of documents that are not executed: the executor tells of those that are. */
const failurePlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    let isExecuted = false;
    return {
      async executionDidStart() {
        isExecuted = true;
      },
      async willSendResponse({ operation, response: { body }, contextValue: { log } }) {
        const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
        const isRefused = operation === undefined && !isExecuted;
        if (isRefused && errors) logFailedOperation(log, null, errors);
      },
    };
  },
};

const statusPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, source }) {
        if (response.body.kind !== 'single') return;
        const { http } = response;
        const head = headOf(response.body.singleResult);
        if (head !== null) {
          http.status = head.status;
          for (const [name, value] of Object.entries(head.headers)) http.headers.set(name, value);
        } else if (http.status === 400 && source !== undefined && expects200(request)) {
          http.status = 200;
        }
      },
    };
  },
};

/**
 * Clients from before `application/graphql-response+json` take 400 for a failure of transport. So
 * does a router that subscribes, and by its protocol shall.
 */
function expects200({ http, extensions }: GraphQLRequest): boolean {
  if (extensions?.['subscription'] !== undefined) return false;
  return !http?.headers.get('accept')?.includes('application/graphql-response+json');
}
