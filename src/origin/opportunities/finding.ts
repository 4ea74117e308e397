import { createHash } from 'node:crypto';
import type { OpportunityKind, OpportunityOf } from '../../contract/opportunities.ts';
import type { EventInfo } from '../origin-board.ts';
import type { MarketPrice } from './valuation/book-prices.ts';
import type { QuotedMarket } from './valuation/quoted-market.ts';

/** The parts of a payload that depend on when it is made. */
export interface PayloadContext {
  readonly event: EventInfo;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What stays the same while an opportunity is open. */
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
  /** The percentage by which its kind is ranked: EV, profit, expected value or hold. */
  readonly percent: number;
  /** Changes when a price or book does, or the percentage noticeably. */
  readonly revision: string;
  /** The prices that it consists of: at least one for each side to bet on. */
  readonly prices: readonly MarketPrice[];
  payload(identity: OpportunityIdentity, context: PayloadContext): OpportunityOf[K];
}

/** The same for the same market at any time, on every tier and in every process. */
export function opportunityId(kind: OpportunityKind, market: QuotedMarket, key: string): string {
  const identity = `${kind}|${market.identity}|${key}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}
