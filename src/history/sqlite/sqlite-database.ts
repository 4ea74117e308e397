import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { startOf, tableOf } from '../store/days.ts';
import { pendingMigrations } from '../store/schema-version.ts';
import { createPointsTable, createPointsView, SQLITE_MIGRATIONS } from './sqlite-schema.ts';

/** How many prepared statements are kept. Each day has a few of its own. */
const STATEMENTS_MAX = 300;

/** How long a writer waits for another process that writes to the same file. */
const BUSY_MS = 5_000;

/** An SQLite database of prices over time: its schema, its tables of days, and its prepared statements. */
export class SqliteDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(path: string, readOnly: boolean) {
    this.#connection = new DatabaseSync(path, { readOnly, timeout: BUSY_MS });
  }

  /** Opens or creates the file, and brings its schema up to date. Throws `NewerSchemaError`. */
  static openForWriting(path: string): SqliteDatabase {
    const database = new SqliteDatabase(path, false);
    try {
      database.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      database.transaction(() => database.#migrate());
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

  /** All of `work` or nothing of it. */
  transaction<Result>(work: () => Result, mode: 'IMMEDIATE' | 'DEFERRED' = 'IMMEDIATE'): Result {
    this.#connection.exec(`BEGIN ${mode}`);
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs a statement; returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  /** As `all`, but reads each row only when it is asked for. */
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values) as Iterable<Row>;
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The days that have tables, in ascending order. */
  days(): number[] {
    return this.all<{ day: number }>('SELECT day FROM days ORDER BY day').map(({ day }) => day);
  }

  createDay(day: number): void {
    this.#connection.exec(createPointsTable(tableOf(day)));
    this.run('INSERT INTO days (day) VALUES (?)', day);
    this.#renewView();
  }

  dropDay(day: number): void {
    // A prepared statement on the table would keep it.
    this.#statements.clear();
    this.#connection.exec('DROP VIEW IF EXISTS points');
    this.#connection.exec(`DROP TABLE ${tableOf(day)}`);
    this.run('DELETE FROM days WHERE day = ?', day);
    this.#renewView();
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #renewView(): void {
    const days = this.days().map((day) => ({ table: tableOf(day), start: startOf(day) }));
    this.#connection.exec('DROP VIEW IF EXISTS points');
    if (days.length > 0) this.#connection.exec(createPointsView(days));
  }

  #migrate(): void {
    const version = this.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    for (const migration of pendingMigrations(SQLITE_MIGRATIONS, version)) {
      this.#connection.exec(migration);
    }
    this.#connection.exec(`PRAGMA user_version = ${SQLITE_MIGRATIONS.length}`);
  }
}
