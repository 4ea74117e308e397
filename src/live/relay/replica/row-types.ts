import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Odds } from '../../../contract/odds/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../../../contract/opportunities.ts';
import { isSamePrice } from '../../board/odds-rows.ts';
import { OPPORTUNITY_REMOVALS_MAX } from '../../board/opportunity-board.ts';
import { REMOVALS_MAX } from '../../board/versioned-board.ts';
import type { WireOpportunity } from '../../board/wire-opportunity.ts';
import type { Decode } from '../step.ts';

const StoredOpportunity = Type.Union([
  Type.Object({ kind: Type.Literal('ev'), wire: EvOpportunity }),
  Type.Object({ kind: Type.Literal('arb'), wire: ArbitrageOpportunity }),
  Type.Object({ kind: Type.Literal('middles'), wire: MiddleOpportunity }),
  Type.Object({ kind: Type.Literal('low_hold'), wire: LowHoldOpportunity }),
]);

const isOdds = Compile(Odds);
const isOpportunity = Compile(StoredOpportunity);

/** How the rows of a channel are read from Redis and compared. */
export interface RowType<Value> {
  readonly decode: Decode<Value>;
  /**
   * Whether two values that had the same id, one after the other, are states of the same item. If
   * they aren't, the earlier item was removed.
   */
  readonly isSameItem: (one: Value, other: Value) => boolean;
  /** How many removals a board remembers. */
  readonly removalsMax: number;
}

export const ODDS_ROWS: RowType<Odds> = {
  decode: (json) => (isOdds.Check(json) ? json : null),
  isSameItem: isSamePrice,
  removalsMax: REMOVALS_MAX,
};

export const OPPORTUNITY_ROWS: RowType<WireOpportunity> = {
  decode: (json) => (isOpportunity.Check(json) ? json : null),
  isSameItem: () => true, // Their ids contain all that filters look at.
  removalsMax: OPPORTUNITY_REMOVALS_MAX,
};
