import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import {
  type ExecutionDependencies,
  Subscription,
  subscribe,
} from '../../execution/subscription.ts';
import { HttpError } from '../http-error.ts';
import { operationRecordOf } from '../request-records.ts';
import { DistinctConnection } from '../sse/distinct-connection.ts';
import { type SseConnections, sendStreamHead } from '../sse/sse-connections.ts';
import type { YogaContext } from '../transport.ts';

/*
 * Yoga starts a subscription, but its events bypass Yoga. This takes two steps: `onSubscribe` opens the
 * subscription, stores it by its request and gives Yoga an empty iterable. Once Yoga has decided status and
 * headers, `yogaTransport` discards Yoga's body and calls `openStream`, which sends the events.
 */

/** Subscriptions that have been opened, by request. */
const subscriptions = new WeakMap<FastifyRequest, Subscription>();

/** The subscription that a request has opened, if any. */
export function subscriptionOf(request: FastifyRequest): Subscription | undefined {
  return subscriptions.get(request);
}

/**
 * A plugin that replaces Yoga's subscriptions, which execute and encode every event for each subscriber: ours
 * do so once for all subscribers with equal operations.
 */
export function useSharedSubscriptions(execution: ExecutionDependencies): Plugin<YogaContext> {
  return {
    onSubscribe({ args, setSubscribeFn }) {
      const { operation, req } = args.contextValue;
      setSubscribeFn(async () => {
        const opened = await subscribe(execution, {
          document: args.document,
          operationName: args.operationName ?? null,
          variables: args.variableValues ?? {},
          context: operation,
        });
        if (!(opened instanceof Subscription)) return opened;
        subscriptions.set(req, opened);
        return noEvents();
      });
    },
  };
}

/** Yoga requires an async iterable; this one is empty because events bypass Yoga. */
async function* noEvents(): AsyncGenerator<never> {}

/**
 * Sends an event stream (GraphQL over SSE, distinct connections mode) in place of Yoga's body. Throws 406 if
 * the client does not accept event streams.
 */
export function openStream(
  reply: FastifyReply,
  subscription: Subscription,
  connections: SseConnections,
): void {
  const type = String(reply.getHeader('content-type'));
  if (!type.startsWith('text/event-stream')) {
    subscription.discard();
    reply.removeHeader('content-type').removeHeader('content-length');
    const message =
      'Subscriptions are delivered as an event stream: send "Accept: text/event-stream".';
    throw HttpError.of(406, 'BAD_USER_INPUT', message);
  }
  // Frees the request's body, which would otherwise stay in memory as long as the stream is open.
  reply.request.body = null;
  operationRecordOf(reply.request).outlivesRequest = true; // The operation is logged when the subscription is closed.
  connections.stream(sendStreamHead(reply), new DistinctConnection(subscription));
}
