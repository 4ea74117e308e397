import { Pool, types } from 'pg';
import { pendingMigrations } from '../store/schema-version.ts';
import type { Sql, SqlDatabase } from '../store/sql.ts';
import { POSTGRES_MIGRATIONS } from './postgres-schema.ts';
import { PostgresSql } from './postgres-sql.ts';

/** How long to wait for a connection, and for an answer. */
const CONNECT_MS = 3_000;
const STATEMENT_MS = 10_000;
/** For a server that doesn't even say that a statement took too long. */
const ANSWER_MS = 15_000;
/** After which a transaction of a process that stands still is over, so that another one can record in its place. */
const IDLE_TRANSACTION_MS = 3_000;
/** Connections of a replica. Writes have their own, so as not to wait for reads: two, since one may be waiting to forget a day. */
const READERS = 3;
const WRITERS = 2;

/** Whoever writes has this lock, so that no two writers wait for each other, and each sees what the last one wrote. */
const WRITER_LOCK = 7_226_013;

const BIGINT = 20;
types.setTypeParser(BIGINT, Number);

/** A PostgreSQL database of prices over time: its connections, and its schema. */
export class PostgresDatabase implements SqlDatabase {
  readonly #readers: Pool;
  readonly #writers: Pool;

  private constructor(url: string) {
    this.#readers = poolOf(url, READERS);
    this.#writers = poolOf(url, WRITERS);
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
    const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`;
    return transaction(this.#writers, begin, work);
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return transaction(this.#readers, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }
}

function poolOf(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'oddsgraph',
    keepAlive: true,
  });
  pool.on('error', ignore); // An idle connection was lost: the next statement gets another one.
  return pool;
}

async function transaction<Result>(
  pool: Pool,
  begin: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on('error', ignore); // It was lost between two statements: the next one fails.
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(new PostgresSql(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(failure); // Closes the connection after a failure, and the server rolls back.
  }
}

async function migrate(sql: Sql): Promise<void> {
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
