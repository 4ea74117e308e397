import type { Odds, OddsSort } from '../odds/odds.ts';
import { type SortValue, sortComparer, sortValue } from '../odds/odds-order.ts';

/** The position of a row in a sorted list. `ref` identifies the row and decides between equal values. */
export interface Position {
  readonly value: SortValue;
  readonly ref: number;
}

/** A row with its position. */
export interface PlacedOdds extends Position {
  readonly odds: Odds;
}

export type OddsOrder = ReturnType<typeof oddsOrder>;

/** A total order of rows: by a `sort` parameter, then by `ref`. A price that comes back has its old `ref`. */
export function oddsOrder(sort: OddsSort | null | undefined) {
  const readValue = sortValue(sort);
  const compareValues = sortComparer(sort);
  const compare = (a: Position, b: Position) => compareValues(a.value, b.value) || a.ref - b.ref;
  return {
    compare,
    sort: (rows: readonly Pick<PlacedOdds, 'ref' | 'odds'>[]): PlacedOdds[] =>
      rows.map(({ ref, odds }) => ({ value: readValue(odds), ref, odds })).sort(compare),
  };
}
