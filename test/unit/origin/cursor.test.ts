import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OddsSort } from '../../../src/contract/odds/odds.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { pagesOf } from '../../contract/pages.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { HandMadeFeed, price, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed, { rateLimits: { enterprise: 1_000_000 } });
});

afterEach(() => origin.stop());

/** Reads every page, and calls `between` after each. */
async function readThrough(sort: OddsSort | undefined, between: () => void): Promise<unknown[]> {
  const path = `/odds?limit=5${sort === undefined ? '' : `&sort=${sort}`}`;
  const ids: unknown[] = [];
  for await (const page of pagesOf(origin.api, OddsPage, path, (body) => body.meta.pagination)) {
    ids.push(...page.data.map((odds) => odds.id));
    between();
  }
  return ids;
}

test('pages by cursor have each lasting row exactly once while others come and go', async () => {
  const sorts = fc.constantFrom<OddsSort | undefined>(undefined, 'odds_american', '-sportsbook');
  const american = fc.integer({ min: 100, max: 110 });
  await fc.assert(
    fc.asyncProperty(
      sorts,
      fc.array(american, { minLength: 12, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(), american), { maxLength: 8 }),
      async (sort, prices, moves) => {
        feed.withdraw([...feed.board.rows()]);
        const rows = prices.map((odds, index) => offer(`${index}`, odds));
        const gone = new Set<BoardRow>();
        const pending = [...moves];
        const ids = await readThrough(sort, () => {
          const [which, odds] = pending.pop() ?? [];
          if (which === undefined || odds === undefined) return;
          const leaving = rows[which % rows.length];
          if (leaving !== undefined) gone.add(leaving);
          feed.withdraw([...gone]);
          offer(`new ${pending.length}`, odds);
        });
        expect(new Set(ids).size).toBe(ids.length);
        const stayed = rows.filter((row) => !gone.has(row)).map((row) => row.odds.id);
        expect(ids).toEqual(expect.arrayContaining(stayed));
      },
    ),
    { numRuns: 25 },
  );
});

function offer(id: string, american: number): BoardRow {
  const book = american % 2 === 0 ? 'draftkings' : 'fanduel';
  const [row] = feed.offer([price({ id, odds_american: american, sportsbook: book })]);
  if (row === undefined) throw new Error('The row is missing.');
  return row;
}

test('the offset of a page by cursor is its current position in the list', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => offer(`${index}`, 100));
  const first = await origin.api.read(OddsPage, '/odds?limit=5');
  feed.withdraw(rows.slice(0, 2));
  const cursor = first.meta.pagination.next_cursor;
  const second = await origin.api.read(OddsPage, `/odds?limit=5&cursor=${cursor}`);
  expect(second.data.map((odds) => odds.id)).toEqual(['5', '6', '7', '8', '9']);
  expect(second.meta.pagination).toMatchObject({ offset: 3, has_more: false, next_cursor: null });
});
