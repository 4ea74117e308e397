import type { Clock } from '../../clock.ts';
import { HEARTBEAT_MS } from '../../contract/stream.ts';
import type { Feed } from '../feed.ts';
import type { KeyHolder, KeyStore } from '../key-store.ts';
import type { OpportunityBoards } from '../opportunities/opportunity-boards.ts';
import type { TierViews } from '../tier-views.ts';
import { frame } from './frame.ts';
import { Lanes } from './lane.ts';
import { OddsLane } from './odds-lane.ts';
import { sharedOddsMoves } from './odds-moves.ts';
import { OpenStreams } from './open-streams.ts';
import { OpportunityLane } from './opportunity-lane.ts';
import { hasEnded, type StreamTerms } from './stream-access.ts';
import { StreamBody } from './stream-body.ts';
import { openingFrames } from './stream-opening.ts';
import { STREAM_FILTERS, type StreamFilter, type StreamRequest } from './stream-request.ts';

export interface StreamSources {
  readonly clock: Clock;
  readonly feed: Feed;
  readonly views: TierViews;
  readonly keys: KeyStore;
  readonly opportunities: Pick<OpportunityBoards, 'lend'>;
}

/** Every open stream, and the lanes that feed them. */
export class StreamHub {
  readonly #sources: StreamSources;
  readonly #streams = new OpenStreams();
  readonly #oddsLanes = new Lanes<OddsLane>();
  readonly #opportunityLanes = new Lanes<OpportunityLane>();
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
    const odds = request.channel === 'opportunities' ? null : this.#oddsLane(caller, request);
    const opportunities =
      request.channel === 'odds' ? null : this.#opportunityLane(caller, request);
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

  #oddsLane({ tier }: KeyHolder, request: StreamRequest): OddsLane {
    const { filter, state } = request;
    const view = this.#sources.views.of(tier);
    const key = JSON.stringify([tier, canonical(filter), state]);
    return this.#oddsLanes.at(key, () => new OddsLane(view, request, this.#movesOf));
  }

  #opportunityLane({ tier }: KeyHolder, request: StreamRequest): OpportunityLane {
    const { filter, minEv, minProfit, state } = request;
    const key = JSON.stringify([tier, canonical(filter), minEv, minProfit, state]);
    return this.#opportunityLanes.at(key, () => {
      const { board, release } = this.#sources.opportunities.lend(tier, {
        books: filter.sportsbook,
      });
      const lane = new OpportunityLane(board, request);
      lane.whenEmpty(release);
      return lane;
    });
  }
}

/** A filter in one spelling for all that ask for the same. */
function canonical(filter: StreamFilter): unknown {
  return STREAM_FILTERS.map((name) => [...new Set(filter[name])].sort());
}
