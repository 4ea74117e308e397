import { Pool, types } from 'pg';
import { pendingMigrations } from '../store/schema-version.ts';
import type { Sql, SqlDatabase } from '../store/sql.ts';
import { POSTGRES_MIGRATIONS } from './postgres-schema.ts';
import { PostgresSql } from './postgres-sql.ts';

/** How long to wait for a connection, and for an answer. */
const CONNECT_MS = 3_000;
const STATEMENT_MS = 10_000;
/** When the server doesn't even say that it has taken too long. */
const ANSWER_MS = 15_000;
/** After which a transaction of a process that stands still is over, so that another one can record in its place. */
const IDLE_TRANSACTION_MS = 3_000;
const CONNECTIONS = 4;

const BIGINT = 20;
types.setTypeParser(BIGINT, Number);

/** A PostgreSQL database of prices over time: its connections, and its schema. */
export class PostgresDatabase implements SqlDatabase {
  readonly #pool: Pool;

  private constructor(url: string) {
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      application_name: 'oddsgraph',
      keepAlive: true,
    });
    this.#pool.on('error', ignore); // An idle connection was lost: the next statement gets another one.
  }

  /** Connects, and brings the schema up to date. Rejects with `NewerSchemaError`. */
  static async open(url: string): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url);
    try {
      await database.write(migrate);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transaction('ISOLATION LEVEL READ COMMITTED', work);
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transaction('ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #transaction<Result>(mode: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    client.on('error', ignore); // It was lost between two statements: the next one fails.
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN ${mode}`);
      const result = await work(new PostgresSql(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = error as Error;
      await client.query('ROLLBACK').catch(() => {}); // The connection may be gone.
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(failure);
    }
  }
}

async function migrate(sql: Sql): Promise<void> {
  await sql.lock('days');
  await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const [row] = await sql.all<{ version: number }>('SELECT version FROM schema_version');
  const pending = pendingMigrations(POSTGRES_MIGRATIONS, row?.version ?? 0);
  for (const migration of pending) await sql.run(migration);
  if (pending.length === 0) return;
  await sql.run('DELETE FROM schema_version');
  await sql.run('INSERT INTO schema_version VALUES ($1)', POSTGRES_MIGRATIONS.length);
}

/** Without a listener, an error of a connection would end the process. */
function ignore(): void {}
