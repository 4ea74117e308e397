import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { headOf } from '../../execution/http-status.ts';
import { logFailedOperation } from '../../execution/log-failed-operation.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { preferredMediaType } from '../accept.ts';

/** Logs operations that fail before they are executed. The executor logs the others. */
export const failureLogPlugin: ApolloServerPlugin<OperationContext> = {
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

/** Gives responses the same status as the other transports do. */
export const statusPlugin: ApolloServerPlugin<OperationContext> = {
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
 * A client that gets `application/json` takes 400 for a transport error, so GraphQL errors have to be
 * sent with 200. The callback protocol requires 400 for a subscription.
 */
function expects200({ http, extensions }: GraphQLRequest): boolean {
  if (extensions?.['subscription'] !== undefined) return false;
  const types = ['application/json', 'application/graphql-response+json'] as const;
  return preferredMediaType(http?.headers.get('accept'), types) !== types[1];
}
