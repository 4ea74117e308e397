import { expect } from 'vitest';
import type { Span } from '../../../src/history/history-store.ts';
import { WorkerStore } from '../../../src/history/worker/worker-store.ts';

const ALWAYS: Span = { from: 0, to: Date.UTC(2100, 0, 1) };

/**
 * Counts the points of a `FedBoard` in a store, the steps that are missing between them, and the spans of coverage.
 * Checks that nothing is missing inside a span.
 */
export async function checkStored(
  url: string,
): Promise<{ points: number; holes: number; spans: number }> {
  const store = await WorkerStore.open(url);
  const { spans } = await store.coverage(ALWAYS);
  const events = await store.eventsIn(ALWAYS, {});
  const series = await store.seriesOf({ eventIds: events.map(({ id }) => id) });
  const seriesIds = series.map(({ id }) => id);
  const pages = await store.points({
    ...ALWAYS,
    seriesIds,
    resolution: 'TICK',
    limit: 100_000,
    after: null,
  });
  await store.close();
  let holes = 0;
  for (const { points } of pages) {
    points.forEach((point, index) => {
      const before = points[index - 1];
      if (before === undefined) return;
      expect(point.at).toBeGreaterThan(before.at);
      expect(point.american).toBeGreaterThan(before.american);
      if (point.american === before.american + 1) return;
      holes += 1;
      const span = spans.find(({ from, to }) => from <= before.at && point.at < to);
      expect(span, `${before.american} to ${point.american} is inside a span`).toBeUndefined();
    });
  }
  const points = pages.reduce((sum, page) => sum + page.points.length, 0);
  return { points, holes, spans: spans.length };
}
