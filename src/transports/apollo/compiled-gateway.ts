import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Executor } from '../../execution/executor.ts';
import type { OperationContext } from '../../resolvers/context.ts';

/**
 * Lets Apollo Server run operations on our executor, which compiles documents with graphql-jit. Apollo Server
 * accepts another executor than its own only from a gateway, which provides a schema and executes operations.
 */
export function compiledGateway(
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
          context: context as OperationContext, // The gateway's types do not include ours.
        }),
    }),
    stop: async () => {},
  };
}
