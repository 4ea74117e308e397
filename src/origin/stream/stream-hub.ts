import { type Connected, HEARTBEAT_MS, type SnapshotComplete } from '../../contract/stream.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import type { KeyHolder, KeyStore } from '../key-store.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import type { BoardRow } from '../origin-board.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { TierViews } from '../tier-views.ts';
import { OddsTopic, priceChanges, snapshotFrame } from './odds-topic.ts';
import { OpportunityTopic } from './opportunity-topic.ts';
import { type StreamTerms, trialHasEnded } from './stream-access.ts';
import { StreamBody } from './stream-body.ts';
import {
  type Frame,
  frame,
  STREAM_FILTERS,
  type StreamFilter,
  type StreamRequest,
  topicsByKey,
} from './stream-topic.ts';

export interface StreamSources {
  readonly clock: Clock;
  readonly feed: PriceFeed;
  readonly views: TierViews;
  readonly keys: KeyStore;
  readonly opportunities: Pick<OpportunityScanners, 'acquire'>;
}

/** What a stream subscribes to: prices, opportunities or both, as its channel says. */
interface ChannelTopics {
  readonly odds?: OddsTopic | undefined;
  readonly opportunities?: OpportunityTopic | undefined;
}

/** Opens streams. Streams that ask for the same share one topic, which encodes each frame once for all. */
export class StreamHub {
  readonly #sources: StreamSources;
  /** The open streams, and the keys that opened them. */
  readonly #streams = new Map<StreamBody, KeyHolder>();
  readonly #oddsTopic = topicsByKey<OddsTopic>();
  readonly #opportunityTopic = topicsByKey<OpportunityTopic>();
  readonly #changesOf = priceChanges();

  constructor(sources: StreamSources) {
    this.#sources = sources;
    sources.keys.onRevoked((keyId) => {
      for (const [stream, holder] of this.#streams) if (holder.keyId === keyId) stream.destroy();
    });
    sources.feed.onProblem?.((problem) => {
      for (const stream of this.#streams.keys()) stream.send(frame('error', problem));
    });
  }

  /** Opens a stream. Throws if the account already has as many open as its terms allow. */
  open(caller: KeyHolder, terms: StreamTerms, request: StreamRequest): StreamBody {
    this.#assertCapacity(caller, terms.maxStreams);
    const { clock } = this.#sources;
    const topics = this.#topicsOf(caller, request);
    const { odds, opportunities } = topics;
    const stream = new StreamBody(initialFrames(request, terms, topics), () => {
      heartbeat.cancel();
      this.#streams.delete(stream);
      odds?.leave(stream);
      opportunities?.leave(stream);
    });
    const heartbeat = clock.every(HEARTBEAT_MS, () => {
      if (trialHasEnded(terms, clock.now())) stream.destroy();
      else stream.send(frame('heartbeat', { timestamp: new Date(clock.now()).toISOString() }));
    });
    this.#streams.set(stream, caller);
    odds?.join(stream);
    opportunities?.join(stream);
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

  #topicsOf({ tier }: KeyHolder, request: StreamRequest): ChannelTopics {
    const { channel, filter, minEv, minProfit, state } = request;
    const { views, opportunities: scanners } = this.#sources;
    const key = JSON.stringify([tier, canonical(filter), state]);
    return {
      ...(channel !== 'opportunities' && {
        odds: this.#oddsTopic(key, () => new OddsTopic(views.of(tier), request, this.#changesOf)),
      }),
      ...(channel !== 'odds' && {
        opportunities: this.#opportunityTopic(`${key} ${minEv} ${minProfit}`, () => {
          const { scanner, release } = scanners.acquire(tier, { books: filter.sportsbook });
          const topic = new OpportunityTopic(scanner, request);
          topic.onEmpty(release);
          return topic;
        }),
      }),
    };
  }
}

/** A value that is equal for filters that accept the same, whatever the order of their lists. */
function canonical(filter: StreamFilter): unknown {
  return STREAM_FILTERS.map((name) => [...new Set(filter[name])].sort());
}

/**
 * The first frames of a stream: `connected`, the prices as `snapshot`s (a single empty one if there are no
 * prices), the open opportunities as `<kind>:detected`, and `snapshot:complete`. The prices and
 * opportunities are those at the time of the call; frames are encoded as they are read.
 */
function initialFrames(
  request: StreamRequest,
  terms: StreamTerms,
  { odds, opportunities }: ChannelTopics,
): Iterable<Frame, void> {
  const rows = odds?.rows() ?? [];
  const opportunityFrames = opportunities?.openFrames() ?? [];
  function* frames(): Generator<Frame, void> {
    yield frame('connected', connected(request, terms));
    if (rows.length === 0) yield snapshotFrame([], 0, 0);
    yield* odds?.snapshotFrames(rows) ?? [];
    yield* opportunityFrames;
    yield frame('snapshot:complete', snapshotComplete(rows));
  }
  return frames();
}

function connected(request: StreamRequest, { trial }: StreamTerms): Connected {
  const { id, channel, filter, reconnected } = request;
  const { sportsbook = null, sport = null, league = null, event = null, market = null } = filter;
  const filters = { sportsbook, sport, league, event, market };
  return { stream_id: id, channel, filters, reconnected, ...(trial && { trial }) };
}

function snapshotComplete(rows: readonly BoardRow[]): SnapshotComplete {
  const books = new Set(rows.map(({ odds }) => odds.sportsbook));
  return { status: 'ready', books: [...books].sort(), total_odds: rows.length };
}
