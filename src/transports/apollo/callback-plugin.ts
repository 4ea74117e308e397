import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { type FormattedExecutionResult, OperationTypeNode } from 'graphql';
import { formatForResponse } from '../../execution/format-error.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import type { Callbacks } from '../callback/callbacks.ts';

/**
 * Subscriptions over the HTTP callback protocol: a router sends a URL, and events are posted there. Replaces
 * the plugin that comes with Apollo Server, which executes each event once per subscriber, does not format
 * errors, follows redirects and never gives up on a router that does not answer.
 */
export function callbackPlugin(callbacks: Callbacks): ApolloServerPlugin<OperationContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ request, document, operation, contextValue: context }) {
          if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return null;
          context.record.transport = 'callback'; // For the log and the metrics.
          const { operationName = null, variables = {}, extensions } = request;
          try {
            await callbacks.subscribe(extensions?.['subscription'], {
              document,
              operationName,
              variables,
              context,
            });
            return response(200, { data: null });
          } catch (error) {
            const formatted = formatForResponse(error, context.log, context.viewer);
            context.record.addErrors([formatted]);
            return response(400, { errors: [formatted] });
          }
        },
      };
    },
  };
}

function response(status: number, singleResult: FormattedExecutionResult): GraphQLResponse {
  return {
    http: { status, headers: new HeaderMap() },
    body: { kind: 'single', singleResult },
  };
}
