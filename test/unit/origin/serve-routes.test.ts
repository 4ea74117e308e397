import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '../../../src/contract/routes.ts';
import { KeyStore } from '../../../src/origin/key-store.ts';
import { createApp } from '../../../src/origin/origin-server.ts';
import { RateLimiter } from '../../../src/origin/rate-limiter.ts';
import { type RouteHandlers, serveRoutes } from '../../../src/origin/requests/serve-routes.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const HANDLERS: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.keys(ROUTES).map((name) => [name, () => ({})]),
);

let app: FastifyInstance;
let db: DatabaseSync;

beforeEach(() => {
  app = createApp(undefined);
  db = new DatabaseSync(':memory:');
});

afterEach(async () => {
  await app.close();
  db.close();
});

function serve(handlers: object): Promise<void> {
  const clock = new ManualClock();
  const keys = new KeyStore(clock, db, []);
  return serveRoutes(app, handlers as RouteHandlers, keys, new RateLimiter(clock));
}

test('the origin starts with a handler for every route of the table', async () => {
  await serve(HANDLERS);
  await app.ready();
});

test('the origin does not start without a handler for a route of the table, and names it', async () => {
  const { oddsDelta: _, ...others } = HANDLERS;
  await serve(others);
  await expect(app.ready()).rejects.toThrow('The origin does not serve GET /api/v1/odds/delta.');
});

test('the origin does not start with a route that the table lacks, and names it', async () => {
  await serve(HANDLERS);
  app.get('/api/v1/markets', () => ({}));
  await expect(app.ready()).rejects.toThrow(
    'The origin serves GET /api/v1/markets, which the route table lacks.',
  );
});
