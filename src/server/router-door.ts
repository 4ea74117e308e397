import {
  ApolloServer,
  type ApolloServerOptionsWithGateway,
  type ApolloServerPlugin,
  type GraphQLRequest,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginSubscriptionCallback } from '@apollo/server/plugin/subscriptionCallback';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { GraphQLSchema } from 'graphql';
import { credentialOf } from '../auth/credential.ts';
import { OperationContext } from '../resolvers/context.ts';
import type { DoorOptions } from './client-door.ts';
import { responseJson } from './encoded-data.ts';
import type { Executor } from './executor.ts';
import { authenticationStatus } from './http-status.ts';
import { LIMITS, SHAPE_RULES } from './limits.ts';
import { presentFormatted } from './present-error.ts';

/** The door for federation routers: Apollo Server over the same schema and the same executor. */
export async function routerDoor({ schema, executor, services, introspection, log }: DoorOptions) {
  const apollo = new ApolloServer<OperationContext>({
    gateway: compiledGateway(schema, executor),
    introspection,
    validationOptions: { hideSuggestions: !introspection },
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [...SHAPE_RULES],
    // Apollo Server wraps errors and gives them codes of its own: what was raised keeps its own.
    formatError: (_formatted, error) => presentFormatted(error, log),
    csrfPrevention: true,
    stringifyResult: responseJson,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: log.child({ door: 'subgraph' }),
    plugins: [
      // Both wrap every resolver of the schema, for every door.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginSubscriptionCallback(),
      statusPlugin,
    ],
  });
  await apollo.start();
  return {
    handle: fastifyApolloHandler(apollo, {
      context: async (request) =>
        new OperationContext(services, credentialOf(request.headers, request.url)),
    }),
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

const statusPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, source }) {
        if (response.body.kind !== 'single') return;
        const { http } = response;
        const status = authenticationStatus(response.body.singleResult);
        if (status !== null) http.status = status;
        else if (http.status === 400 && source !== undefined && expects200(request)) {
          http.status = 200;
        }
      },
    };
  },
};

/** Clients from before `application/graphql-response+json` take 400 for a failure of transport. */
function expects200({ http }: GraphQLRequest): boolean {
  return !http?.headers.get('accept')?.includes('application/graphql-response+json');
}
