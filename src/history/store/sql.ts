import type { PointsQuery } from '../history-store.ts';
import type { Point, SeriesId } from '../series.ts';
import type { PackedPoints } from './packed-pages.ts';

/** What a parameter of a statement may be. */
export type SqlValue = string | number | null;

/** A point with the number of its series. */
export interface NumberedPoint extends Point {
  readonly seriesId: SeriesId;
}

/** How the points of a day are kept: in a table of their own, in the order of series and time. */
export interface DayTable {
  readonly name: string;
  /** When the day begins. */
  readonly start: number;
  /** The column with a point's time, and what has to be added to it for milliseconds since 1970. */
  readonly clock: string;
  readonly zero: number;
  /** The columns of a `PointRow`, of the table `p`. */
  readonly columns: string;
  /** The columns of a row to insert. */
  readonly row: string;
  /** Their values, copied from `p`, which may be another day's table, but for the clock. */
  rowOf(clock: string): string;
}

/**
 * A connection to a database: statements have parameters `$1`, `$2` and so on. What SQLite and PostgreSQL write
 * differently stands here; all else that is the same for both is written once.
 */
export interface Sql {
  all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns how many rows have changed. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
  /** A parameter that is a list, for `isIn` and `numbers`. */
  list(values: readonly (string | number)[]): SqlValue;
  /** Whether a column has one of the values of a list. */
  isIn(column: string, list: string): string;
  /** A list of numbers as a table, with the column `n`. */
  numbers(list: string): string;
  /** The objects of a JSON array as a table, with the column `value`. */
  objects(json: string): string;
  /** The bytes that a text states in hexadecimal. */
  bytes(hex: string): string;
  dayTable(day: number): DayTable;
  /**
   * Joins the newest point of a series, on a day, that meets a condition, as `p`. Series without one are left out, but
   * for those of a `LEFT` join.
   */
  joinNewest(table: DayTable, series: string, condition: string, kind?: 'LEFT'): string;
  /** Adds points to the table of a day; returns how many were new. */
  insertPoints(day: number, points: readonly NumberedPoint[]): Promise<number>;
  /**
   * What `HistoryReader.points` reads, without what stood before. A series without points may be left out. `days` are those
   * that have tables, in ascending order.
   */
  pages(days: readonly number[], query: PointsQuery): Promise<ReadonlyMap<SeriesId, PackedPoints>>;
  createDay(day: number): Promise<void>;
  dropDay(day: number): Promise<void>;
  /** Of the database, in bytes. */
  size(): Promise<number>;
}

/** A database, with its schema brought up to date. */
export interface SqlDatabase {
  /** All of `work` or nothing of it. Of all writers to a database, one at a time writes. */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Reads one state of the database, whatever is written meanwhile. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): void | Promise<void>;
}
