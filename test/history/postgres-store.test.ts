import { afterAll, beforeAll, describe } from 'vitest';
import { WorkerStore } from '../../src/history/worker/worker-store.ts';
import { hasPostgres, PostgresServer } from '../harness/programs/postgres.ts';
import { describeStore } from './store-contract.ts';

describe.skipIf(!hasPostgres)('with a PostgreSQL', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());

  describeStore('PostgreSQL', async () => {
    const url = await server.createDatabase();
    return { open: () => WorkerStore.open(url), remove: async () => {} };
  });
});
