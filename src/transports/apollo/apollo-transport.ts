import { ApolloServer, type ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asError } from '../../errors.ts';
import { PersistedDocuments } from '../../execution/documents/persisted-documents.ts';
import { responseJson } from '../../execution/encoding/encoded-data.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import { LIMITS } from '../../execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../execution/limits/shape-limits.ts';
import type { Log } from '../../log.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { Callbacks } from '../callback/callbacks.ts';
import { documentHooks } from '../document-hooks.ts';
import { operationContext } from '../request-context.ts';
import { recordOf } from '../request-records.ts';
import type { TransportOptions } from '../transport.ts';
import { callbackPlugin } from './callback-plugin.ts';
import { compiledGateway } from './compiled-gateway.ts';
import { documentStore, persistedQueryCache, registerForKnownKeysOnly } from './document-stores.ts';
import { refuseConditionalSubscription, requireJson } from './request-checks.ts';
import { failureRecordPlugin, resultOf, resultPlugin, statusPlugin } from './response-plugins.ts';

interface ApolloTransportOptions extends TransportOptions {
  readonly callbackHosts: readonly string[];
}

/** The transport for federation routers: Apollo Server on the same schema and executor. */
export async function apolloTransport(options: ApolloTransportOptions) {
  const { services, repeats } = options;
  const callbacks = new Callbacks({ ...options, clock: services.clock });
  const persisted = new PersistedDocuments();
  const apollo = apolloServer(options, persisted, callbacks);
  await apollo.start();
  const checks = [requireJson, refuseConditionalSubscription, registerForKnownKeysOnly(services)];
  const { preHandler, onResponse } = documentHooks(services, persisted, '/subgraph');
  return {
    route: {
      preHandler: [...checks, ...preHandler],
      onResponse,
      preValidation: repeats.preValidation,
      async handler(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
        const context = operationContext(services, request, recordOf(request));
        const handle = fastifyApolloHandler(apollo, { context: async () => context });
        const body = await handle.call(this, request, reply);
        const result = resultOf(context);
        return result && (await repeats.sendAndRemember(reply, result)) ? reply : body;
      },
    },
    callbacks,
    stop: () => apollo.stop(),
  };
}

function apolloServer(
  { schema, executor, documentCache, introspection, log }: ApolloTransportOptions,
  persisted: PersistedDocuments,
  callbacks: Callbacks,
): ApolloServer<OperationContext> {
  return new ApolloServer<OperationContext>({
    gateway: compiledGateway(schema, executor),
    introspection,
    documentStore: documentStore(documentCache),
    persistedQueries: { cache: persistedQueryCache(persisted) },
    validationOptions: { hideSuggestions: !introspection },
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [shapeLimitsRule],
    // Apollo Server wraps errors and replaces their codes: format the original error instead.
    formatError: (_formatted, error) => formatForResponse(error, log),
    csrfPrevention: true,
    stringifyResult: responseJson,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: apolloLogger(log),
    plugins: [
      // Both would wrap every resolver of the schema, for all transports.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      callbackPlugin(callbacks),
      failureRecordPlugin,
      statusPlugin,
      resultPlugin,
    ],
  });
}

type ApolloLogger = Required<ApolloServerOptionsWithGateway<OperationContext>>['logger'];

/** Apollo Server logs strings, and errors that it cannot handle. */
function apolloLogger(log: Log): ApolloLogger {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (thing: unknown) =>
    log[level]({ err: asError(thing) }, 'Apollo Server');
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
