import {
  ApolloServer,
  type ApolloServerOptionsWithGateway,
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLResponse,
  HeaderMap,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { type FormattedExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { credentialOf } from '../auth/credential.ts';
import { OperationContext } from '../resolvers/context.ts';
import { Callbacks } from './callbacks.ts';
import type { DoorOptions } from './door.ts';
import { responseJson } from './encoded-data.ts';
import type { Executor } from './executor.ts';
import { headOf } from './http-status.ts';
import { LIMITS, SHAPE_RULES } from './limits.ts';
import { presentFormatted } from './present-error.ts';
import { RequestRefusal } from './request-refusal.ts';
import { conditionalSubscriptionIn } from './unconditional-subscription.ts';

interface RouterDoorOptions extends DoorOptions {
  readonly callbackHosts: readonly string[];
}

/** The door for federation routers: Apollo Server over the same schema and the same executor. */
export async function routerDoor(options: RouterDoorOptions) {
  const { schema, executor, services, introspection, log } = options;
  const callbacks = new Callbacks({ ...options, clock: services.clock });
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
      callbackPlugin(callbacks, log),
      statusPlugin,
    ],
  });
  await apollo.start();
  return {
    route: {
      preHandler: refuseConditionalSubscription,
      handler: fastifyApolloHandler(apollo, {
        context: async (request) =>
          new OperationContext(services, credentialOf(request.headers, request.url)),
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

/** Apollo Server has no place for this: its own validation would fail, with 500. */
const refuseConditionalSubscription: preHandlerAsyncHookHandler = async ({ body }) => {
  const refusal = conditionalSubscriptionIn(Object(body).query);
  if (refusal !== null) throw new RequestRefusal(400, [refusal.toJSON()]);
};

/**
 * Subscriptions come over the HTTP callback protocol. Apollo Server ships a plugin for it, which
 * executes for each subscriber, shows errors as they were thrown, follows redirects and waits for a
 * router without end.
 */
function callbackPlugin(callbacks: Callbacks, log: Logger): ApolloServerPlugin<OperationContext> {
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
            return answer(400, { errors: [presentFormatted(error, log)] });
          }
        },
      };
    },
  };
}

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
