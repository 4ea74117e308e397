import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Executor } from '../../execution/executor.ts';
import { Subscription, subscribe } from '../../execution/subscription.ts';
import { HttpError } from '../http-error.ts';
import { DistinctConnection } from '../sse/distinct-connection.ts';
import { type SseConnections, sendStreamHead } from '../sse/sse-connections.ts';
import type { TransportContext } from '../transport.ts';

/** Open subscriptions. Yoga determines status and headers, but does not see the events. */
const subscriptions = new WeakMap<FastifyRequest, Subscription>();

/** The subscription that a request has opened, if any. */
export function subscriptionOf(request: FastifyRequest): Subscription | undefined {
  return subscriptions.get(request);
}

/** Replaces Yoga's subscriptions, which execute and encode every event for each subscriber. */
export function useSubscriptions(
  schema: GraphQLSchema,
  executor: Executor,
): Plugin<TransportContext> {
  return {
    onSubscribe({ args, setSubscribeFn }) {
      const { operation, req } = args.contextValue;
      setSubscribeFn(async () => {
        const opened = await subscribe(schema, executor, {
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

/** Yoga expects an iterator of events. */
async function* noEvents(): AsyncGenerator<never> {}

/** Streams the events instead of Yoga's body. Throws if the request does not accept an event stream. */
export function openStream(
  reply: FastifyReply,
  subscription: Subscription,
  connections: SseConnections,
): void {
  const type = String(reply.getHeader('content-type'));
  if (!type.startsWith('text/event-stream')) {
    subscription.close();
    reply.removeHeader('content-type').removeHeader('content-length');
    const message =
      'A subscription is answered with an event stream: send "Accept: text/event-stream". ' +
      'The README shows one under "A first subscription".';
    throw HttpError.of(406, 'BAD_USER_INPUT', message);
  }
  reply.request.body = null; // It would stay in memory as long as the stream, with undeclared variables.
  connections.stream(sendStreamHead(reply), new DistinctConnection(subscription));
}
