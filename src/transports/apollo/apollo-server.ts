import { randomUUID } from 'node:crypto';
import {
  ApolloServer,
  type ApolloServerOptions,
  type ApolloServerPlugin,
  HeaderMap,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { OperationTypeNode } from 'graphql';
import { asError } from '../../errors/errors.ts';
import { EncodedData } from '../../execution/encoding/encoded-data.ts';
import { formatError } from '../../execution/format-error.ts';
import { conditionalSubscriptionErrorIn } from '../../execution/limits/conditional-subscription.ts';
import { LIMITS } from '../../execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../execution/limits/shape-limits.ts';
import type { AskedOperation } from '../../execution/operation.ts';
import { execute } from '../../execution/run-operation.ts';
import type { Log } from '../../observability/log.ts';
import type { GraphQLServer } from '../arrival/answer-request.ts';
import type { GraphRequest } from '../arrival/graph-request.ts';
import type { Callbacks } from '../callback/callbacks.ts';
import type { TransportOptions } from '../transport.ts';

/** Apollo Server copies its context, but not what is in it. */
interface ServerContext {
  readonly graph: GraphRequest;
}

const NO_DATA = new EncodedData('null');

/**
 * The server for routers, at `/subgraph`: Apollo Server reads operations, which the executor of all servers executes.
 * `stop` stops it.
 */
export async function apolloServer(
  options: TransportOptions,
  callbacks: Callbacks,
): Promise<{ readonly serve: GraphQLServer; readonly stop: () => Promise<void> }> {
  const { schema, documents, services, log } = options;
  const { introspection } = services;
  const secret = randomUUID();
  const apollo = new ApolloServer<ServerContext>({
    schema,
    introspection,
    // Apollo Server's keys are hashes, those of the others the documents' text. Clients must not find by a hash what is
    // valid for routers alone, such as the query for the SDL.
    documentStore: {
      get: async (key) => documents.get(secret + key),
      set: async (key, document) => documents.add(secret + key, document),
      delete: async () => {}, // Apollo Server never calls it.
    },
    persistedQueries: false,
    validationOptions: { hideSuggestions: !introspection },
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [shapeLimitsRule], // Limits nesting, fields, aliases and directives.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: apolloLogger(log),
    plugins: [
      // If enabled, either would wrap every resolver of the schema, for all transports.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      outcomePlugin(options, callbacks),
    ],
  });
  await apollo.start();
  return {
    stop: () => apollo.stop(),
    async serve({ query, operationName, variables, extensions }, graph) {
      // As a validation rule of Apollo Server's, it would be answered with status 500.
      const conditional = conditionalSubscriptionErrorIn(query);
      if (conditional !== null) throw conditional;
      const request = { query, variables, extensions, ...(operationName && { operationName }) };
      await apollo.executeOperation(request, { contextValue: { graph } });
    },
  };
}

/**
 * Sets the outcome of each operation in place of Apollo Server's own executor, and of what it refuses before: it wraps
 * errors and replaces their codes, so the original ones are formatted here. A subscription is one by the HTTP callback
 * protocol: a router sends a URL, and events are posted there. Apollo Server's own plugin for that executes each event
 * once per subscriber, does not format errors, follows redirects and never gives up on a router that does not answer.
 */
function outcomePlugin(
  options: TransportOptions,
  callbacks: Callbacks,
): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue: { graph } }) {
          const { log, viewer } = graph.requireContext();
          graph.refuse(errors.map((error) => formatError(error, log, viewer)));
        },
        async responseForOperation({ request, document, operation, contextValue: { graph } }) {
          const context = graph.requireContext();
          const { operationName = null, variables = {}, extensions = {} } = request;
          const given = { document, operationName, variables, context };
          if (operation?.operation === OperationTypeNode.SUBSCRIPTION) {
            await subscribe(callbacks, extensions['subscription'], given, graph);
          } else {
            graph.outcome = await execute(options, given).catch((error) => graph.fail(error));
          }
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
        },
      };
    },
  };
}

async function subscribe(
  callbacks: Callbacks,
  extension: unknown,
  subscription: AskedOperation,
  graph: GraphRequest,
): Promise<void> {
  subscription.context.record.transport = 'callback'; // For the log and the metrics.
  try {
    await callbacks.subscribe(extension, subscription);
    graph.outcome = { kind: 'result', data: NO_DATA };
  } catch (error) {
    graph.fail(error, extension === undefined ? 200 : 400); // The protocol requires 400.
  }
}

/** Lets Apollo Server write to our log. It passes strings or errors. */
function apolloLogger(log: Log): Required<ApolloServerOptions<ServerContext>>['logger'] {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (message: unknown) =>
    log[level]({ err: asError(message) }, 'Apollo Server');
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
