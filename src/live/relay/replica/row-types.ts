import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Odds } from '../../../contract/odds/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../../../contract/opportunities.ts';
import { StringPool } from '../../board/memory/string-pool.ts';
import { isLaterState } from '../../board/odds-rows.ts';
import { OPPORTUNITY_REMOVALS_MAX } from '../../board/opportunity-board.ts';
import { REMOVALS_MAX } from '../../board/versioned-rows.ts';
import { eventOf, rowIdOf, type WireOpportunity } from '../../board/wire-opportunity.ts';
import type { Decode } from '../step.ts';

/** An opportunity as Redis stores it: its kind, and what upstream sent (`wire`). */
const StoredOpportunity = Type.Union([
  Type.Object({ kind: Type.Literal('ev'), wire: EvOpportunity }),
  Type.Object({ kind: Type.Literal('arb'), wire: ArbitrageOpportunity }),
  Type.Object({ kind: Type.Literal('middles'), wire: MiddleOpportunity }),
  Type.Object({ kind: Type.Literal('low_hold'), wire: LowHoldOpportunity }),
]);

/** Of the prices on all replicated boards. */
const strings = new StringPool();

const isOdds = Compile(Odds);
const isOpportunity = Compile(StoredOpportunity);

/** How the rows of a channel (odds or opportunities) are decoded from Redis and compared. */
export interface RowType<Value> {
  readonly decode: Decode<Value>;
  /**
   * Whether two successive values with the same id on the board are states of the same row. If they aren't,
   * the earlier row was removed.
   */
  readonly isSameRow: (one: Value, other: Value) => boolean;
  readonly eventOf: (value: Value) => string;
  /** How many removed rows a board remembers at most, for subscribers that have not received the removals. */
  readonly removalsMax: number;
}

export const ODDS_ROWS: RowType<Odds> = {
  decode: (json, id) => (isOdds.Check(json) && json.id === id ? strings.shareStrings(json) : null),
  isSameRow: isLaterState,
  eventOf: ({ event_id }) => event_id,
  removalsMax: REMOVALS_MAX,
};

export const OPPORTUNITY_ROWS: RowType<WireOpportunity> = {
  decode: (json, id) => (isOpportunity.Check(json) && rowIdOf(json) === id ? json : null),
  isSameRow: () => true, // Their ids on the board contain all properties that filters test.
  eventOf,
  removalsMax: OPPORTUNITY_REMOVALS_MAX,
};
