import { createHash } from 'node:crypto';
import type { OpportunityKind, OpportunityOf } from '../../contract/opportunities.ts';
import type { EventInfo } from '../origin-board.ts';
import type { Bet, Offer } from './valuation/quoted-market.ts';

/** When and about which event an opportunity is told. */
export interface Telling {
  readonly event: EventInfo;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What stays the same for as long as an opportunity is open. */
export interface Standing {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** ISO 8601. */
  readonly detected_at: string;
}

/** An opportunity as the prices of one moment make it. */
export interface Finding<K extends OpportunityKind> {
  readonly bet: Bet;
  /** What tells it apart from others of its kind on the same bet, in words that no price changes. */
  readonly key: string;
  /** The percentage that its kind is ranked by: EV, profit, expected value or hold. */
  readonly percent: number;
  /** Equal to that of the last finding where nothing is new that a client would act on. */
  readonly worth: string;
  /** The prices that it rests on, at least one of each side that it bets. */
  readonly offers: readonly Offer[];
  payload(standing: Standing, telling: Telling): OpportunityOf[K];
}

/** The same for the same bet at any time, on every tier and in every process. */
export function opportunityId(kind: OpportunityKind, bet: Bet, key: string): string {
  const identity = `${kind}|${bet.identity}|${key}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}
