import { MAX_HOLD_PERCENT } from '../../contract/limits.ts';
import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../contract/opportunities.ts';
import type {
  OpportunityChange,
  OpportunityOnEvent,
  OpportunityScanner,
} from '../opportunities/opportunity-scanner.ts';
import { chunksOf, type Frame, frame, type StreamRequest, StreamTopic } from './stream-topic.ts';

/**
 * While prices and books stay the same, an opportunity is sent again only when its percentage crosses a
 * multiple of this step. Multiples count from 0, not from the value sent last, so that streams with different
 * thresholds send at the same time.
 */
const STEP_PERCENT = 0.5;

/** The parts of an opportunity that decide whether it has to be sent again. */
interface Sent {
  readonly revision: string;
  readonly percent: number;
}

/** The opportunities of one tier under one filter. */
export class OpportunityTopic extends StreamTopic {
  readonly #scanner: OpportunityScanner;
  readonly #matches: (kind: OpportunityKind, one: OpportunityOnEvent<OpportunityKind>) => boolean;
  readonly #state: string | undefined;
  /** The opportunities that subscribers hold: sent and not expired since, by id. */
  readonly #sent = new Map<string, Sent>();

  constructor(scanner: OpportunityScanner, request: StreamRequest) {
    super();
    this.#scanner = scanner;
    this.#matches = matcher(request);
    this.#state = request.state;
    this.onEmpty(scanner.onChange((change) => this.publish(this.#frames(change))));
  }

  /** All opportunities that are open at the call, in frames that are encoded as they are read. */
  openFrames(): IteratorObject<Frame, undefined> {
    const open = OPPORTUNITY_KINDS.map((kind) => ({ kind, payloads: this.#openOf(kind) }));
    return open.values().flatMap(({ kind, payloads }) => detectedFrames(kind, payloads));
  }

  #openOf<K extends OpportunityKind>(kind: K): object[] {
    const open = [...this.#scanner.open(kind)].filter((one) => this.#matches(kind, one));
    for (const { opportunity } of open) {
      // For one that earlier subscribers hold, changes are still compared with what they were sent.
      if (!this.#sent.has(opportunity.id)) this.#sent.set(opportunity.id, opportunity.finding);
    }
    return this.#payloads(open);
  }

  #payloads<K extends OpportunityKind>(found: readonly OpportunityOnEvent<K>[]): object[] {
    return found.map((one) => this.#scanner.payload(one, this.#state));
  }

  *#frames<K extends OpportunityKind>(change: OpportunityChange<K>): Generator<Frame, void> {
    const { kind, detected, at } = change;
    // `detected` includes known opportunities that changed; they may no longer match.
    const { matching = [], others = [] } = Object.groupBy(detected, (one) =>
      this.#matches(kind, one) ? 'matching' : 'others',
    );
    const noLongerMatching = others.map(({ opportunity }) => opportunity.id);
    const expired = [...change.expired, ...noLongerMatching].filter((id) => this.#sent.delete(id));
    const changed = matching.filter(({ opportunity: { id, finding } }) => {
      const sent = this.#sent.get(id);
      return sent === undefined || differs(sent, finding);
    });
    for (const { opportunity } of changed) this.#sent.set(opportunity.id, opportunity.finding);
    yield* expiredFrames(kind, expired, at);
    yield* detectedFrames(kind, this.#payloads(changed));
  }
}

/** Sportsbooks are not checked: if the filter names some, the search used only their prices in the first place. */
function matcher({ filter, minEv, minProfit }: StreamRequest) {
  const sport = anySportOf(filter.sport);
  const league = anyOf(filter.league);
  const eventId = anyIdOf(filter.event);
  const market = marketMatcher(filter.market ?? []);
  const meetsThreshold: Readonly<Record<OpportunityKind, (percent: number) => boolean>> = {
    ev: (percent) => percent >= minEv,
    arb: (percent) => percent >= minProfit,
    middles: () => true,
    low_hold: (percent) => percent <= MAX_HOLD_PERCENT,
  };
  return (kind: OpportunityKind, { opportunity, event }: OpportunityOnEvent<OpportunityKind>) =>
    meetsThreshold[kind](opportunity.finding.percent) &&
    sport(event.sport) &&
    league(event.league) &&
    eventId(event.id) &&
    market(opportunity.finding.market.marketType);
}

function differs(sent: Sent, current: Sent): boolean {
  const step = ({ percent }: Sent) => Math.floor(percent / STEP_PERCENT);
  return sent.revision !== current.revision || step(sent) !== step(current);
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
