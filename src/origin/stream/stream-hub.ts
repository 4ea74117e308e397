import type { StreamQuery } from '../../contract/routes/stream.ts';
import { type Connected, HEARTBEAT_MS, type SnapshotComplete } from '../../contract/stream.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import type { KeyHolder, KeyStore } from '../key-store.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import type { BoardRow } from '../origin-board.ts';
import { echoFilters } from '../requests/page.ts';
import { Refusal } from '../requests/refusal.ts';
import type { TierViews } from '../tier-views.ts';
import { FollowedOpportunities } from './followed-opportunities.ts';
import { FollowedPrices, snapshotFrame } from './followed-prices.ts';
import { type StreamTerms, trialHasEnded } from './stream-access.ts';
import { type Frame, frame, StreamBody } from './stream-body.ts';

/** What a client asks a stream for. */
export interface StreamRequest {
  readonly id: string;
  readonly query: StreamQuery;
  /** Whether the client had a stream before. */
  readonly reconnected: boolean;
}

interface StreamSources {
  readonly clock: Clock;
  readonly feed: PriceFeed;
  readonly views: TierViews;
  readonly keys: KeyStore;
  readonly scanners: Pick<OpportunityScanners, 'acquire'>;
}

/** Opens streams, closes those of revoked keys, and sends problems of the feed to all. */
export class StreamHub {
  readonly #sources: StreamSources;
  /** The open streams, and the keys that opened them. */
  readonly #streams = new Map<StreamBody, KeyHolder>();

  constructor(sources: StreamSources) {
    this.#sources = sources;
    sources.keys.onRevoked = (keyId) => {
      for (const [stream, holder] of this.#streams) if (holder.keyId === keyId) stream.destroy();
    };
    sources.feed.onProblem = (problem) => {
      for (const stream of this.#streams.keys()) stream.send(frame('error', problem));
    };
  }

  /** Opens a stream. Throws if the account already has as many open as its terms allow. */
  open(caller: KeyHolder, terms: StreamTerms, request: StreamRequest): StreamBody {
    this.#assertCapacity(caller, terms.maxStreams);
    const { clock, views, scanners } = this.#sources;
    const { query } = request;
    const send = (frame: Frame) => stream.send(frame);
    const { channel, sportsbook } = query;
    const acquired = channel === 'odds' ? null : scanners.acquire(caller.tier, sportsbook);
    const opportunities = acquired && new FollowedOpportunities(acquired.scanner, query, send);
    const view = channel === 'opportunities' ? null : views.of(caller.tier);
    const prices = view && new FollowedPrices(view, query, send);
    const stream = new StreamBody(initialFrames(request, terms, prices, opportunities), () => {
      heartbeat.cancel();
      this.#streams.delete(stream);
      prices?.stop();
      opportunities?.stop();
      acquired?.release();
    });
    const heartbeat = clock.every(HEARTBEAT_MS, () => {
      if (trialHasEnded(terms, clock.now())) stream.destroy();
      else stream.send(frame('heartbeat', { timestamp: new Date(clock.now()).toISOString() }));
    });
    this.#streams.set(stream, caller);
    return stream;
  }

  #assertCapacity({ accountId }: KeyHolder, max: number): void {
    const open = this.#streams.values().filter((holder) => holder.accountId === accountId);
    if (open.toArray().length < max) return;
    throw new Refusal(
      'stream_limit_exceeded',
      `The account has reached its limit of ${max} open streams.`,
    );
  }
}

/**
 * The first frames of a stream: `connected`, the prices as `snapshot`s (a single empty one if there are no
 * prices), the open opportunities as `<kind>:detected`, and `snapshot:complete`. The prices and
 * opportunities are those at the time of the call; frames are encoded as they are read.
 */
function initialFrames(
  request: StreamRequest,
  terms: StreamTerms,
  prices: FollowedPrices | null,
  opportunities: FollowedOpportunities | null,
): Iterable<Frame, void> {
  const rows = prices?.rows() ?? [];
  const opportunityFrames = opportunities?.openFrames() ?? [];
  function* frames(): Generator<Frame, void> {
    yield frame('connected', connected(request, terms));
    if (rows.length === 0) yield snapshotFrame([], 0, 0);
    yield* prices?.snapshotFrames(rows) ?? [];
    yield* opportunityFrames;
    yield frame('snapshot:complete', snapshotComplete(rows));
  }
  return frames();
}

function connected(request: StreamRequest, { trial }: StreamTerms): Connected {
  const { id, query, reconnected } = request;
  const { channel } = query;
  const filters = echoFilters(query, ['sportsbook', 'sport', 'league', 'event', 'market']);
  return { stream_id: id, channel, filters, reconnected, ...(trial && { trial }) };
}

function snapshotComplete(rows: readonly BoardRow[]): SnapshotComplete {
  const books = new Set(rows.map(({ odds }) => odds.sportsbook));
  return { status: 'ready', books: [...books].sort(), total_odds: rows.length };
}
