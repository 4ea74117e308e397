import { expect } from 'vitest';
import { ALWAYS, type HistoryReader } from '../../../src/history/history-store.ts';
import { openHere } from '../stores/open-here.ts';

/** A change of all prices of a board, to `american`. */
export interface Step {
  readonly american: number;
  readonly at: number;
}

/** All series of a store, and the points of each. */
export async function allPoints(store: HistoryReader) {
  const events = await store.eventsStartingIn(ALWAYS, {});
  const series = await store.seriesOf({ eventIds: events.map(({ id }) => id) });
  const seriesIds = series.map(({ id }) => id);
  const query = { ...ALWAYS, resolution: 'TICK', limit: 100_000, after: null } as const;
  return { series, pages: await store.points({ ...query, seriesIds }) };
}

/** A span may end a moment after a change that it lacks: when that arrived. */
const ARRIVAL_MS = 5;

/**
 * Counts the points of a `FedBoard` in a store, the steps that are missing between them, and the spans of coverage.
 * Checks that nothing is missing inside a span: no step between two points, and none of `steps`, which may also have
 * come after the last point.
 */
export async function checkStored(
  store: HistoryReader,
  steps: readonly Step[] = [],
): Promise<{ points: number; holes: number; spans: number }> {
  const { spans } = await store.coverage(ALWAYS);
  const { pages } = await allPoints(store);
  let holes = 0;
  for (const { points } of pages) {
    points.forEach((point, index) => {
      const before = points[index - 1];
      if (before === undefined) return;
      // An `expect` for each of so many points takes longer than to store them.
      if (point.at <= before.at || point.american <= before.american) {
        expect.fail(`${JSON.stringify(point)} comes after ${JSON.stringify(before)}.`);
      }
      if (point.american === before.american + 1) return;
      holes += 1;
      const span = spans.find(({ from, to }) => from <= before.at && point.at < to);
      expect(span, `${before.american} to ${point.american} is inside a span`).toBeUndefined();
    });
  }
  const stored = pages.map(({ points }) => new Set(points.map(({ american }) => american)));
  for (const { american, at } of steps) {
    const span = spans.find(({ from, to }) => from <= at && at < to - ARRIVAL_MS);
    if (span === undefined || stored.every((prices) => prices.has(american))) continue;
    expect.fail(`The step to ${american} is missing, ${span.to - at} ms before the end of a span.`);
  }
  const points = pages.reduce((sum, page) => sum + page.points.length, 0);
  return { points, holes, spans: spans.length };
}

/** The same of a database that nobody has open. */
export async function checkDatabase(url: string, steps?: readonly Step[]) {
  const store = await openHere(url);
  try {
    return await checkStored(store, steps);
  } finally {
    await store.close();
  }
}
