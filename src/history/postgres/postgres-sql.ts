import type { PoolClient } from 'pg';
import type { PointsQuery } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { DAY_MS, dayOf, startOf, tableOf } from '../store/days.ts';
import { flagsOf } from '../store/flags.ts';
import { type PointColumns, packPage, ticksMax } from '../store/intervals.ts';
import type { PackedPoints } from '../store/packed-pages.ts';
import type { DayTable, NumberedPoint, Sql, SqlValue } from '../store/sql.ts';
import type { PointRow } from '../store/sql-points.ts';

const COLUMNS = 'series, at, american, line, flags';

/** A connection to PostgreSQL. */
export class PostgresSql implements Sql {
  readonly #client: Pick<PoolClient, 'query'>;

  constructor(client: Pick<PoolClient, 'query'>) {
    this.#client = client;
  }

  async all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const { rows } = await this.#client.query<Row & object>(sql, [...values]);
    return rows;
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    const { rowCount } = await this.#client.query(sql, [...values]);
    return rowCount ?? 0;
  }

  /** The text of an array. */
  list(values: readonly (string | number)[]): string {
    const quoted = values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`);
    return `{${quoted.join(',')}}`;
  }

  isIn(column: string, list: string): string {
    return `${column} = ANY(${list})`;
  }

  numbers(list: string): string {
    return `(SELECT unnest(${list}::integer[]) AS n)`;
  }

  objects(json: string): string {
    return `json_array_elements(${json}::json)`;
  }

  bytes(hex: string): string {
    return `decode(${hex}, 'hex')`;
  }

  dayTable(day: number): DayTable {
    return {
      name: tableOf(day),
      start: startOf(day),
      clock: 'at',
      zero: 0,
      columns: 'p.at, p.american, p.line, p.flags',
      row: `day, ${COLUMNS}`,
      rowOf: (clock) => `${day}, p.series, ${clock}, p.american, p.line, p.flags`,
    };
  }

  joinNewest({ name }: DayTable, series: string, condition: string, kind = ''): string {
    return `${kind} JOIN LATERAL (
      SELECT * FROM ${name} WHERE series = ${series} AND ${condition} ORDER BY at DESC LIMIT 1
    ) p ON true`;
  }

  async insertPoints(day: number, points: readonly NumberedPoint[]): Promise<number> {
    const { rowCount } = await this.#client.query({
      name: 'insert-points',
      text: `INSERT INTO points (day, ${COLUMNS})
        SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::real[], $5::real[], $6::smallint[])
        ON CONFLICT DO NOTHING`,
      values: [
        day,
        points.map(({ seriesId }) => seriesId),
        points.map(({ at }) => at),
        points.map(({ american }) => american),
        points.map(({ line }) => line),
        points.map(flagsOf),
      ],
    });
    return rowCount ?? 0;
  }

  /**
   * One statement for all series, whose points come as lists: a row for each point takes three times as long. What the
   * oldest day begins with counts as a point, too, since earlier days have been forgotten.
   */
  async pages(days: readonly number[], query: PointsQuery): Promise<Map<SeriesId, PackedPoints>> {
    const { seriesIds, from, to, after } = query;
    const [oldest = 0] = days;
    const begin = Math.max(from, (after ?? -1) + 1);
    const rows = await this.all<TicksRow>(
      `SELECT q.n, p.* FROM ${this.numbers('$1')} q CROSS JOIN LATERAL (
         SELECT ${TICK_LISTS} FROM (
           SELECT at, american, line, flags FROM points WHERE series = q.n AND day BETWEEN $2 AND $3 AND at >= $4
           AND at < $5 AND (day = ${oldest} OR at >= day::bigint * ${DAY_MS}) ORDER BY at LIMIT $6
         ) tick
       ) p WHERE p.at IS NOT NULL`,
      this.list(seriesIds),
      Math.max(oldest, dayOf(begin)),
      Math.max(oldest, Math.min(dayOf(to), DAY_MAX)),
      begin,
      to,
      ticksMax(query),
    );
    return new Map(rows.map((row) => [row.n, packPage(ticksOf(row), query)]));
  }

  /** Not with PARTITION OF, which waits for everybody who reads the points, and keeps all others waiting. */
  async createDay(day: number): Promise<void> {
    const name = tableOf(day);
    await this.run(`CREATE TABLE ${name} (LIKE points INCLUDING ALL)`);
    await this.run(`ALTER TABLE points ATTACH PARTITION ${name} FOR VALUES IN (${day})`);
    await this.run('INSERT INTO days VALUES ($1)', day);
  }

  /** Rejects if somebody goes on reading the points: while it waits, all others wait behind it. */
  async dropDay(day: number): Promise<void> {
    await this.run("SET LOCAL lock_timeout = '500ms'");
    await this.run(`DROP TABLE IF EXISTS ${tableOf(day)}`);
    await this.run('DELETE FROM days WHERE day = $1', day);
  }

  async size(): Promise<number> {
    const [row] = await this.all<{ size: number }>(
      'SELECT pg_database_size(current_database()) AS size',
    );
    return row?.size ?? 0;
  }
}

/** The greatest integer. */
const DAY_MAX = 2 ** 31 - 1;

/** The points of a series, in the order of time: a list for each column. */
type TicksRow = { readonly n: SeriesId } & {
  readonly [Column in keyof PointRow]: readonly PointRow[Column][];
};

const TICK_LISTS = ['at', 'american', 'line', 'flags']
  .map((column) => `to_json(array_agg(${column})) AS ${column}`)
  .join(', ');

function ticksOf({ at, american, line, flags }: TicksRow): PointColumns[] {
  return at.map((time, index) => [
    time,
    american[index] ?? Number.NaN,
    line[index] ?? null,
    flags[index] ?? 0,
  ]);
}
