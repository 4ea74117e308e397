import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { PointsQuery } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { startOf, tableOf } from '../store/days.ts';
import { flagsOf } from '../store/flags.ts';
import { packPage } from '../store/intervals.ts';
import { pendingMigrations } from '../store/schema-version.ts';
import type { DayTable, NumberedPoint, Sql, SqlDatabase, SqlValue } from '../store/sql.ts';
import { type ReadRows, readTicks } from './sqlite-pages.ts';
import {
  createPointsTable,
  createPointsView,
  LINE_SCALE,
  SQLITE_MIGRATIONS,
} from './sqlite-schema.ts';

/** How many prepared statements are kept. Each day has a few of its own. */
const STATEMENTS_MAX = 300;

/** How long a writer waits for another process that writes to the same file. */
const BUSY_MS = 5_000;

/** To how much the log is cut that a long read or a large write has let grow. */
const LOG_BYTES = 2 ** 23;

/** Somebody has deleted the file, or put another one in its place: what is written to it is lost. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}

/** An SQLite database of prices over time. It does one thing after the other. */
export class SqliteDatabase implements SqlDatabase, Sql {
  readonly #path: string;
  readonly #connection: DatabaseSync;
  readonly #inode: number | undefined;
  readonly #statements = new LRUCache<string, StatementSync>({
    max: STATEMENTS_MAX,
    memoMethod: (sql) => this.#connection.prepare(sql.replaceAll(/\$(?=\d)/g, '?')),
  });
  #last: Promise<unknown> = Promise.resolve();

  private constructor(path: string, readOnly: boolean) {
    this.#path = path;
    this.#connection = new DatabaseSync(path, { readOnly, timeout: BUSY_MS });
    this.#inode = inodeOf(path);
  }

  /** Opens or creates the file, and brings its schema up to date. Rejects with `NewerSchemaError`. */
  static async openForWriting(path: string): Promise<SqliteDatabase> {
    const database = new SqliteDatabase(path, false);
    try {
      database.#connection.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES}`,
      );
      await database.write(() => database.#migrate());
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Opens a file that `openForWriting` has opened before. */
  static openForReading(path: string): SqliteDatabase {
    return new SqliteDatabase(path, true);
  }

  async write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (inodeOf(this.#path) !== this.#inode) throw new FileGoneError('The file has been deleted.');
    return this.#transaction('IMMEDIATE', work);
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transaction('DEFERRED', work);
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return Number(this.#statements.memo(sql).run(...values).changes);
  }

  async all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return this.#statements.memo(sql).all(...values) as Row[];
  }

  list(values: readonly (string | number)[]): string {
    return JSON.stringify(values);
  }

  isIn(column: string, list: string): string {
    return `${column} IN (SELECT value FROM json_each(${list}))`;
  }

  numbers(list: string): string {
    return `(SELECT value AS n FROM json_each(${list}))`;
  }

  objects(json: string): string {
    return `json_each(${json})`;
  }

  bytes(hex: string): string {
    return `unhex(${hex})`;
  }

  dayTable(day: number): DayTable {
    const zero = startOf(day);
    return {
      name: tableOf(day),
      start: zero,
      clock: 'ms',
      zero,
      columns: `p.ms + ${zero} AS at, p.american, p.line / ${LINE_SCALE}.0 AS line, p.flags`,
      row: 'series, ms, american, line, flags',
      rowOf: (clock) => `p.series, ${clock}, p.american, p.line, p.flags`,
    };
  }

  joinNewest({ name }: DayTable, series: string, condition: string, kind = ''): string {
    return `${kind} JOIN ${name} p ON p.series = ${series}
      AND p.ms = (SELECT max(ms) FROM ${name} WHERE series = ${series} AND ${condition})`;
  }

  async insertPoints(day: number, points: readonly NumberedPoint[]): Promise<number> {
    const { name, row, zero } = this.dayTable(day);
    const insert = this.#statements.memo(
      `INSERT INTO ${name} (${row}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    );
    let added = 0;
    for (const { seriesId, at, american, line, ...rest } of points) {
      const thousandths = line === null ? null : Math.round(line * LINE_SCALE);
      added += Number(
        insert.run(seriesId, at - zero, american, thousandths, flagsOf(rest)).changes,
      );
    }
    return added;
  }

  async pages(days: readonly number[], query: PointsQuery) {
    const tables = days.map((day) => this.dayTable(day));
    const read = (sql: string, ...values: readonly SqlValue[]) => {
      const statement = this.#statements.memo(sql);
      statement.setReturnArrays(true);
      // Its type is that of objects, but it returns arrays now.
      return statement.all(...values) as unknown as ReturnType<ReadRows>;
    };
    const pageFor = (id: SeriesId) => packPage(readTicks(read, tables, id, query), query);
    return new Map(query.seriesIds.map((id) => [id, pageFor(id)]));
  }

  async createDay(day: number): Promise<void> {
    this.#connection.exec(createPointsTable(tableOf(day)));
    await this.run('INSERT INTO days (day) VALUES ($1)', day);
    this.#renewView();
  }

  async dropDay(day: number): Promise<void> {
    this.#statements.clear(); // Those on the table are of no more use.
    this.#connection.exec(`DROP VIEW IF EXISTS points; DROP TABLE ${tableOf(day)}`);
    await this.run('DELETE FROM days WHERE day = $1', day);
    this.#renewView();
  }

  /** With what its log holds. */
  async size(): Promise<number> {
    return ['', '-wal'].reduce(
      (sum, end) => sum + (statSync(this.#path + end, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  #transaction<Result>(mode: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      this.#connection.exec(`BEGIN ${mode}`);
      try {
        const done = await work(this);
        this.#connection.exec('COMMIT');
        return done;
      } catch (error) {
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }

  #renewView(): void {
    const days = this.#connection.prepare('SELECT day FROM days ORDER BY day').all();
    this.#connection.exec(
      `DROP VIEW IF EXISTS points; ${createPointsView(days.map(({ day }) => Number(day)))}`,
    );
  }

  async #migrate(): Promise<void> {
    const [row] = await this.all<{ user_version: number }>('PRAGMA user_version');
    const pending = pendingMigrations(SQLITE_MIGRATIONS, row?.user_version ?? 0);
    for (const migration of pending) this.#connection.exec(migration);
    if (pending.length === 0) return;
    this.#connection.exec(`PRAGMA user_version = ${SQLITE_MIGRATIONS.length}`);
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
