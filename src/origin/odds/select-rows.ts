import type { Odds, OddsSort } from '../../contract/odds/odds.ts';
import { type OddsFilter, oddsMatcher } from '../../contract/odds/odds-filter.ts';
import { type SortValue, sortComparer, sortValue } from '../../contract/odds/odds-order.ts';
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

/**
 * The position of a row in a sorted list. `value` is what rows are sorted by; none without a `sort` parameter.
 * `ref` identifies the row and decides between equal values.
 */
export interface Position {
  readonly value?: SortValue;
  readonly ref: number;
}

/** A row with its position. */
export interface PlacedRow extends Position {
  readonly odds: Odds;
}

/** A total order of rows by a `sort` parameter. Equal values are in the order of `ref`. */
export interface OddsOrder {
  sort(rows: readonly BoardRow[]): PlacedRow[];
  compare(a: Position, b: Position): number;
}

/**
 * The order for a `sort` parameter; by default that of `ref`, in which a price that comes back has its old place.
 */
export function oddsOrder(sort: OddsSort | undefined): OddsOrder {
  const byRef = (a: Position, b: Position) => a.ref - b.ref;
  if (sort === undefined) return { compare: byRef, sort: (rows) => rows.toSorted(byRef) };
  const readValue = sortValue(sort);
  const compareValues = sortComparer(sort);
  const compare = (a: Position, b: Position) =>
    compareValues(a.value ?? null, b.value ?? null) || byRef(a, b);
  return {
    compare,
    sort: (rows) =>
      Array.from(rows, ({ ref, odds }) => ({ value: readValue(odds), ref, odds })).sort(compare),
  };
}
