import type { Odds } from '../../contract/odds/odds.ts';
import type { Board } from '../origin-board.ts';

/** The format of opportunities' ids. The ids of odds are decimal numbers. */
const OPPORTUNITY_ID = /^[0-9a-f]{16}$/;

/**
 * The prices that ids of odds and opportunities refer to, by id, in the order of the board. In recorded data,
 * several prices can have the same id. `oddsOf` returns the prices of an opportunity.
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
