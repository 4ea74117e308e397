import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import { GRAPHQL_RESPONSE, headOf, JSON_TYPE } from '../../execution/http-status.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import type { Usage } from '../../upstream/request-usage.ts';
import { preferredMediaType } from '../accept.ts';

/** Records why operations fail before they are executed. The executor records the others. */
export const failureRecordPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    let isExecuted = false;
    return {
      async executionDidStart() {
        isExecuted = true;
      },
      async willSendResponse({ operation, response: { body }, contextValue: { record } }) {
        const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
        const isRefused = operation === undefined && !isExecuted;
        if (isRefused && errors) record.fail(errors);
      },
    };
  },
};

/** Gives responses the same status as the other transports do. */
export const statusPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response: { http, body }, source }) {
        if (body.kind !== 'single') return;
        const mediaType = mediaTypeOf(request);
        const { status = 200 } = http;
        const isOperation = source !== undefined && !isCallback(request);
        const proposed = isOperation && mediaType === JSON_TYPE && status === 400 ? 200 : status;
        const head = headOf(body.singleResult, mediaType, proposed);
        http.status = head.status;
        for (const [name, value] of Object.entries(head.headers)) http.headers.set(name, value);
      },
    };
  },
};

/** Results by the usage of their operation: Apollo Server copies contexts, and copies share it. */
const results = new WeakMap<Usage, ResponseParts>();

/** The result of an operation that was executed; undefined for any other. */
export function resultOf({ usage }: OperationContext): ResponseParts | undefined {
  return results.get(usage);
}

/** Remembers results for `resultOf`. */
export const resultPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body }, contextValue: { usage } }) {
        if (body.kind === 'single') results.set(usage, body.singleResult);
      },
    };
  },
};

/** The type by which the status is chosen: the one that Apollo Server sends, unless it is a callback. */
function mediaTypeOf(request: GraphQLRequest): string {
  if (isCallback(request)) return JSON_TYPE;
  const accept = request.http?.headers.get('accept');
  return preferredMediaType(accept, [JSON_TYPE, GRAPHQL_RESPONSE]) ?? JSON_TYPE;
}

/** The callback protocol requires 400 for a subscription that is refused, whatever the type. */
function isCallback({ extensions }: GraphQLRequest): boolean {
  return extensions?.['subscription'] !== undefined;
}
