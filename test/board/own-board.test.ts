import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Query } from '../../src/generated/schema-types.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { DEMO_BOARD } from '../harness/servers/test-graph.ts';

const graph = await sharedGraph({ board: DEMO_BOARD });

describeBoard("one's own board", ({ open, show }) => {
  const heads = (page: Page) => page.locator('.head .cell:not(.locked)').allInnerTexts();

  const firstEvent = (page: Page) =>
    page.locator('.row[aria-rowindex="2"] .sides').getAttribute('href');

  /** Leaves out the first sportsbook, moves the third before the second, and pins the last event in sight. */
  async function makeOwn(page: Page) {
    const [first = '', second = '', third = ''] = await heads(page);
    await page.getByText(/^Sportsbooks/).click();
    await page.getByRole('checkbox', { name: first, exact: true }).uncheck();
    await page.getByRole('button', { name: `Move ${third} up`, exact: true }).click();
    await page.getByText(/^Sportsbooks/).click();
    const row = page.locator('.row[aria-rowindex="8"]');
    const pinned = await row.locator('.sides').getAttribute('href');
    await row.getByRole('button', { name: 'Keep on top' }).click();
    const isOwn = async (shown = page) => {
      await shown.locator(`.row[aria-rowindex="2"] a[href="${pinned}"]`).waitFor();
      await expect
        .poll(async () => (await heads(shown)).slice(0, 2), { timeout: 10_000 })
        .toEqual([third, second]);
      expect(await shown.locator('.best-side').getByText(first, { exact: true }).count()).toBe(0);
    };
    await isOwn();
    return { isOwn, first };
  }

  test('has the sportsbooks that were chosen, in their order, and pinned events on top, on the next visit too', async () => {
    const board = await open(graph.url);
    const { page } = board;
    await board.statusIs(/^Live$/);
    const before = await firstEvent(page);
    await page.evaluate(() => {
      localStorage.setItem('oddsgraph-sportsbooks', '{"first":["of another tier"],"hidden":[]}');
    });
    await page.reload();
    await board.statusIs(/^Live$/);
    await page.locator('.head .cell').nth(2).waitFor();
    const { isOwn, first } = await makeOwn(page);
    const kept = await page.evaluate(() => localStorage.getItem('oddsgraph-sportsbooks'));
    expect(JSON.parse(kept ?? '').first.at(-1)).toBe('of another tier');
    const next = await board.context.newPage();
    await page.close();
    await next.goto(graph.url);
    await isOwn(next);
    await next.getByText(/^Sportsbooks/).click();
    await next.getByText('Show all, in the default order').click();
    expect((await heads(next))[0]).toBe(first);
    await next.locator('.row[aria-rowindex="2"] .sides').click();
    await next.getByRole('button', { name: 'Keep on top', pressed: true }).click();
    await next.goBack();
    await next.locator(`.row[aria-rowindex="2"] a[href="${before}"]`).waitFor();
    expect(board.problems).toEqual([]);
  }, 60_000);

  test('pins one event with a click on its star, after which the keyboard moves among rows', async () => {
    const board = await open(graph.url);
    const { page } = board;
    await board.statusIs(/^Live$/);
    const star = page.locator('.row[aria-rowindex="8"]').getByRole('button');
    await star.click();
    await page
      .locator('.row[aria-rowindex="2"]')
      .and(page.locator(':has([aria-pressed="true"])'))
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.row.active').waitFor();
    await page.keyboard.press('Space');
    // It may scroll the rows away instead, so what is kept is looked at.
    const pinned = await page.evaluate(() => localStorage.getItem('oddsgraph-events'));
    expect(JSON.parse(pinned ?? '')).toHaveLength(1);
  });

  test('has stars within reach of the mouse, however long the name of the league is', async () => {
    const league = 'fifa_-_world_cup';
    const { page } = await show({
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        feed.offer([price({ league })], [event({ league })]);
        return feed;
      },
    });
    await page
      .locator('.row .league')
      .getByTitle(/World Cup/)
      .waitFor();
    const { x, y, width, height } = await page
      .locator('.row .pin')
      .evaluate((star) => star.getBoundingClientRect().toJSON());
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: 'Keep on top', pressed: true }).waitFor();
  });

  test('is the same in all tabs, and a default is not kept as a choice', async () => {
    const board = await open(graph.url);
    const { page } = board;
    await board.statusIs(/^Live$/);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    const other = await board.context.newPage();
    await other.goto(graph.url);
    const pin = (tab: Page) =>
      tab.getByRole('button', { name: 'Keep on top', pressed: false }).nth(3).click();
    const pinned = (tab: Page) => tab.getByRole('button', { name: 'Keep on top', pressed: true });
    await pin(page);
    await pinned(other).waitFor();
    await pin(other);
    await pinned(page).nth(1).waitFor();
    expect(await pinned(other).count()).toBe(2);
    const stake = (tab: Page) => tab.getByLabel('Bankroll or total stake');
    for (const tab of [page, other]) {
      await tab.getByRole('link', { name: 'Opportunities' }).click();
      await stake(tab).fill('100');
    }
    await stake(other).fill('500');
    await expect.poll(() => stake(page).inputValue()).toBe('500');
  });

  test('works without storage, for as long as the page is open', async () => {
    const board = await open('about:blank');
    const { page } = board;
    await page.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('The user blocks storage.', 'SecurityError');
          },
        });
      }
    });
    await page.goto(graph.url);
    await board.statusIs(/^Live$/);
    const { isOwn } = await makeOwn(page);
    await page.getByRole('button', { name: 'Decimal' }).click();
    await page.locator('.row .sides').first().click();
    await page.locator('.comparison').first().waitFor();
    await page.goBack();
    await isOwn();
    expect(board.problems).toEqual([]);
  });

  test('has the fair prices of the graph beside the best ones', async () => {
    const board = await open(`${graph.url}/#/?phase=upcoming`);
    const { page } = board;
    await board.statusIs(/^Live$/);
    const rows = await page.locator('.row').evaluateAll((all) =>
      all.slice(0, 12).map((row) => ({
        id: decodeURIComponent(row.querySelector('.sides')?.getAttribute('href')?.slice(8) ?? ''),
        fair: Array.from(row.querySelectorAll('.fair-cell .price'), (cell) =>
          Number(cell.textContent?.replace('−', '-')),
        ),
      })),
    );
    expect(rows.filter(({ fair }) => fair.every((price) => price !== 0)).length).toBeGreaterThan(8);
    for (const { id, fair } of rows) {
      const { data } = await graph.ask<Query>(
        `{ event(id: "${id}") { comparison(markets: ["moneyline"]) {
             markets { selections { selectionType fairPrice { american } } } } } }`,
        { key: 'demo_pro' },
      );
      const [market] = data.event?.comparison?.markets ?? [];
      const inOrder = ['away', 'home', 'draw'].flatMap((side) => {
        const found = market?.selections.find(({ selectionType }) => selectionType === side);
        return found === undefined ? [] : [found.fairPrice?.american ?? 0];
      });
      expect(fair).toEqual(inOrder);
    }
    await page.getByText(/^Sportsbooks/).click();
    await page.getByRole('checkbox', { name: 'Fair price beside the best' }).uncheck();
    expect(await page.locator('.fair-cell').count()).toBe(0);
  });
});
