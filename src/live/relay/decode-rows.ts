import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Odds } from '../../contract/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../../contract/opportunities.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';

const StoredOpportunity = Type.Union([
  Type.Object({ kind: Type.Literal('ev'), wire: EvOpportunity }),
  Type.Object({ kind: Type.Literal('arb'), wire: ArbitrageOpportunity }),
  Type.Object({ kind: Type.Literal('middles'), wire: MiddleOpportunity }),
  Type.Object({ kind: Type.Literal('low_hold'), wire: LowHoldOpportunity }),
]);

const isOdds = Compile(Odds);
const isOpportunity = Compile(StoredOpportunity);

/** A price as the leader has stored it; null if it is none of this version's contract. */
export function decodeOdds(json: unknown): Odds | null {
  return isOdds.Check(json) ? json : null;
}

/** An opportunity as the leader has stored it; null if it is none of this version's contract. */
export function decodeOpportunity(json: unknown): WireOpportunity | null {
  return isOpportunity.Check(json) ? json : null;
}
