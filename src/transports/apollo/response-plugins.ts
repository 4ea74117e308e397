import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import { GRAPHQL_RESPONSE, JSON_TYPE, statusAndHeadersOf } from '../../execution/http-status.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import type { Usage } from '../../upstream/request-usage.ts';
import { preferredMediaType } from '../accept.ts';

/**
 * Adds the errors of operations that fail before execution to their records, for log and metrics. The executor
 * adds later errors.
 */
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
        if (isRefused && errors) record.addErrors(errors);
      },
    };
  },
};

/** Sets the HTTP status by the same rules as the other transports. */
export const statusPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response: { http, body }, source }) {
        if (body.kind !== 'single') return;
        const mediaType = mediaTypeOf(request);
        const { status = 200 } = http;
        // As `application/json`, a refused document (`source`) has status 200. A request without a document keeps
        // its status, and so does a subscription over the HTTP callback protocol, which requires 400.
        const mayBe200 = source !== undefined && !isCallback(request);
        const proposed = mayBe200 && mediaType === JSON_TYPE && status === 400 ? 200 : status;
        const head = statusAndHeadersOf(body.singleResult, mediaType, proposed);
        http.status = head.status;
        for (const [name, value] of Object.entries(head.headers)) http.headers.set(name, value);
      },
    };
  },
};

/**
 * Results by the `usage` of their context (which counts upstream requests): Apollo Server copies contexts, but
 * the copies share `usage`.
 */
const results = new WeakMap<Usage, ResponseParts>();

/** The result that Apollo Server has produced for an operation; undefined if it has not produced one. */
export function resultFor({ usage }: OperationContext): ResponseParts | undefined {
  return results.get(usage);
}

/** Stores results for `resultFor`. */
export const resultPlugin: ApolloServerPlugin<OperationContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body }, contextValue: { usage } }) {
        if (body.kind === 'single') results.set(usage, body.singleResult);
      },
    };
  },
};

/** The media type that the status depends on: that of the response, or JSON in the HTTP callback protocol. */
function mediaTypeOf(request: GraphQLRequest): string {
  if (isCallback(request)) return JSON_TYPE;
  const accept = request.http?.headers.get('accept');
  return preferredMediaType(accept, [JSON_TYPE, GRAPHQL_RESPONSE]) ?? JSON_TYPE;
}

/** Whether a router (a federation gateway) subscribes by the HTTP callback protocol. */
function isCallback({ extensions }: GraphQLRequest): boolean {
  return extensions?.['subscription'] !== undefined;
}
