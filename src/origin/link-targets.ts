import type { Odds } from '../contract/odds.ts';
import type { Board } from './board.ts';

/**
 * The prices behind odds ids, in the order of the board. Real boards repeat ids, so that an id may
 * have several.
 */
export function linkTargets(board: Board, ids: ReadonlySet<string>): Map<string, Odds[]> {
  const rows = board
    .rows()
    .map((row) => row.odds)
    .filter((odds) => ids.has(odds.id));
  return Map.groupBy(rows, (odds) => odds.id);
}
