import type { Odds } from '../../contract/odds/odds.ts';
import type { DeltaOdds } from '../../contract/stream.ts';
import type { AppliedChange, BoardRow } from '../origin-board.ts';

/** A changed price with its delta as JSON, which is encoded once for all subscribers. */
export interface PriceUpdate {
  readonly odds: Odds;
  readonly json: string;
}

/** What a change of the board means to streams. */
export interface PriceChanges {
  readonly updated: readonly PriceUpdate[];
  /** Prices that were not on the board before. */
  readonly added: readonly BoardRow[];
  readonly removed: readonly BoardRow[];
}

/** Returns a function that computes them once for each change, for several topics of one board. */
export function priceChanges(): (change: AppliedChange) => PriceChanges {
  let last: { readonly change: AppliedChange; readonly changes: PriceChanges } | null = null;
  return (change) => {
    if (last?.change !== change) last = { change, changes: changesIn(change) };
    return last.changes;
  };
}

/** Prices that were only seen again, with the same values, are left out. */
function changesIn({ upserts, replaced, removed }: AppliedChange): PriceChanges {
  const updated: PriceUpdate[] = [];
  const added: BoardRow[] = [];
  for (const [index, row] of upserts.entries()) {
    const before = replaced[index]?.odds;
    if (before === undefined) added.push(row);
    else if (hasChanged(before, row.odds)) updated.push(updateOf(row.odds));
  }
  return { updated, added, removed };
}

function hasChanged(before: Odds, after: Odds): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.odds_decimal !== after.odds_decimal ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}

function updateOf(odds: Odds): PriceUpdate {
  const delta: DeltaOdds = {
    id: odds.id,
    odds_american: odds.odds_american,
    odds_decimal: odds.odds_decimal,
    odds_probability: odds.odds_probability ?? 1 / odds.odds_decimal,
    line: odds.line ?? null,
    is_live: odds.is_live,
    odds_changed_at: odds.odds_changed_at ?? odds.last_seen_at,
  };
  return { odds, json: JSON.stringify(delta) };
}
