import { randomUUID } from 'node:crypto';
import {
  ApolloServer,
  type ApolloServerOptionsWithGateway,
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
import { LIMITS } from '../../execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../execution/limits/shape-limits.ts';
import { conditionalSubscriptionIn } from '../../execution/limits/unconditional-subscription.ts';
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

type Options = ApolloServerOptionsWithGateway<ServerContext>;

/**
 * The server for routers, at `/subgraph`: Apollo Server reads operations, which the executor of all servers executes.
 * `stop` stops it.
 */
export async function apolloServer(
  options: TransportOptions,
  callbacks: Callbacks,
): Promise<{ readonly serve: GraphQLServer; readonly stop: () => Promise<void> }> {
  const { documents, services, log } = options;
  const { introspection } = services;
  const secret = randomUUID();
  const apollo = new ApolloServer<ServerContext>({
    gateway: executingGateway(options),
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
    validationRules: [shapeLimitsRule], // Limits nesting, aliases and directives.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: apolloLogger(log),
    plugins: [
      // If enabled, either would wrap every resolver of the schema, for all transports.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      outcomePlugin(callbacks),
    ],
  });
  await apollo.start();
  return {
    stop: () => apollo.stop(),
    async serve({ query, operationName, variables, extensions }, graph) {
      // As a validation rule of Apollo Server's, it would be answered with status 500.
      const conditional = conditionalSubscriptionIn(query);
      if (conditional !== null) throw conditional;
      const request = { query, variables, extensions, ...(operationName && { operationName }) };
      await apollo.executeOperation(request, { contextValue: { graph } });
    },
  };
}

/**
 * Apollo Server accepts another executor than its own only from a gateway, which provides a schema and executes
 * operations. This one sets the outcome of the request.
 */
function executingGateway(options: TransportOptions): Options['gateway'] {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: options.schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({
      async executor({ document, request, context }) {
        const { graph } = context as ServerContext; // The gateway's types do not include ours.
        graph.outcome = await execute(options, {
          document,
          operationName: request.operationName ?? null,
          variables: request.variables ?? {},
          context: graph.requireContext(),
        });
        return {}; // For Apollo Server's other plugins.
      },
    }),
    stop: async () => {},
  };
}

/**
 * Sets the outcome of what the executor does not get. That is an operation that Apollo Server refuses; it wraps errors
 * and replaces their codes, so the original ones are formatted here. And it is a subscription by the HTTP callback
 * protocol: a router sends a URL, and events are posted there. Apollo Server's own plugin for that executes each event
 * once per subscriber, does not format errors, follows redirects and never gives up on a router that does not answer.
 */
function outcomePlugin(callbacks: Callbacks): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue: { graph } }) {
          if (graph.outcome !== null) return;
          const { log, viewer } = graph.requireContext();
          graph.refuse(errors.map((error) => formatError(error, log, viewer)));
        },
        async responseForOperation({ request, document, operation, contextValue: { graph } }) {
          if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return null;
          const context = graph.requireContext();
          context.record.transport = 'callback'; // For the log and the metrics.
          const { operationName = null, variables = {}, extensions } = request;
          try {
            const subscription = { document, operationName, variables, context };
            await callbacks.subscribe(extensions?.['subscription'], subscription);
            graph.outcome = { kind: 'result', data: NO_DATA };
          } catch (error) {
            // The protocol requires 400.
            const status = extensions?.['subscription'] === undefined ? 200 : 400;
            graph.fail(error, status);
          }
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
        },
      };
    },
  };
}

/** Lets Apollo Server write to our log. It passes strings or errors. */
function apolloLogger(log: Log): Required<Options>['logger'] {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (message: unknown) =>
    log[level]({ err: asError(message) }, 'Apollo Server');
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
