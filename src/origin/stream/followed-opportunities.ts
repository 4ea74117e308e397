import { MAX_HOLD_PERCENT } from '../../contract/limits.ts';
import { chunksOf } from '../../contract/lists/chunks.ts';
import { marketMatcher } from '../../contract/markets.ts';
import { anyIdOf, anyOf, anySportOf } from '../../contract/odds/odds-filter.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../contract/opportunities.ts';
import type { StreamQuery } from '../../contract/routes/stream.ts';
import { STREAM_CHUNK_ITEMS } from '../../contract/stream.ts';
import type {
  Opportunity,
  OpportunityChange,
  OpportunityScanner,
} from '../opportunities/opportunity-scanner.ts';
import { type Frame, frame } from './stream-body.ts';

/**
 * While prices and books stay the same, an opportunity is sent again only when its percentage crosses a
 * multiple of this step. Multiples count from 0, not from the value sent last, so that all streams send at the same time.
 */
const STEP_PERCENT = 0.5;

/** The parts of an opportunity that decide whether it has to be sent again. */
interface Sent {
  readonly revision: string;
  readonly percent: number;
}

/** The opportunities of one tier under one filter, and their changes from now on. */
export class FollowedOpportunities {
  /** Ends the calls of `send`. */
  readonly stop: () => void;
  readonly #scanner: OpportunityScanner;
  readonly #matches: (one: Opportunity) => boolean;
  readonly #state: string | undefined;
  /** The opportunities that the client holds: sent and not expired since, by id. */
  readonly #sent = new Map<string, Sent>();

  constructor(scanner: OpportunityScanner, query: StreamQuery, send: (frame: Frame) => void) {
    this.#scanner = scanner;
    this.#matches = matcher(query);
    this.#state = query.state;
    this.stop = scanner.onChange((change) => {
      for (const frame of this.#frames(change)) send(frame);
    });
  }

  /** All opportunities that are open at the call, in frames that are encoded as they are read. */
  openFrames(): IteratorObject<Frame, undefined> {
    const open = OPPORTUNITY_KINDS.map((kind) => {
      const ofKind = this.#scanner.open(kind).filter(this.#matches);
      return { kind, payloads: this.#payloads(ofKind) };
    });
    return open.values().flatMap(({ kind, payloads }) => detectedFrames(kind, payloads));
  }

  /** Notes that the opportunities are sent, and returns their payloads. */
  #payloads(found: readonly Opportunity[]): object[] {
    for (const { id, revision, percent } of found) this.#sent.set(id, { revision, percent });
    return found.map((one) => this.#scanner.payload(one, this.#state));
  }

  *#frames({ kind, detected, expired, at }: OpportunityChange): Generator<Frame, void> {
    // `detected` includes known opportunities, which may no longer match.
    const { matching = [], others = [] } = Object.groupBy(detected, (one) =>
      this.#matches(one) ? 'matching' : 'others',
    );
    const gone = [...expired, ...others.map(({ id }) => id)];
    yield* expiredFrames(
      kind,
      gone.filter((id) => this.#sent.delete(id)),
      at,
    );
    const changed = matching.filter((one) => {
      const sent = this.#sent.get(one.id);
      return sent === undefined || differs(sent, one);
    });
    yield* detectedFrames(kind, this.#payloads(changed));
  }
}

/** Sportsbooks are not checked: if the filter names some, the search used only their prices in the first place. */
function matcher(filter: StreamQuery) {
  const sport = anySportOf(filter.sport);
  const league = anyOf(filter.league);
  const eventId = anyIdOf(filter.event);
  const market = marketMatcher(filter.market ?? []);
  const meetsThreshold: Readonly<Record<OpportunityKind, (percent: number) => boolean>> = {
    ev: (percent) => percent >= filter.min_ev,
    arb: (percent) => percent >= filter.min_profit,
    middles: () => true,
    low_hold: (percent) => percent <= MAX_HOLD_PERCENT,
  };
  return ({ kind, percent, market: { marketType }, event }: Opportunity) =>
    meetsThreshold[kind](percent) &&
    sport(event.sport) &&
    league(event.league) &&
    eventId(event.id) &&
    market(marketType);
}

function differs(sent: Sent, current: Sent): boolean {
  const step = ({ percent }: Sent) => Math.floor(percent / STEP_PERCENT);
  return sent.revision !== current.revision || step(sent) !== step(current);
}

function* detectedFrames(
  kind: OpportunityKind,
  payloads: readonly object[],
): Generator<Frame, void> {
  for (const chunk of chunksOf(payloads, STREAM_CHUNK_ITEMS))
    yield frame(`${kind}:detected`, chunk);
}

/** The specification of the odds service states a timestamp for two of the kinds only. */
function* expiredFrames(
  kind: OpportunityKind,
  ids: readonly string[],
  at: number,
): Generator<Frame, void> {
  const hasTimestamp = kind === 'ev' || kind === 'arb';
  for (const expired of chunksOf(ids, STREAM_CHUNK_ITEMS)) {
    const timestamp = new Date(at).toISOString();
    yield frame(`${kind}:expired`, { expired, ...(hasTimestamp && { timestamp }) });
  }
}
