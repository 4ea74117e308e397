import { createHash } from 'node:crypto';
import type { OpportunityKind, OpportunityOf } from '../../contract/opportunities.ts';
import type { EventInfo } from '../origin-board.ts';
import type { MarketPrice } from './valuation/book-prices.ts';
import type { QuotedMarket } from './valuation/quoted-market.ts';

/** What a payload depends on besides the finding: the current state of the event, the time, and who asks. */
export interface PayloadContext {
  readonly event: EventInfo;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** The US state for deep links to sportsbooks. */
  readonly state: string | undefined;
}

/** What stays the same while an opportunity exists. */
export interface OpportunityIdentity {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** ISO 8601. */
  readonly detected_at: string;
}

/** An opportunity that was found in the current prices. */
export interface Finding<K extends OpportunityKind> {
  readonly market: QuotedMarket;
  /** Tells it apart from others of its kind in the market; does not depend on prices. */
  readonly key: string;
  /**
   * What its kind is ranked by, in percent: the expected value of an EV bet or a middle, the profit of an arb, or
   * the hold.
   */
  readonly percent: number;
  /** Changes when a price or its book changes, or when fair probabilities come or go. */
  readonly revision: string;
  /** The prices that it consists of: at least one for each side to bet on. */
  readonly prices: readonly MarketPrice[];
  payload(identity: OpportunityIdentity, context: PayloadContext): OpportunityOf[K];
}

/** The same for the same market and key at any time, on every tier and in every process. */
export function opportunityId(kind: OpportunityKind, market: QuotedMarket, key: string): string {
  const identity = `${kind}|${market.identity}|${key}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}
