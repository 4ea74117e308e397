import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { BoardGraph } from '../harness/servers/board-graph.ts';
import { until } from '../harness/until.ts';

/** Longer than the delay of the free tier's data, and than what is read stays fresh. */
const DELAY_SECONDS = 120;

describe.skipIf(CHROMIUM === null)('a live board without a stream', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);

  afterAll(() => browser?.close());

  /** Holds the answer to the page's next reading of prices back. */
  async function holdReading(page: Page) {
    const answered = Promise.withResolvers<Request>();
    const released = Promise.withResolvers<void>();
    let isHeld = false;
    await page.route('**/graphql', async (route) => {
      const { odds } = route.request().postDataJSON().variables;
      if (odds === undefined || isHeld) return route.fallback();
      isHeld = true;
      const response = await route.fetch();
      answered.resolve(route.request());
      await released.promise;
      await route.fulfill({ response });
    });
    return { answered: answered.promise, release: released.resolve };
  }

  test('shows what its last reading found, although an earlier one is answered later', async () => {
    const game = new OneGame(new ManualClock());
    const graph = await BoardGraph.start({ feed: () => game.feed });
    const board = await BoardPageDriver.open(browser, graph.url);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    const { page } = board;
    await page.getByLabel('Tier').selectOption('free');
    await board.statusIs(/^Read every 30 s/);
    await until(async () => (await board.prices()).size === 2);

    const { answered, release } = await holdReading(page);
    await board.setVisible(true); // It reads whenever it comes into sight.
    const earlier = await answered;
    game.feed.withdraw(game.moneyline.slice(1));
    graph.pass(DELAY_SECONDS);
    const givenUp = page.waitForEvent('requestfailed', (request) => request === earlier);
    await board.setVisible(true);
    await until(async () => (await board.prices()).size === 1);
    release();
    await givenUp;
    expect((await board.prices()).size).toBe(1);
  });
});
