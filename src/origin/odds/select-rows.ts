import { type OddsFilter, oddsMatcher } from '../../contract/odds-filter.ts';
import type { BoardRow } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';

/** The rows of a view that pass a filter. */
export function selectRows(view: TierView, filter: OddsFilter): BoardRow[] {
  const passes = oddsMatcher(filter);
  const selected: BoardRow[] = [];
  for (const rows of candidates(view, filter.event)) {
    for (const row of rows) {
      if (view.sees(row.odds.sportsbook) && passes(row.odds)) selected.push(row);
    }
  }
  return selected;
}

function candidates(view: TierView, eventIds: OddsFilter['event']): Iterable<BoardRow>[] {
  if (!eventIds || eventIds.length === 0) return [view.board.rows()];
  return Array.from(new Set(eventIds), (id) => view.board.rowsOf(id));
}

/** The filters of an answer as `meta.filters` echoes them: null where none was given. */
export function echo(query: object, names: readonly string[]): Record<string, unknown> {
  const given = new Map(Object.entries(query));
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? null]));
}
