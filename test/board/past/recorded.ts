import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { BoardTests, ShowOptions } from '../../harness/browser/board-tests.ts';
import { until } from '../../harness/until.ts';

/** A page over a server that records prices. `recorded` waits until one of the game's prices has been recorded. */
export async function showRecorded(tests: BoardTests, options: ShowOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'past-'));
  const url = `sqlite:${join(folder, 'history.db')}`;
  const store = await openStore(url);
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const history = { url, apiKey: 'demo_enterprise', days: 30 };
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
