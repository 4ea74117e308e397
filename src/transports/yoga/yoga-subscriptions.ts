import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Executor } from '../../execution/executor.ts';
import { Subscription, subscribe } from '../../execution/subscription.ts';
import { HttpError } from '../http-error.ts';
import { DistinctConnection } from '../sse/distinct-connection.ts';
import { type SseConnections, sendStreamHead } from '../sse/sse-connections.ts';
import type { TransportContext } from '../transport.ts';

/** Subscriptions that were opened. Yoga decides on status and headers, and never sees the events. */
const subscriptions = new WeakMap<FastifyRequest, Subscription>();

/** The subscription that a request has opened, if it has. */
export function subscriptionOf(request: FastifyRequest): Subscription | undefined {
  return subscriptions.get(request);
}

/** Opens subscriptions in place of Yoga's own way, which executes and encodes for each subscriber. */
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
        return silence();
      });
    },
  };
}

/** Stands for the events where Yoga wants to see some. */
async function* silence(): AsyncGenerator<never> {}

/** Streams the events in place of Yoga's body. Throws where the request accepts no event stream. */
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
  reply.request.body = null; // It lives as long as the stream, and may hold what was not declared.
  connections.stream(sendStreamHead(reply), new DistinctConnection(subscription));
}
