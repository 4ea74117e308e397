import type { Connected, SnapshotComplete } from '../../contract/stream.ts';
import type { BoardRow } from '../origin-board.ts';
import { type Frame, frame } from './frame.ts';
import type { StreamTerms } from './stream-access.ts';
import type { StreamRequest } from './stream-request.ts';
import { snapshotFrames } from './topics/odds-frames.ts';
import type { OddsTopic } from './topics/odds-topic.ts';
import type { OpportunityTopic } from './topics/opportunity-topic.ts';

/**
 * What a stream begins with: the state of this moment, encoded as it is read. Prices come as
 * snapshots, one of nothing where the channel has none; then open opportunities as detected; then
 * the snapshot is complete.
 */
export function openingFrames(
  request: StreamRequest,
  terms: StreamTerms,
  odds: OddsTopic | null,
  opportunities: OpportunityTopic | null,
): Iterable<Frame, void> {
  const rows = odds?.rows() ?? [];
  const open = opportunities?.open() ?? [];
  function* frames(): Generator<Frame, void> {
    yield frame('connected', connected(request, terms));
    yield* snapshotFrames(rows, (price) => odds?.write(price) ?? price);
    yield* open;
    yield frame('snapshot:complete', complete(rows));
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

function complete(rows: readonly BoardRow[]): SnapshotComplete {
  const books = new Set(rows.map(({ odds }) => odds.sportsbook));
  return { status: 'ready', books: [...books].sort(), total_odds: rows.length };
}
