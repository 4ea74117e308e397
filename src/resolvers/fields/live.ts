import { LiveStream } from '../../live/topics/live-stream.ts';
import { oddsProjection } from '../../live/topics/odds-projection.ts';
import {
  opportunityCriteria,
  opportunityProjection,
} from '../../live/topics/opportunity-projection.ts';
import type { Subscriber } from '../../live/topics/subscriber.ts';
import type { OperationContext } from '../context.ts';
import type { Resolvers } from '../resolvers.ts';

export const liveResolvers: Resolvers = {
  Subscription: {
    liveOdds: {
      subscribe: async (_root, args, context) => {
        const filter = args.filter ?? {};
        const conflateMs = args.conflateMs ?? 0;
        const chunkSize = args.chunkSize ?? 100;
        const subscriber = await openedFor(context, () =>
          context.services.live.subscribe(context.requireCredential(), 'odds', {
            key: JSON.stringify([filter, conflateMs, chunkSize]), // Subscribers with equal keys share work.
            filter,
            viewer: context.viewer?.id ?? null,
            throttleMs: conflateMs,
            createProjection: () => oddsProjection(filter, chunkSize),
            resumeCursor: args.after ?? null,
          }),
        );
        return new LiveStream('liveOdds', 'odds', subscriber);
      },
    },
    liveOpportunities: {
      subscribe: async (_root, args, context) => {
        const filter = args.filter ?? {};
        const criteria = opportunityCriteria(args);
        const subscriber = await openedFor(context, () =>
          context.services.live.subscribe(context.requireCredential(), 'opportunities', {
            key: JSON.stringify([filter, criteria]),
            filter,
            viewer: context.viewer?.id ?? null,
            throttleMs: 0,
            createProjection: () => opportunityProjection(filter, criteria),
            resumeCursor: null,
          }),
        );
        return new LiveStream('liveOpportunities', 'opportunities', subscriber);
      },
    },
  },
};

/**
 * Opens a subscription. A viewer may have a limited number of them open, and each ends when the viewer's token is no
 * longer valid.
 */
async function openedFor<Value, Payload>(
  context: OperationContext,
  open: () => Promise<Subscriber<Value, Payload>>,
): Promise<Subscriber<Value, Payload>> {
  const { viewer, services } = context;
  if (viewer === null || services.viewers === null) return open();
  let subscriber: Subscriber<Value, Payload> | null = null;
  const end = services.viewers.sessions.open(viewer, (error) => subscriber?.revoke(error));
  try {
    subscriber = await open();
    subscriber.onEnd(end);
    return subscriber;
  } catch (error) {
    end();
    throw error;
  }
}
