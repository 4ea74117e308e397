import type { Odds } from '../../../contract/odds.ts';
import type { DeltaOdds } from '../../../contract/stream.ts';
import type { AppliedChange, BoardRow } from '../../origin-board.ts';

/** A price that moved, and its delta as JSON, encoded once for all who read it. */
export interface Move {
  readonly odds: Odds;
  readonly json: string;
}

/** A change of the board as streams tell of it. */
export interface OddsMoves {
  readonly moved: readonly Move[];
  /** Prices that were not on the board before. */
  readonly offered: readonly BoardRow[];
  readonly withdrawn: readonly BoardRow[];
}

/** What moved in a change. A price that was merely seen again did not. */
export function oddsMoves({ upserts, replaced, removed }: AppliedChange): OddsMoves {
  const moved: Move[] = [];
  const offered: BoardRow[] = [];
  upserts.forEach((row, index) => {
    const before = replaced[index]?.odds;
    if (before === undefined) offered.push(row);
    else if (hasMoved(before, row.odds)) moved.push(moveOf(row.odds));
  });
  return { moved, offered, withdrawn: removed };
}

/** `oddsMoves` for several readers of one board, computed once a change. */
export function sharedOddsMoves(): typeof oddsMoves {
  let last: { readonly change: AppliedChange; readonly moves: OddsMoves } | null = null;
  return (change) => {
    if (last?.change !== change) last = { change, moves: oddsMoves(change) };
    return last.moves;
  };
}

function hasMoved(before: Odds, after: Odds): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.odds_decimal !== after.odds_decimal ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}

function moveOf(odds: Odds): Move {
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
