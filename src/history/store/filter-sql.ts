import type { SeriesFilter } from '../history-store.ts';

const COLUMNS = {
  eventIds: 'e.id',
  sports: 'e.sport',
  leagues: 'e.league',
  sportsbooks: 's.sportsbook',
  marketTypes: 's.market_type',
  upstreamIds: 's.upstream_id',
} as const satisfies Record<keyof SeriesFilter, string>;

/**
 * The conditions of a filter on `events e` and `series s`, and their values. `isIn` writes that a column has one of
 * the values at a position, from 0.
 */
export function filterSql(
  filter: SeriesFilter,
  isIn: (column: string, position: number) => string,
): { readonly sql: string; readonly values: (readonly string[])[] } {
  const given = Object.entries(COLUMNS).flatMap(([field, column]) => {
    const values = filter[field as keyof SeriesFilter];
    return values === undefined ? [] : [{ column, values }];
  });
  const conditions = given.map(({ column }, position) => isIn(column, position));
  return { sql: ['true', ...conditions].join(' AND '), values: given.map(({ values }) => values) };
}
