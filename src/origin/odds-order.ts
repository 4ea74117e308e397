import type { Odds, OddsSort, OddsSortField } from '../contract/odds.ts';
import type { BoardRow } from './board.ts';

/** Where a row stands in an order. `value` is null in the board's own order. */
export interface Position {
  readonly value: number | string | null;
  readonly ref: number;
}

export interface PlacedRow extends Position {
  readonly odds: Odds;
}

/** A total order of rows, as `sort` asks for it. Rows with equal values follow the board's order. */
export interface OddsOrder {
  sort(rows: Iterable<BoardRow>): PlacedRow[];
  compare(a: Position, b: Position): number;
}

/** The order behind a `sort` parameter; without one, the order in which rows came onto the board. */
export function oddsOrder(sort: OddsSort | undefined): OddsOrder {
  const read = sortValue(sort);
  const direction = sort?.startsWith('-') ? -1 : 1;
  const compare = (a: Position, b: Position) =>
    direction * compareValues(a.value, b.value) || a.ref - b.ref;
  return {
    compare,
    sort: (rows) =>
      Array.from(rows, ({ ref, odds }) => ({ value: read(odds), ref, odds })).sort(compare),
  };
}

function sortValue(sort: OddsSort | undefined): (odds: Odds) => Position['value'] {
  const field = sort?.replace('-', '') as OddsSortField | undefined;
  switch (field) {
    case undefined:
      return () => null;
    case 'odds_probability':
      return (odds) => odds.odds_probability ?? 1 / odds.odds_decimal;
    case 'event_start_time':
    case 'last_seen_at': {
      const time = timeReader();
      return (odds) => time(odds[field]);
    }
    default:
      return (odds) => odds[field];
  }
}

/**
 * Reads ISO 8601 times as milliseconds, remembering what it has read: boards repeat few times often.
 * What is no time counts as the epoch.
 */
export function timeReader(): (iso: string) => number {
  const known = new Map<string, number>();
  return (iso) => {
    let time = known.get(iso);
    if (time === undefined) {
      time = Date.parse(iso) || 0;
      known.set(iso, time);
    }
    return time;
  };
}

function compareValues(a: Position['value'], b: Position['value']): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}
