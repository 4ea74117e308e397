import { Pool, type PoolClient, types } from 'pg';
import { pendingMigrations } from '../store/schema-version.ts';
import { POSTGRES_MIGRATIONS, SCHEMA_LOCK } from './postgres-schema.ts';

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

/** What runs statements: a connection. */
export type Connection = Pick<PoolClient, 'query'>;

/** A PostgreSQL database of prices over time: its connections, and its schema. */
export class PostgresDatabase {
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
      await database.transaction(migrate);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** All of `work` or nothing of it, and one state of the database for all that it reads. */
  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    mode = 'ISOLATION LEVEL READ COMMITTED',
  ): Promise<Result> {
    const client = await this.#pool.connect();
    client.on('error', ignore); // It was lost between two statements: the next one fails.
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN ${mode}`);
      const result = await work(client);
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

  /** Reads one state of the database. */
  read<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.transaction(work, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** The days that have partitions, in ascending order. */
export async function daysOf(connection: Connection): Promise<number[]> {
  const { rows } = await connection.query<{ day: number }>('SELECT day FROM days ORDER BY day');
  return rows.map(({ day }) => day);
}

async function migrate(connection: Connection): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
  await connection.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const { rows } = await connection.query<{ version: number }>(
    'SELECT version FROM schema_version',
  );
  const pending = pendingMigrations(POSTGRES_MIGRATIONS, rows[0]?.version ?? 0);
  for (const migration of pending) await connection.query(migration);
  if (pending.length === 0) return;
  await connection.query('DELETE FROM schema_version');
  await connection.query('INSERT INTO schema_version VALUES ($1)', [POSTGRES_MIGRATIONS.length]);
}

/** Without a listener, an error of a connection would end the process. */
function ignore(): void {}
