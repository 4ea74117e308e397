import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../../src/contract/events.ts';
import { ODDS_SORT_FIELDS } from '../../../src/contract/odds/odds.ts';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { EventOddsPage, GroupedOddsPage, OddsPage } from '../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../src/contract/routes/odds-batch.ts';
import { ComparisonResponse } from '../../../src/contract/routes/odds-comparison.ts';
import { SplitsPage } from '../../../src/contract/routes/splits.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import { pagesOf } from '../../contract/pages.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { type RunningOrigin, runOrigin } from './hand-made-feed.ts';

const BOARD = fileURLToPath(
  new URL('../../../../shared/data/worldcup-2026-odds.csv', import.meta.url),
);
const ROWS = 6132;

if (!existsSync(BOARD)) {
  process.stderr.write(`SKIPPED: the recorded board is not there: ${BOARD}\n`);
}

describe.skipIf(!existsSync(BOARD))('over a recorded board', () => {
  let origin: RunningOrigin;
  let events: Event[];

  beforeAll(async () => {
    const clock = new ManualClock();
    const feed = openFeed({ clock, feed: BOARD, seed: 1 });
    origin = await runOrigin(clock, feed, { rateLimits: { enterprise: 1_000_000 } });
    const pages = await Promise.all(
      [0, 200].map((offset) => origin.api.read(EventsPage, `/events?limit=200&offset=${offset}`)),
    );
    events = pages.flatMap((page) => page.data);
  });

  afterAll(() => origin.stop());

  test.each([undefined, ...ODDS_SORT_FIELDS])(
    'all pages together have every row, repeated ids included, sorted by %s',
    async (sort) => {
      const path = `/odds?limit=200${sort === undefined ? '' : `&sort=${sort}`}`;
      const keys: string[] = [];
      for await (const page of pagesOf(
        origin.api,
        OddsPage,
        path,
        (body) => body.meta.pagination,
      )) {
        keys.push(...page.data.map((odds) => odds.id ?? ''));
      }
      expect(keys.length).toBe(ROWS);
      expect(new Set(keys).size).toBeLessThan(ROWS);
    },
  );

  test('the events and their prices together make up the board', async () => {
    let rows = 0;
    for (const { id } of events) {
      const path = `/events/${encodeURIComponent(id)}/odds?limit=1`;
      const { meta } = await origin.api.read(EventOddsPage, path);
      rows += meta.total;
    }
    expect(rows).toBe(ROWS);
  });

  test('every event has a comparison', async () => {
    for (const { id, markets } of events) {
      const path = `/odds/comparison?event=${encodeURIComponent(id)}`;
      const { data } = await origin.api.read(ComparisonResponse, path);
      expect(data.markets.map((market) => market.market_type)).toEqual(markets);
    }
  });

  test('every event is in the batch and in the grouped odds', async () => {
    const ids = events.map(({ id }) => id);
    let rows = 0;
    for (const batch of [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]) {
      const call = { method: 'POST', body: { event_ids: batch } } as const;
      const { data } = await origin.api.read(OddsBatch, '/odds/batch', call);
      expect(data.missing_events).toEqual([]);
      rows += data.events.reduce((sum, event) => sum + event.odds.length, 0);
    }
    expect(rows).toBe(ROWS);
    const grouped = await origin.api.read(GroupedOddsPage, '/odds?group_by=event&limit=200');
    expect(grouped.data.length).toBe(200);
  });

  test('has no splits', async () => {
    const { data } = await origin.api.read(SplitsPage, '/splits');
    expect(data).toEqual([]);
  });
});
