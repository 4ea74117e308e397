import type { Odds, OddsSort } from '../../contract/odds/odds.ts';
import { type SortValue, sortComparer, sortValue } from '../../contract/odds/odds-order.ts';
import type { BoardRow } from '../origin-board.ts';

/** The position of a row in an order. `value` is null in the board's own order. */
export interface Position {
  readonly value: SortValue;
  readonly ref: number;
}

export interface PlacedRow extends Position {
  readonly odds: Odds;
}

/** A total order of rows by a `sort` parameter. Equal values keep the board's order. */
export interface OddsOrder {
  sort(rows: Iterable<BoardRow>): PlacedRow[];
  compare(a: Position, b: Position): number;
}

/** The order for a `sort` parameter; by default the order in which rows came onto the board. */
export function oddsOrder(sort: OddsSort | undefined): OddsOrder {
  const read = sortValue(sort);
  const compareValues = sortComparer(sort);
  const compare = (a: Position, b: Position) => compareValues(a.value, b.value) || a.ref - b.ref;
  return {
    compare,
    sort: (rows) =>
      Array.from(rows, ({ ref, odds }) => ({ value: read(odds), ref, odds })).sort(compare),
  };
}
