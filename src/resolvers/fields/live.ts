import { RevocableReader } from '../../live/stream/revocable-reader.ts';
import { type ChunkReader, LiveStream } from '../../live/topics/live-stream.ts';
import { oddsProjection } from '../../live/topics/odds-projection.ts';
import {
  opportunityCriteria,
  opportunityProjection,
} from '../../live/topics/opportunity-projection.ts';
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
        const reader = whileTokenIsValid(context, subscriber);
        // Only for iterators: before each event, the context forgets what it loaded for the previous one.
        return new LiveStream('liveOdds', 'odds', reader, () => context.release());
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
        const reader = whileTokenIsValid(context, subscriber);
        return new LiveStream('liveOpportunities', 'opportunities', reader, () =>
          context.release(),
        );
      },
    },
  },
};

/** Ends the subscription of a viewer (one of the operator's own users) when the viewer's token is no longer valid. */
function whileTokenIsValid<Payload>(
  { viewer, services }: OperationContext,
  reader: ChunkReader<Payload>,
): ChunkReader<Payload> {
  if (viewer === null || services.viewers === null) return reader;
  try {
    const onClose = services.viewers.sessions.open(viewer, (error) => revocable.revoke(error));
    const revocable = new RevocableReader(reader, onClose);
    return revocable;
  } catch (error) {
    reader.close();
    throw error;
  }
}
