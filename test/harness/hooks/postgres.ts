import { beforeAll } from 'vitest';
import { hasPostgres, PostgresServer } from '../programs/postgres.ts';

/** A PostgreSQL for the tests of a file or a group, where there is one. The function creates a database, and has its address. */
export function sharedPostgres(): () => Promise<string> {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (hasPostgres) server = await PostgresServer.start();
    return () => server?.stop();
  });
  return async () => (await server?.createDatabase()) ?? '';
}
