import type { Connected, SnapshotComplete } from '../../contract/stream.ts';
import type { BoardRow } from '../origin-board.ts';
import { type Frame, frame } from './frame.ts';
import type { StreamTerms } from './stream-access.ts';
import type { StreamRequest } from './stream-request.ts';
import { snapshotFrames } from './topics/odds-frames.ts';
import type { OddsTopic } from './topics/odds-topic.ts';
import type { OpportunityTopic } from './topics/opportunity-topic.ts';

/** What a stream subscribes to: prices, opportunities or both, as its channel says. */
export interface ChannelTopics {
  readonly odds?: OddsTopic | undefined;
  readonly opportunities?: OpportunityTopic | undefined;
}

/**
 * The first frames of a stream: `connected`, the prices as `snapshot`s (a single empty one if there are no
 * prices), the open opportunities as `<kind>:detected`, and `snapshot:complete`. The prices and
 * opportunities are those at the time of the call; frames are encoded as they are read.
 */
export function initialFrames(
  request: StreamRequest,
  terms: StreamTerms,
  { odds, opportunities }: ChannelTopics,
): Iterable<Frame, void> {
  const rows = odds?.snapshot() ?? [];
  const opportunityFrames = opportunities?.openFrames() ?? [];
  function* frames(): Generator<Frame, void> {
    yield frame('connected', connected(request, terms));
    yield* snapshotFrames(rows, (price) => odds?.payload(price) ?? price);
    yield* opportunityFrames;
    yield frame('snapshot:complete', snapshotComplete(rows));
  }
  return frames();
}

function connected(request: StreamRequest, { trial }: StreamTerms): Connected {
  const { id, channel, filter, reconnected } = request;
  return {
    stream_id: id,
    channel,
    filters: {
      sportsbook: filter.sportsbook ?? null,
      sport: filter.sport ?? null,
      league: filter.league ?? null,
      event: filter.event ?? null,
      market: filter.market ?? null,
    },
    reconnected,
    ...(trial && { trial }),
  };
}

function snapshotComplete(rows: readonly BoardRow[]): SnapshotComplete {
  const books = new Set(rows.map(({ odds }) => odds.sportsbook));
  return { status: 'ready', books: [...books].sort(), total_odds: rows.length };
}
