import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../../contract/opportunities.ts';
import type {
  OpportunityChange,
  OpportunityScanner,
} from '../../opportunities/opportunity-scanner.ts';
import { chunksOf, type Frame, frame } from '../frame.ts';
import type { StreamRequest } from '../stream-request.ts';
import { type OpportunityMatcher, opportunityMatcher } from './opportunity-filter.ts';
import { withLinksForState } from './opportunity-links.ts';
import { differsMaterially, type SentOpportunity, sentOpportunity } from './sent-opportunity.ts';
import { StreamTopic } from './stream-topic.ts';

export type OpportunitySource = Pick<OpportunityScanner, 'payloads' | 'onChange'>;

/** The opportunities of one tier under one filter. */
export class OpportunityTopic extends StreamTopic {
  readonly #source: OpportunitySource;
  readonly #matches: OpportunityMatcher;
  readonly #state: string | undefined;
  /** The opportunities that subscribers hold: sent and not expired since, by id. */
  readonly #sent = new Map<string, SentOpportunity>();

  constructor(source: OpportunitySource, request: StreamRequest) {
    super();
    this.#source = source;
    this.#matches = opportunityMatcher(request);
    this.#state = request.state;
    this.onEmpty(source.onChange((change) => this.publish(this.#frames(change))));
  }

  /** All opportunities that are open at the call, in frames that are encoded as they are read. */
  openFrames(): IteratorObject<Frame, undefined> {
    const open = OPPORTUNITY_KINDS.map((kind) => ({ kind, payloads: this.#openOf(kind) }));
    return open.values().flatMap(({ kind, payloads }) => detectedFrames(kind, payloads));
  }

  #openOf<K extends OpportunityKind>(kind: K): OpportunityOf[K][] {
    const open = this.#matching(kind, [...this.#source.payloads(kind)]);
    for (const opportunity of open) {
      // For one that earlier subscribers hold, changes are still compared with what they were sent.
      if (!this.#sent.has(opportunity.id)) this.#remember(kind, opportunity);
    }
    return open;
  }

  #matching<K extends OpportunityKind>(
    kind: K,
    opportunities: readonly OpportunityOf[K][],
  ): OpportunityOf[K][] {
    return opportunities
      .filter((opportunity) => this.#matches(kind, opportunity))
      .map((opportunity) => withLinksForState(kind, opportunity, this.#state));
  }

  *#frames<K extends OpportunityKind>(change: OpportunityChange<K>): Generator<Frame, void> {
    const { kind, detected, at } = change;
    // `detected` includes known opportunities that changed; they may no longer match.
    const matching = this.#matching(kind, detected);
    const matchingIds = new Set(matching.map(({ id }) => id));
    const noLongerMatching = detected.map(({ id }) => id).filter((id) => !matchingIds.has(id));
    const expired = [...change.expired, ...noLongerMatching].filter((id) => this.#sent.delete(id));
    const changed = matching.filter((opportunity) => this.#hasToBeSent(kind, opportunity));
    for (const opportunity of changed) this.#remember(kind, opportunity);
    yield* expiredFrames(kind, expired, at);
    yield* detectedFrames(kind, changed);
  }

  #remember<K extends OpportunityKind>(kind: K, opportunity: OpportunityOf[K]): void {
    this.#sent.set(opportunity.id, sentOpportunity(kind, opportunity));
  }

  #hasToBeSent<K extends OpportunityKind>(kind: K, opportunity: OpportunityOf[K]): boolean {
    const sent = this.#sent.get(opportunity.id);
    return sent === undefined || differsMaterially(sent, sentOpportunity(kind, opportunity));
  }
}

function* detectedFrames(
  kind: OpportunityKind,
  payloads: readonly object[],
): Generator<Frame, void> {
  for (const chunk of chunksOf(payloads)) yield frame(`${kind}:detected`, chunk);
}

/** The specification of the odds service has a timestamp for two of the kinds only. */
function* expiredFrames(
  kind: OpportunityKind,
  ids: readonly string[],
  at: number,
): Generator<Frame, void> {
  const hasTimestamp = kind === 'ev' || kind === 'arb';
  for (const expired of chunksOf(ids)) {
    const timestamp = new Date(at).toISOString();
    yield frame(`${kind}:expired`, { expired, ...(hasTimestamp && { timestamp }) });
  }
}
