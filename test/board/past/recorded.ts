import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { BoardTests, ShowOptions } from '../../harness/browser/board-tests.ts';
import { recordingIn } from '../../harness/servers/recording.ts';
import { until } from '../../harness/until.ts';

/** A page over a server that records prices. `recorded` waits until one of the game's prices has been recorded. */
export async function showRecorded(tests: BoardTests, options: ShowOptions = {}) {
  const history = recordingIn();
  const store = await openStore(history.url);
  onTestFinished(() => store.close());
  const shown = await tests.show({ history, ...options });
  const { clock } = shown.graph;
  const recorded = (american: number) =>
    until(async () => {
      shown.graph.pass();
      const seriesIds = (await store.seriesOf({ eventIds: ['game'] })).map(({ id }) => id);
      const span = { from: 0, to: clock.now() + 1, limit: 100, after: null };
      const pages = await store.points({ ...span, seriesIds, resolution: 'TICK' });
      return pages.some(({ points }) => points.some((point) => point.american === american));
    });
  return { ...shown, recorded };
}

/** The view of price moves, before and after the first one. */
export async function showMove(tests: BoardTests, options: ShowOptions = {}) {
  const view = '/#/movers?window=15';
  const shown = await showRecorded(tests, { view, aheadMs: 0, ...options });
  const { game, graph, page, recorded } = shown;
  await page.getByText('No price has moved as far as that.').waitFor();
  await recorded(100);
  graph.pass(16 * 60); // A move begins at the price that stood when the window began.
  game.moveHome(-150);
  await recorded(-150);
  await page.clock.runFor(10_000);
  const rows = page.locator('.move');
  await rows.first().waitFor();
  return { ...shown, rows };
}

/** Answers the page's queries as if its token had expired, until the returned function is called. */
export async function refuseCredential(page: Page): Promise<() => Promise<void>> {
  const message = 'The token is no longer valid.';
  const json = { errors: [{ message, extensions: { code: 'UNAUTHENTICATED' } }] };
  await page.route('**/graphql', (route) => route.fulfill({ status: 401, json }));
  return () => page.unroute('**/graphql');
}
