import type { Odds } from '../../contract/odds.ts';
import type { Board } from '../origin-board.ts';

/** Ids of opportunities. Those of odds are numbers. */
const OPPORTUNITY_ID = /^[0-9a-f]{16}$/;

/**
 * The prices behind ids, in the order of the board: of odds, of which real boards have several with
 * one id, and of opportunities, whose prices `oddsOf` knows.
 */
export function linkTargets(
  board: Board,
  oddsOf: (opportunityId: string) => readonly Odds[],
  ids: ReadonlySet<string>,
): Map<string, readonly Odds[]> {
  const rows = board
    .rows()
    .map((row) => row.odds)
    .filter((odds) => ids.has(odds.id));
  const targets = new Map<string, readonly Odds[]>(Map.groupBy(rows, (odds) => odds.id));
  for (const id of ids) {
    if (OPPORTUNITY_ID.test(id) && !targets.has(id)) targets.set(id, oddsOf(id));
  }
  return targets;
}
