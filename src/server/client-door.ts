import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Logger } from 'pino';
import { credentialOf } from '../auth/credential.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';
import type { Executor } from './executor.ts';
import { authenticationStatus } from './http-status.ts';
import { presentError } from './present-error.ts';

interface FastifyContext {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

interface DoorContext extends YogaInitialContext {
  readonly operation: OperationContext;
}

export interface DoorOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly services: Services;
  readonly log: Logger;
}

const GRAPHIQL_QUERY = `query Events {
  events(first: 3, filter: { sports: ["basketball"] }) {
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
export function clientDoor({ schema, executor, services, log }: DoorOptions) {
  const yoga = createYoga<FastifyContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    cors: false, // The listener does it for every door.
    logging: false,
    graphiql: { title: 'Oddsgraph', defaultQuery: GRAPHIQL_QUERY },
    renderGraphiQL,
    maskedErrors: { maskError: (error) => presentError(error, log) },
    context: ({ req }) => ({
      operation: new OperationContext(services, credentialOf(req.headers, req.url)),
    }),
    plugins: [useExecutor(executor)],
  });
  return async (req: FastifyRequest, reply: FastifyReply) => {
    const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
    response.headers.forEach((value, name) => {
      reply.header(name, value);
    });
    reply.status(response.status);
    return reply.send(await response.text());
  };
}

/** Puts the one executor in place of Yoga's own. */
function useExecutor(executor: Executor): Plugin<DoorContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      setExecuteFn(async () => {
        const answer = await executor.execute({
          document: args.document,
          operationName: args.operationName ?? null,
          variables: args.variableValues ?? {},
          context: args.contextValue.operation,
        });
        const status = authenticationStatus(answer);
        return status === null
          ? answer
          : { ...answer, extensions: { ...answer.extensions, http: { status } } };
      });
    },
  };
}
