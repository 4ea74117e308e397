import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '../../../src/contract/routes.ts';
import { Access } from '../../../src/origin/access.ts';
import { KeyStore } from '../../../src/origin/key-store.ts';
import { createApp } from '../../../src/origin/origin-server.ts';
import { type RouteHandlers, serveRoutes } from '../../../src/origin/requests/serve-routes.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const HANDLERS: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.keys(ROUTES).map((name) => [name, () => ({})]),
);

let app: FastifyInstance;

beforeEach(() => {
  app = createApp(undefined);
});

afterEach(() => app.close());

function serve(handlers: object): Promise<void> {
  const clock = new ManualClock();
  const access = new Access(clock, new KeyStore(clock, []));
  return serveRoutes(app, handlers as RouteHandlers, access);
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
