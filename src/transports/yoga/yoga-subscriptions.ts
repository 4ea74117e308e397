import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import { type Execution, Subscription, subscribe } from '../../execution/subscription.ts';
import { HttpError } from '../http-error.ts';
import { recordOf } from '../request-records.ts';
import { DistinctConnection } from '../sse/distinct-connection.ts';
import { type SseConnections, sendStreamHead } from '../sse/sse-connections.ts';
import type { TransportContext } from '../transport.ts';

/*
 * A subscription is handed over in two steps: `onSubscribe` opens it, remembers it by its request and
 * gives Yoga an empty iterable. Once Yoga has decided status and headers, the transport drops Yoga's
 * body and calls `openStream`, which sends the events.
 */

/** Subscriptions by request. Yoga decides status and headers; the events bypass it (see `openStream`). */
const subscriptions = new WeakMap<FastifyRequest, Subscription>();

/** The subscription that a request has opened, if any. */
export function subscriptionOf(request: FastifyRequest): Subscription | undefined {
  return subscriptions.get(request);
}

/** Replaces Yoga's subscriptions, which execute and encode every event for each subscriber. */
export function useSharedSubscriptions(execution: Execution): Plugin<TransportContext> {
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

/** Sends the event stream in place of Yoga's body. Throws 406 if the request does not accept an event stream. */
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
  // Frees the body, including undeclared variables, which would otherwise live as long as the stream.
  reply.request.body = null;
  recordOf(reply.request).outlivesRequest = true; // Closing the subscription ends its record.
  connections.stream(sendStreamHead(reply), new DistinctConnection(subscription));
}
