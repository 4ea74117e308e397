import { ApolloServer, type ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asError } from '../../errors.ts';
import { PersistedQueries } from '../../execution/documents/persisted-queries.ts';
import { responseJson } from '../../execution/encoding/encoded-data.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import { LIMITS } from '../../execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../execution/limits/shape-limits.ts';
import type { Log } from '../../log.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { persistedQueryHooks } from '../persisted-query-hooks.ts';
import { closedSignal, operationContext } from '../request-context.ts';
import { operationRecordOf } from '../request-records.ts';
import type { TransportOptions } from '../transport.ts';
import { callbackPlugin } from './callback-plugin.ts';
import { compiledGateway } from './compiled-gateway.ts';
import {
  documentStore,
  persistedQueryCache,
  registerForAcceptedKeysOnly,
} from './document-stores.ts';
import { refuseConditionalSubscription, requireJson } from './request-checks.ts';
import { failureRecordPlugin, resultFor, resultPlugin, statusPlugin } from './response-plugins.ts';

interface ApolloTransportOptions extends TransportOptions {
  /** Hosts that subscriptions over the HTTP callback protocol may call. */
  readonly callbackHosts: readonly string[];
}

/**
 * The transport for federation routers, at `/subgraph`: Apollo Server with the same schema and executor as
 * the other transports.
 */
export async function apolloTransport(options: ApolloTransportOptions) {
  const { services, requestCache } = options;
  const { clock, live } = services;
  const callbacks = new Callbacks({ ...options, clock, subscriptionsMax: live.limits.callbacks });
  const persisted = new PersistedQueries();
  const apollo = apolloServer(options, persisted, callbacks);
  await apollo.start();
  const checks = [
    requireJson,
    refuseConditionalSubscription,
    // Only callers with an API key that upstream has accepted may register persisted queries.
    registerForAcceptedKeysOnly(services),
  ];
  // These hooks share persisted queries with the other replicas over Redis.
  const { preHandler, onResponse } = persistedQueryHooks(services, persisted, '/subgraph');
  return {
    route: {
      preHandler: [...checks, ...preHandler],
      onResponse,
      preValidation: requestCache.preValidation, // Answers repeated requests from the response cache.
      async handler(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
        const record = operationRecordOf(request); // What the log and the metrics will say about the operation.
        const context = operationContext(services, request, record);
        context.signal = closedSignal(reply);
        const handle = fastifyApolloHandler(apollo, { context: async () => context });
        const body = await handle.call(this, request, reply);
        const result = resultFor(context);
        // Results in the response cache are sent from there, all others by Fastify.
        return result && (await requestCache.sendAndRemember(reply, result)) ? reply : body;
      },
    },
    callbacks,
    stop: () => apollo.stop(),
  };
}

function apolloServer(
  { schema, executor, documentCache, introspection, log }: ApolloTransportOptions,
  persisted: PersistedQueries,
  callbacks: Callbacks,
): ApolloServer<OperationContext> {
  return new ApolloServer<OperationContext>({
    gateway: compiledGateway(schema, executor), // Executes queries compiled to JavaScript.
    introspection,
    documentStore: documentStore(documentCache),
    persistedQueries: { cache: persistedQueryCache(persisted) },
    validationOptions: { hideSuggestions: !introspection },
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [shapeLimitsRule], // Limits nesting, aliases and directives.
    // Apollo Server wraps errors and replaces their codes. This formats the original ones.
    formatError: (_formatted, error) => formatForResponse(error, log),
    csrfPrevention: true,
    stringifyResult: responseJson,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: apolloLogger(log),
    plugins: [
      // If enabled, either would wrap every resolver of the schema, for all transports.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      callbackPlugin(callbacks),
      failureRecordPlugin,
      statusPlugin,
      resultPlugin, // Stores the result that `resultFor` returns.
    ],
  });
}

type ApolloLogger = Required<ApolloServerOptionsWithGateway<OperationContext>>['logger'];

/** Lets Apollo Server write to our log. It passes strings or errors. */
function apolloLogger(log: Log): ApolloLogger {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (message: unknown) =>
    log[level]({ err: asError(message) }, 'Apollo Server');
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
