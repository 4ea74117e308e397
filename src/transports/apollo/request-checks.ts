import type { preHandlerAsyncHookHandler } from 'fastify';
import { conditionalSubscriptionIn } from '../../execution/limits/unconditional-subscription.ts';
import { countError } from '../../metrics.ts';
import { requireAccepted } from '../accept.ts';
import { ROUTER_SETUP } from '../callback/callback-endpoint.ts';
import { HttpError } from '../http-error.ts';

/** The media types that Apollo Server sends. The second is for routers (federation gateways) that subscribe. */
const JSON_TYPES = [
  'application/json',
  'application/json;callbackSpec=1.0',
  'application/graphql-response+json',
] as const;

/**
 * Refuses requests that accept no JSON. Apollo Server would execute them first, and its error does not
 * say where clients find event streams.
 */
export const requireJson: preHandlerAsyncHookHandler = async ({ headers: { accept } }) => {
  const message =
    '/subgraph only sends JSON: accept "application/json". ' +
    `Event streams are at /graphql; for a subscription here, ${ROUTER_SETUP}.`;
  requireAccepted(accept, JSON_TYPES, message);
};

/**
 * Refuses a subscription with `@skip` or `@include` at its root, as the GraphQL specification requires. If this
 * were one of the validation rules of Apollo Server, the response would have status 500.
 */
export const refuseConditionalSubscription: preHandlerAsyncHookHandler = async ({ body }) => {
  const refusal = conditionalSubscriptionIn(Object(body).query);
  if (refusal === null) return;
  countError(refusal.extensions);
  throw new HttpError(400, [refusal.toJSON()]);
};
