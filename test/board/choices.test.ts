import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { BoardGraph } from '../harness/servers/board-graph.ts';
import { until } from '../harness/until.ts';

const DESKTOP = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 780 };

describe.skipIf(CHROMIUM === null)('what people choose on the live board', () => {
  let graph: BoardGraph;
  let browser: Browser;

  beforeAll(async () => {
    graph = await BoardGraph.start();
    browser = await launchBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await graph?.stop();
  });

  /** A board of its own, in a browser without any history. */
  async function open(url: string, viewport = DESKTOP) {
    const board = await BoardPageDriver.open(browser, url, viewport);
    onTestFinished(() => board.close());
    await board.firstPrice();
    return { board, page: board.page };
  }

  test('stands in the address: it outlives a reload, can be sent, and going back undoes it', async () => {
    const { board, page } = await open(graph.url);
    const pressed = (name: string) =>
      page.getByRole('button', { name, exact: true, pressed: true });
    await board.chooseLeague('nfl');
    await page.getByRole('button', { name: 'Total', exact: true }).click();
    await page.getByRole('button', { name: 'Upcoming', exact: true }).click();
    await page.getByRole('searchbox').pressSequentially('Bears');
    await page.getByText('1 event,').waitFor();
    const address = `${graph.url}/#/?league=nfl&market=total&phase=upcoming&search=Bears`;
    expect(page.url()).toBe(address);
    await page.reload();
    await page.getByText('1 event,').waitFor();
    expect(await page.getByLabel('Sport or league').inputValue()).toBe('league:nfl');

    await page.locator('.row .sides').first().click();
    await page.getByRole('link', { name: 'Board', exact: true }).first().click();
    await page.getByText('1 event,').waitFor();
    expect(page.url()).toBe(address);

    await page.goto(address);
    await page.goBack();
    await page.goBack(); // The event.
    await page.goBack();
    await page.goBack(); // The search, as a whole.
    await pressed('Upcoming').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goBack();
    await pressed('Total').waitFor();
    await page.goBack();
    await pressed('Moneyline').waitFor();
    expect(page.url()).toBe(`${graph.url}/#/?league=nfl`);
  }, 60_000);

  test('of an address that nobody understands: the board as it is without', async () => {
    const { page } = await open(graph.url);
    await page.goto(`${graph.url}/#/?market=constructor&phase=42&nothing=%E0%A4%A`);
    await page.locator('.row').first().waitFor();
    await page.getByRole('button', { name: 'Moneyline', pressed: true }).waitFor();
    await page.goto(`${graph.url}/#/event/%E0%A4%A`);
    await page.getByText('There is no such event any more.').waitFor();
    await page.goto(`${graph.url}/#/?league=quidditch`);
    await page.getByText('No sportsbook offers moneyline prices here').waitFor();
    const select = page.getByLabel('Sport or league');
    expect(await select.inputValue()).toBe('league:quidditch');
  });

  test('on a phone: the best price has its sportsbook in letters that fit', async () => {
    const { page } = await open(graph.url, PHONE);
    const names = page.locator('.best-side abbr');
    await names.first().waitFor();
    const shown = await names.evaluateAll((all) =>
      all.map((name) => ({
        text: name.textContent ?? '',
        title: name.getAttribute('title'),
        isCut: (name.parentElement?.scrollWidth ?? 0) > (name.parentElement?.clientWidth ?? 0),
      })),
    );
    expect(shown.filter(({ text, isCut }) => isCut || text.length > 4)).toEqual([]);
    expect(shown.filter(({ text }) => text === 'DK')[0]?.title).toBe('DraftKings');
  });

  test('of a market that closes while it is in sight: it says so, and shows it when it opens again', async () => {
    const game = new OneGame(new ManualClock());
    const ownGraph = await BoardGraph.start({ feed: () => game.feed });
    onTestFinished(() => ownGraph.stop());
    const { page } = await open(ownGraph.url);
    await page.locator('.row .sides').first().click();
    const market = page.getByRole('combobox', { name: 'Market' });
    await page.locator('.comparison').waitFor();
    expect(await market.inputValue()).toBe('moneyline');

    const passUntil = (text: string, count: number) =>
      until(async () => {
        ownGraph.pass(1);
        return (await page.getByText(text).count()) === count;
      });
    game.feed.withdraw(game.moneyline);
    await passUntil('Moneyline is closed', 1);
    expect(await market.inputValue()).toBe('moneyline');
    expect(await page.locator('.comparison').count()).toBe(0);
    game.feed.put(game.moneyline);
    await passUntil('Moneyline is closed', 0);
    await page.locator('.comparison').waitFor();
  });
});
