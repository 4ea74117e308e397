import { type OddsFilter, oddsMatcher } from '../../contract/odds/odds-filter.ts';
import type { BoardRow } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';

/** The prices that callers of a tier may see and that a filter accepts. */
export function selectRows(view: TierView, filter: OddsFilter): BoardRow[] {
  const matches = oddsMatcher(filter);
  const selected: BoardRow[] = [];
  for (const rows of candidates(view, filter.event)) {
    for (const row of rows) {
      if (view.sees(row.odds.sportsbook) && matches(row.odds)) selected.push(row);
    }
  }
  return selected;
}

/** The rows of the named events, or all rows if no event is named. */
function candidates(view: TierView, eventIds: OddsFilter['event']): Iterable<BoardRow>[] {
  if (!eventIds || eventIds.length === 0) return [view.board.rows()];
  return Array.from(new Set(eventIds), (id) => view.board.rowsOf(id));
}
