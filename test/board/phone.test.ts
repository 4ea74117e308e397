import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../harness/browser/board-page.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed, price } from '../unit/origin/hand-made-feed.ts';

const TEAMS: [string, string] = ['Washington Commanders', 'San Francisco 49ers'];

/** All texts in sight with letters smaller than 12 px. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement === null || !textContent?.trim()) continue;
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      if (size < 12) small.push(`${textContent}: ${size}`);
    }
    return small;
  });
}

/** All controls that are lower than 32 px, or not within the screen. */
function badControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('button, select, input, nav a'))
      .filter((control) => {
        if (!control.checkVisibility({ contentVisibilityAuto: true })) return false;
        const { height, left, right } = control.getBoundingClientRect();
        const isScrolled = control.closest('.grid, .comparison') !== null;
        return height < 32 || (!isScrolled && (left < 0 || right > innerWidth));
      })
      .map((control) => control.outerHTML.slice(0, 100)),
  );
}

/** How many pixels of the names of teams are cut off. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.side .name, .matchup .market-name'))
      .filter(
        (name) => name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth,
      )
      .map((name) => name.textContent ?? ''),
  );
}

describeBoard('the live board on a phone', ({ show }) => {
  test('has texts and controls that can be read and touched, in all views, and cuts no team', async () => {
    const { board, page, graph } = await show({ viewport: PHONE, teams: TEAMS });
    const check = async () => {
      expect(await smallTexts(page)).toEqual([]);
      expect(await badControls(page)).toEqual([]);
      expect(await cutNames(page)).toEqual([]);
      const { height } = (await page.locator('.state-bar').boundingBox()) ?? { height: 0 };
      expect(height).toBeLessThan(45);
    };
    await board.statusIs(/^Live$/);
    await check();
    await page.getByText(/^Sportsbooks/).click();
    await page.getByRole('button', { name: 'Move FanDuel up' }).waitFor();
    await check();
    await page.getByText(/^Sportsbooks/).click();
    await page.getByLabel('Market').selectOption('Spread');
    await page.getByLabel('Live or upcoming').selectOption('Upcoming');
    await page.getByLabel('Odds format').selectOption('Decimal');
    await page
      .locator('.cell b', { hasText: /^2.00$/ })
      .first()
      .waitFor();
    await check();
    await page.locator('.row .sides').first().click();
    await page.locator('.comparison').waitFor();
    await check();
    await page.goto(`${graph.url}/#/opportunities`);
    await page.getByText('None is open at the moment.').first().waitFor();
    await check();
  });

  test('has the teams above the sides of a total in full', async () => {
    const teams = { home_team: TEAMS[0], away_team: TEAMS[1] };
    const { page } = await show({
      viewport: PHONE,
      view: '/#/?market=total',
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        const total = { ...teams, market_type: 'total_points', line: 44.5 };
        feed.offer(
          [price({ ...total, selection: 'Over', selection_type: 'over' })],
          [event({ ...teams, league: 'nfl', sport: 'football' })],
        );
        return feed;
      },
    });
    await page.getByText('San Francisco 49ers @ Washington Commanders').waitFor();
    expect(await cutNames(page)).toEqual([]);
    expect(await smallTexts(page)).toEqual([]);
  });
});
