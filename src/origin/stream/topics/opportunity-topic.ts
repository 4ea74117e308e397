import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../../contract/opportunities.ts';
import type {
  OpportunityBoard,
  OpportunityChange,
} from '../../opportunities/opportunity-scanner.ts';
import { chunksOf, type Frame, frame } from '../frame.ts';
import type { StreamRequest } from '../stream-request.ts';
import { type OpportunityMatcher, opportunityMatcher } from './opportunity-filter.ts';
import { opportunityInState } from './opportunity-links.ts';
import { isMaterial, type ToldOpportunity, toldOf } from './sent-opportunity.ts';
import { Topic } from './stream-topic.ts';

/** Where the opportunities of a tier come from. */
export type OpportunitySource = Pick<OpportunityBoard, 'open' | 'onChange'>;

/** The opportunities of one tier under one filter, for all who read them. */
export class OpportunityTopic extends Topic {
  readonly #source: OpportunitySource;
  readonly #matches: OpportunityMatcher;
  readonly #state: string | undefined;
  /** What readers have been told of, and not of its end, by id. */
  readonly #told = new Map<string, ToldOpportunity>();

  constructor(source: OpportunitySource, request: StreamRequest) {
    super();
    this.#source = source;
    this.#matches = opportunityMatcher(request);
    this.#state = request.state;
    this.whenEmpty(source.onChange((change) => this.tell(this.#frames(change))));
  }

  /**
   * Frames of all that is open at this moment, encoded as they are asked for. What happens from now
   * on is told to the readers.
   */
  open(): IteratorObject<Frame, undefined> {
    const open = OPPORTUNITY_KINDS.map((kind) => ({ kind, items: this.#openOf(kind) }));
    return open.values().flatMap(({ kind, items }) => detectedFrames(kind, items));
  }

  #openOf<K extends OpportunityKind>(kind: K): OpportunityOf[K][] {
    const open = this.#passing(kind, [...this.#source.open(kind)]);
    for (const opportunity of open) {
      // What earlier readers were told stays what the next change is measured by.
      const told = this.#told.get(opportunity.id) ?? toldOf(kind, opportunity);
      this.#told.set(opportunity.id, told);
    }
    return open;
  }

  #passing<K extends OpportunityKind>(
    kind: K,
    opportunities: readonly OpportunityOf[K][],
  ): OpportunityOf[K][] {
    return opportunities
      .filter((opportunity) => this.#matches(kind, opportunity))
      .map((opportunity) => opportunityInState(kind, opportunity, this.#state));
  }

  *#frames<K extends OpportunityKind>({
    kind,
    detected,
    expired,
    at,
  }: OpportunityChange<K>): Generator<Frame, void> {
    const passing = this.#passing(kind, detected);
    const kept = new Set(passing.map(({ id }) => id));
    const left = detected.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    const gone = [...expired, ...left].filter((id) => this.#told.delete(id));
    const news = passing.filter((opportunity) => this.#isNews(kind, opportunity));
    for (const opportunity of news) this.#told.set(opportunity.id, toldOf(kind, opportunity));
    yield* expiredFrames(kind, gone, at);
    yield* detectedFrames(kind, news);
  }

  #isNews<K extends OpportunityKind>(kind: K, opportunity: OpportunityOf[K]): boolean {
    const told = this.#told.get(opportunity.id);
    return told === undefined || isMaterial(told, toldOf(kind, opportunity));
  }
}

function* detectedFrames(
  kind: OpportunityKind,
  payloads: readonly object[],
): Generator<Frame, void> {
  for (const chunk of chunksOf(payloads)) yield frame(`${kind}:detected`, chunk);
}

/** The specification gives a time to the ends of two kinds alone. */
function* expiredFrames(
  kind: OpportunityKind,
  ids: readonly string[],
  at: number,
): Generator<Frame, void> {
  const isTimed = kind === 'ev' || kind === 'arb';
  for (const expired of chunksOf(ids)) {
    const timestamp = new Date(at).toISOString();
    yield frame(`${kind}:expired`, { expired, ...(isTimed && { timestamp }) });
  }
}
