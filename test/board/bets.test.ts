import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { answer, holdUntil } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

const LINKS = 'POST /deeplinks/batch';

/** The address of the next tab that the page opens, once it has one. */
async function nextTab(page: Page): Promise<string> {
  const tab = await page.context().waitForEvent('page');
  await until(() => tab.url() !== 'about:blank' && tab.url() !== '');
  return tab.url();
}

describeBoard('a price of the board', ({ show }) => {
  const price = (page: Page, text: string) => page.locator('.cell b', { hasText: text }).last(); // The home team's.

  test('opens the bet at its sportsbook by a click, for one upstream request', async () => {
    const { board, graph, page } = await show();
    await board.statusIs(/^Live$/);
    const before = graph.proxy.counts[LINKS] ?? 0;
    const [address] = await Promise.all([nextTab(page), price(page, '+100').click()]);
    expect(address).not.toContain(graph.url);
    expect(graph.proxy.counts[LINKS]).toBe(before + 1);
    expect(await page.locator('.notice').count()).toBe(0);
    expect(page.url()).toBe(`${graph.url}/`);
    const [best] = await Promise.all([
      nextTab(page),
      page.locator('.best-cell [data-quote]').first().click(),
    ]);
    expect(best).toBe(address);
  });

  test('is told again if it has moved since the click', async () => {
    const { board, game, graph, page } = await show();
    await board.statusIs(/^Live$/);
    const hasMoved = Promise.withResolvers<void>();
    graph.proxy.plan(LINKS, holdUntil(hasMoved.promise));
    const tab = nextTab(page);
    await price(page, '+100').click();
    await until(() => graph.proxy.counts[LINKS] === 1);
    game.moveHome();
    graph.pass(1);
    await until(async () => {
      graph.clock.advance(50); // Updates wait for their interval; the link waits ten seconds at most.
      return (await price(page, '+150').count()) > 0;
    });
    await page.getByRole('button', { name: 'Decimal' }).click(); // Which moves no price.
    hasMoved.resolve();
    await tab;
    const told = page.getByText(
      'DraftKings has moved the price: Arsenal 2.50, no longer Arsenal 2.00.',
    );
    await told.waitFor();
    await Promise.all([nextTab(page), price(page, '2.50').click()]);
    expect(await told.count()).toBe(0); // It has not moved since that click.
  });

  test('that is suspended is no bet and no best price, on the page of its event either, and comes back without a flash', async () => {
    const { board, game, graph, page } = await show();
    await board.statusIs(/^Live$/);
    await price(page, '+100').waitFor();
    /** Changes the home team's price, and waits until the page shows it. */
    const change = async (american: number, decimal: number, shown: Locator) => {
      const [home] = game.moneyline;
      if (home === undefined) throw new Error('The game has a moneyline.');
      game.feed.change(home, { odds_american: american, odds_decimal: decimal });
      graph.pass(1);
      await until(async () => {
        graph.clock.advance(50);
        return (await shown.count()) > 0;
      });
    };
    await change(0, 1, page.locator('.cell [title*="suspended"]'));
    expect(await page.locator('.cell .price').allInnerTexts()).toEqual(['+100', '–']);
    expect(await page.locator('.best-side .price').allInnerTexts()).toEqual(['+100', '·']);
    expect(await page.locator('.cell [data-quote]').count()).toBe(1);
    await change(100, 2, page.locator('.cell [data-quote]').nth(1));
    expect(await page.locator('.price.flash').count()).toBe(0);

    await page.locator('.row .sides').first().click();
    const books = page.locator('.comparison tbody');
    await books.getByText('+100').nth(1).waitFor();
    await change(0, 1, books.locator('[title*="suspended"]'));
    expect(await books.getByRole('button').count()).toBe(1);
    expect(board.problems).toEqual([]);
  });

  test('that has no link, or that the browser keeps from opening, says so', async () => {
    const { board, graph, page } = await show();
    await board.statusIs(/^Live$/);
    const none = { data: { 1: null, 2: null }, updated_at: '2026-11-21T18:00:00Z' };
    graph.proxy.plan(LINKS, answer(200, none));
    await price(page, '+100').click();
    await page.getByText('DraftKings has no link to it.').waitFor();
    expect(page.context().pages().length).toBe(1);
    graph.pass(60); // What was read is kept for a while.
    await page.evaluate(() => {
      window.open = () => null;
    });
    await price(page, '+100').click();
    await page.getByText('The browser has blocked the tab of DraftKings.').waitFor();
    const link = page.locator('.notice').getByRole('link', { name: 'Open' });
    expect(await link.getAttribute('href')).toMatch(/^http.*deeplink/);
  });

  test('of a higher tier is missing, and the board says which sportsbooks each tier has', async () => {
    const { page } = await show();
    await page.getByLabel('Tier').selectOption('hobby');
    await page.getByText(/^Sportsbooks \(\d+ above this tier\)$/).click();
    const tiers = page.locator('.sportsbooks .tiers');
    await tiers.getByText(/prices of .*Bovada, /).waitFor();
    expect(await tiers.locator('dt').allInnerTexts()).toEqual(['Pro', 'Sharp', 'Enterprise']);
    await page.getByLabel('Tier').selectOption('free');
    await tiers.getByText(/^live prices, .*prices of BetMGM/).waitFor();
  });
});
