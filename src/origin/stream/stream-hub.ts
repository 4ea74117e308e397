import { HEARTBEAT_MS } from '../../contract/stream.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import type { KeyHolder, KeyStore } from '../key-store.ts';
import type { OpportunityScanners } from '../opportunities/opportunity-scanners.ts';
import type { TierViews } from '../tier-views.ts';
import { frame } from './frame.ts';
import { type ChannelTopics, initialFrames } from './initial-frames.ts';
import { type StreamTerms, trialHasEnded } from './stream-access.ts';
import { StreamBody } from './stream-body.ts';
import { StreamRegistry } from './stream-registry.ts';
import { STREAM_FILTERS, type StreamFilter, type StreamRequest } from './stream-request.ts';
import { OddsTopic } from './topics/odds-topic.ts';
import { OpportunityTopic } from './topics/opportunity-topic.ts';
import { cachedPriceChanges } from './topics/price-changes.ts';
import { StreamTopics } from './topics/stream-topic.ts';

export interface StreamSources {
  readonly clock: Clock;
  readonly feed: PriceFeed;
  readonly views: TierViews;
  readonly keys: KeyStore;
  readonly opportunities: Pick<OpportunityScanners, 'acquire'>;
}

/** Opens streams. Streams that ask for the same share one topic, which encodes each frame once for all. */
export class StreamHub {
  readonly #sources: StreamSources;
  readonly #streams = new StreamRegistry();
  readonly #oddsTopics = new StreamTopics<OddsTopic>();
  readonly #opportunityTopics = new StreamTopics<OpportunityTopic>();
  readonly #priceChanges = cachedPriceChanges();

  constructor(sources: StreamSources) {
    this.#sources = sources;
    sources.keys.onRevoked((keyId) => this.#streams.closeStreamsOf(keyId));
    sources.feed.onProblem?.((problem) => {
      for (const stream of this.#streams) stream.send(frame('error', problem));
    });
  }

  /** Opens a stream. Throws if the account already has as many open as its terms allow. */
  open(caller: KeyHolder, terms: StreamTerms, request: StreamRequest): StreamBody {
    this.#streams.assertCapacity(caller, terms.maxStreams);
    const { clock } = this.#sources;
    const topics = this.#topicsOf(caller, request);
    const stream = new StreamBody(initialFrames(request, terms, topics), () => {
      heartbeat.cancel();
      this.#streams.delete(stream);
      topics.odds?.leave(stream);
      topics.opportunities?.leave(stream);
    });
    const heartbeat = clock.every(HEARTBEAT_MS, () => {
      if (trialHasEnded(terms, clock.now())) stream.destroy();
      else stream.send(frame('heartbeat', { timestamp: new Date(clock.now()).toISOString() }));
    });
    this.#streams.add(stream, caller);
    topics.odds?.join(stream);
    topics.opportunities?.join(stream);
    return stream;
  }

  #topicsOf(caller: KeyHolder, request: StreamRequest): ChannelTopics {
    const { channel } = request;
    return {
      odds: channel === 'opportunities' ? undefined : this.#oddsTopic(caller, request),
      opportunities: channel === 'odds' ? undefined : this.#opportunityTopic(caller, request),
    };
  }

  #oddsTopic({ tier }: KeyHolder, request: StreamRequest): OddsTopic {
    const { filter, state } = request;
    const view = this.#sources.views.of(tier);
    const key = JSON.stringify([tier, canonical(filter), state]);
    return this.#oddsTopics.at(key, () => new OddsTopic(view, request, this.#priceChanges));
  }

  #opportunityTopic({ tier }: KeyHolder, request: StreamRequest): OpportunityTopic {
    const { filter, minEv, minProfit, state } = request;
    const key = JSON.stringify([tier, canonical(filter), minEv, minProfit, state]);
    return this.#opportunityTopics.at(key, () => {
      const { scanner, release } = this.#sources.opportunities.acquire(tier, {
        books: filter.sportsbook,
      });
      const topic = new OpportunityTopic(scanner, request);
      topic.onEmpty(release);
      return topic;
    });
  }
}

/** A value that is equal for filters that accept the same, whatever the order of their lists. */
function canonical(filter: StreamFilter): unknown {
  return STREAM_FILTERS.map((name) => [...new Set(filter[name])].sort());
}
