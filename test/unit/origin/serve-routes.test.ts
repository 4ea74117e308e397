import { expect, test } from 'vitest';
import { ROUTES } from '../../../src/contract/routes.ts';
import { Access } from '../../../src/origin/access.ts';
import { KeyStore } from '../../../src/origin/key-store.ts';
import { Board } from '../../../src/origin/origin-board.ts';
import { createApp } from '../../../src/origin/origin-server.ts';
import { type RouteHandlers, serveRoutes } from '../../../src/origin/requests/serve-routes.ts';
import { createTierViews } from '../../../src/origin/tier-views.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

test('the origin does not start with a route that the table lacks, and names it', () => {
  const clock = new ManualClock();
  const access = new Access(clock, new KeyStore(clock, []));
  const handlers = Object.fromEntries(Object.keys(ROUTES).map((name) => [name, () => ({})]));
  const app = createApp(undefined);
  serveRoutes(app, handlers as unknown as RouteHandlers, {
    access,
    views: createTierViews(new Board(clock.now()), clock),
  });
  expect(() => app.get('/api/v1/markets', () => ({}))).toThrow(
    'The origin serves GET /api/v1/markets, which the route table lacks.',
  );
});
