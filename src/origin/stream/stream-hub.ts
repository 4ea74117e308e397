import type { Clock } from '../../clock.ts';
import { HEARTBEAT_MS } from '../../contract/stream.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import type { KeyHolder, KeyStore } from '../key-store.ts';
import type { OpportunityBoards } from '../opportunities/opportunity-scanners.ts';
import type { TierViews } from '../tier-views.ts';
import { frame } from './frame.ts';
import { openingFrames } from './initial-frames.ts';
import { hasEnded, type StreamTerms } from './stream-access.ts';
import { StreamBody } from './stream-body.ts';
import { OpenStreams } from './stream-registry.ts';
import { STREAM_FILTERS, type StreamFilter, type StreamRequest } from './stream-request.ts';
import { OddsTopic } from './topics/odds-topic.ts';
import { OpportunityTopic } from './topics/opportunity-topic.ts';
import { sharedOddsMoves } from './topics/price-changes.ts';
import { Topics } from './topics/stream-topic.ts';

export interface StreamSources {
  readonly clock: Clock;
  readonly feed: PriceFeed;
  readonly views: TierViews;
  readonly keys: KeyStore;
  readonly opportunities: Pick<OpportunityBoards, 'lend'>;
}

/** Every open stream, and the topics that feed them. */
export class StreamHub {
  readonly #sources: StreamSources;
  readonly #streams = new OpenStreams();
  readonly #oddsTopics = new Topics<OddsTopic>();
  readonly #opportunityTopics = new Topics<OpportunityTopic>();
  readonly #movesOf = sharedOddsMoves();

  constructor(sources: StreamSources) {
    this.#sources = sources;
    sources.keys.onRevoked((keyId) => this.#streams.close(keyId));
    sources.feed.onProblem?.((problem) => {
      for (const stream of this.#streams) stream.offer(frame('error', problem));
    });
  }

  /** Opens a stream, or refuses it where the account has as many as it may. */
  open(caller: KeyHolder, terms: StreamTerms, request: StreamRequest): StreamBody {
    this.#streams.demandRoom(caller, terms.maxStreams);
    const { clock } = this.#sources;
    const odds = request.channel === 'opportunities' ? null : this.#oddsTopic(caller, request);
    const opportunities =
      request.channel === 'odds' ? null : this.#opportunityTopic(caller, request);
    const opening = openingFrames(request, terms, odds, opportunities);
    const stream = new StreamBody(opening, () => {
      heartbeat.cancel();
      this.#streams.delete(stream);
      odds?.leave(stream);
      opportunities?.leave(stream);
    });
    const heartbeat = clock.every(HEARTBEAT_MS, () => {
      if (hasEnded(terms, clock.now())) stream.destroy();
      else stream.offer(frame('heartbeat', { timestamp: new Date(clock.now()).toISOString() }));
    });
    this.#streams.add(stream, caller);
    odds?.join(stream);
    opportunities?.join(stream);
    return stream;
  }

  #oddsTopic({ tier }: KeyHolder, request: StreamRequest): OddsTopic {
    const { filter, state } = request;
    const view = this.#sources.views.of(tier);
    const key = JSON.stringify([tier, canonical(filter), state]);
    return this.#oddsTopics.at(key, () => new OddsTopic(view, request, this.#movesOf));
  }

  #opportunityTopic({ tier }: KeyHolder, request: StreamRequest): OpportunityTopic {
    const { filter, minEv, minProfit, state } = request;
    const key = JSON.stringify([tier, canonical(filter), minEv, minProfit, state]);
    return this.#opportunityTopics.at(key, () => {
      const { board, release } = this.#sources.opportunities.lend(tier, {
        books: filter.sportsbook,
      });
      const topic = new OpportunityTopic(board, request);
      topic.whenEmpty(release);
      return topic;
    });
  }
}

/** A filter in one spelling for all that ask for the same. */
function canonical(filter: StreamFilter): unknown {
  return STREAM_FILTERS.map((name) => [...new Set(filter[name])].sort());
}
