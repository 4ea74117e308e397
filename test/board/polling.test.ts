import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { until } from '../harness/until.ts';

/** Longer than the delay of the free tier's data, and than what is read stays fresh. */
const DELAY_SECONDS = 120;

describeBoard('a live board without a stream', ({ show }) => {
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
    const { game, graph, board, page } = await show();
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
