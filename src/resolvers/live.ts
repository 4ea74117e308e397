import { badUserInput, OddsgraphError } from '../errors.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { LiveFilter } from '../generated/schema-types.ts';
import { type ChunkSource, LiveStream } from '../live/topics/live-stream.ts';
import { oddsProjection } from '../live/topics/odds-projection.ts';
import { opportunityProjection } from '../live/topics/opportunity-projection.ts';
import { RevocableChunks } from '../live/topics/revocable-chunks.ts';
import { refuseRestricted } from '../loaders/restriction.ts';
import type { OperationContext } from './context.ts';
import { checkText } from './lists/arguments.ts';
import { spelled } from './lists/filter-lists.ts';

const CONFLATE_MS_MAX = 60_000;
const CHUNK_SIZE_MAX = 1_000;

export const liveResolvers: Resolvers = {
  Subscription: {
    liveOdds: {
      subscribe: async (_root, args, context) => {
        const filter = spelled('filter.', args.filter ?? {});
        const conflateMs = args.conflateMs ?? 0;
        const chunkSize = args.chunkSize ?? 100;
        checkText('after', args.after);
        checkRange('conflateMs', conflateMs, 0, CONFLATE_MS_MAX);
        checkRange('chunkSize', chunkSize, 1, CHUNK_SIZE_MAX);
        await refuseBooksAboveTier(context, filter);
        const reader = await context.services.live.odds(context.requireCredential(), {
          key: JSON.stringify([filter, conflateMs, chunkSize]),
          filter,
          conflateMs,
          projection: () => oddsProjection(filter, chunkSize),
          resumeCursor: args.after ?? null,
        });
        return new LiveStream('liveOdds', whileTokenIsValid(context, reader), () =>
          context.release(),
        );
      },
    },
    liveOpportunities: {
      subscribe: async (_root, args, context) => {
        const filter = spelled('filter.', args.filter ?? {});
        const spec = {
          kinds: args.kinds ?? [],
          minEvPercent: args.minEvPercent ?? 2,
          minProfitPercent: args.minProfitPercent ?? 0.5,
        };
        await refuseBooksAboveTier(context, filter);
        const reader = await context.services.live.opportunities(context.requireCredential(), {
          key: JSON.stringify([filter, spec]),
          filter,
          conflateMs: 0,
          projection: () => opportunityProjection(filter, spec),
          resumeCursor: null,
        });
        const chunks = whileTokenIsValid(context, reader);
        return new LiveStream('liveOpportunities', chunks, () => context.release());
      },
    },
  },
};

/** A viewer's subscription ends with its token; that of an API key goes on while its account may. */
function whileTokenIsValid<Payload>(
  { viewer, services }: OperationContext,
  chunks: ChunkSource<Payload>,
): ChunkSource<Payload> {
  if (viewer === null || services.viewers === null) return chunks;
  try {
    const end = services.viewers.sessions.open(viewer, (error) => revocable.revoke(error));
    const revocable = new RevocableChunks(chunks, end);
    return revocable;
  } catch (error) {
    chunks.close();
    throw error;
  }
}

/**
 * A stream is opened for all sportsbooks at once: upstream is not told of those that a subscriber
 * names, and says nothing of one above the tier. Where it cannot be asked, the stream will tell.
 */
async function refuseBooksAboveTier(context: OperationContext, filter: LiveFilter): Promise<void> {
  const { sportsbooks } = filter;
  if (!sportsbooks || sportsbooks.length === 0) return;
  try {
    await refuseRestricted(context.scope, sportsbooks);
  } catch (error) {
    if (error instanceof OddsgraphError && error.code === 'TIER_RESTRICTED') throw error;
  }
}

function checkRange(argument: string, value: number, min: number, max: number): void {
  if (value < min || value > max) {
    throw badUserInput(argument, `must be from ${min} to ${max}, and is ${value}`);
  }
}
