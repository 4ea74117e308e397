import { OddsgraphError } from '../../errors.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { LiveFilter } from '../../generated/schema-types.ts';
import { RevocableReader } from '../../live/stream/revocable-reader.ts';
import { type ChunkReader, LiveStream } from '../../live/topics/live-stream.ts';
import { oddsProjection } from '../../live/topics/odds-projection.ts';
import {
  opportunityCriteria,
  opportunityProjection,
} from '../../live/topics/opportunity-projection.ts';
import { refuseRestricted } from '../../loaders/restriction.ts';
import { UsageLimitError } from '../../upstream/request-usage.ts';
import type { OperationContext } from '../context.ts';

export const liveResolvers: Resolvers = {
  Subscription: {
    liveOdds: {
      subscribe: async (_root, args, context) => {
        const filter = args.filter ?? {};
        const conflateMs = args.conflateMs ?? 0;
        const chunkSize = args.chunkSize ?? 100;
        await refuseBooksAboveTier(context, filter);
        const subscriber = await context.services.live.odds(context.requireCredential(), {
          key: JSON.stringify([filter, conflateMs, chunkSize]), // Subscribers with equal keys share work.
          filter,
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
        await refuseBooksAboveTier(context, filter);
        const subscriber = await context.services.live.opportunities(context.requireCredential(), {
          key: JSON.stringify([filter, criteria]),
          filter,
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

/**
 * Upstream's streams are opened for all sportsbooks at once, so upstream cannot refuse one that a subscriber
 * names. If the check itself fails, the subscription goes on, and the stream reports the failure.
 */
export async function refuseBooksAboveTier(
  context: OperationContext,
  filter: LiveFilter,
): Promise<void> {
  const { sportsbooks } = filter;
  if (!sportsbooks || sportsbooks.length === 0) return;
  try {
    await refuseRestricted(context.scope, sportsbooks);
  } catch (error) {
    if (error instanceof UsageLimitError) throw error; // A viewer's budget is used up.
    if (error instanceof OddsgraphError && error.code === 'TIER_RESTRICTED') throw error;
  }
}
