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
        const subscriber = await context.services.live.odds(context.requireCredential(), {
          key: JSON.stringify([filter, conflateMs, chunkSize]), // Subscribers with equal keys share work.
          filter,
          viewer: context.viewer?.id ?? null,
          throttleMs: conflateMs,
          createProjection: () => oddsProjection(filter, chunkSize),
          resumeCursor: args.after ?? null,
        });
        endWithToken(context, subscriber);
        return new LiveStream('liveOdds', 'odds', subscriber);
      },
    },
    liveOpportunities: {
      subscribe: async (_root, args, context) => {
        const filter = args.filter ?? {};
        const criteria = opportunityCriteria(args);
        const subscriber = await context.services.live.opportunities(context.requireCredential(), {
          key: JSON.stringify([filter, criteria]),
          filter,
          viewer: context.viewer?.id ?? null,
          throttleMs: 0,
          createProjection: () => opportunityProjection(filter, criteria),
          resumeCursor: null,
        });
        endWithToken(context, subscriber);
        return new LiveStream('liveOpportunities', 'opportunities', subscriber);
      },
    },
  },
};

/** Ends the subscription of a viewer (one of the operator's own users) when the viewer's token is no longer valid. */
function endWithToken(
  { viewer, services }: OperationContext,
  subscriber: Pick<Subscriber<unknown, unknown>, 'onEnd' | 'revoke' | 'close'>,
): void {
  if (viewer === null || services.viewers === null) return;
  try {
    subscriber.onEnd(services.viewers.sessions.open(viewer, (error) => subscriber.revoke(error)));
  } catch (error) {
    subscriber.close();
    throw error;
  }
}
