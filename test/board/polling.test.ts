import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { event, price } from '../harness/feeds/hand-made-feed.ts';
import { answer } from '../harness/servers/faults.ts';
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

  /** A board of the free tier. */
  async function showPolled(aheadMs = 0) {
    const shown = await show({ aheadMs });
    const { graph, board, page } = shown;
    await page.getByLabel('Tier').selectOption('free');
    await board.statusIs(/^Read every 30 s/);
    await until(async () => (await board.prices()).size === 2);
    /** Reads anew, nothing of it from a cache. */
    const readAgain = async () => {
      graph.clock.advance(600_000);
      await board.setVisible(true);
    };
    return { ...shown, readAgain };
  }

  test('keeps its prices, as last known, and those of an event, while they cannot be read', async () => {
    const { graph, board, page, readAgain } = await showPolled();
    const alert = page.locator('footer').getByRole('alert');
    const spoil = () => graph.proxy.spoil('POST /odds/batch', answer(500));
    spoil();
    await readAgain();
    await board.statusIs(/^Reconnecting: prices are as last known$/);
    expect((await board.prices()).size).toBe(2);
    await alert.waitFor();
    graph.proxy.reset();
    graph.clock.advance(60_000);
    await page.clock.runFor(5_000);
    await board.statusIs(/^Read every 30 s/);
    await alert.waitFor({ state: 'detached' });

    await page.locator('.row .sides').first().click();
    await page.locator('.comparison [data-quote]').first().waitFor();
    await board.statusIs(/^Read every 30 s/);
    spoil();
    await readAgain();
    await board.statusIs(/^Reconnecting: prices are as last known$/);
    expect(await page.locator('.comparison [data-quote]').count()).toBeGreaterThan(0);
  });

  test('says what is wrong until it is over, another view is shown or the page loaded again, and waits as long as it is told', async () => {
    const { board, page, readAgain } = await showPolled();
    const alert = page.locator('footer').getByRole('alert');
    let asked = 0;
    /** Answers all readings of prices and events as given, or not at all. */
    const answerAll = (status: number, error?: object) =>
      page.route('**/graphql', (route) => {
        if (!('filter' in route.request().postDataJSON().variables)) return route.fallback();
        asked += 1;
        return error && route.fulfill({ status, json: { errors: [error] } });
      });

    const limit = { code: 'RATE_LIMITED', retryAfterSeconds: 40 };
    await answerAll(200, { message: 'Too many requests.', extensions: limit });
    await readAgain();
    await alert.getByText('Too many requests. Next attempt in 40 s.').waitFor();
    await until(() => asked === 2);
    await page.clock.runFor(39_000);
    expect(asked).toBe(2);
    await page.getByRole('link', { name: 'Opportunities' }).click();
    await page.getByText('Live opportunities need the Hobby tier.').waitFor();
    expect(await alert.count()).toBe(0);
    await page.getByRole('link', { name: 'Board' }).click();
    await alert.waitFor();

    await page.unroute('**/graphql');
    const unknown = { code: 'PERSISTED_QUERY_NOT_FOUND' };
    await answerAll(404, { message: 'Unknown document id.', extensions: unknown });
    await board.setVisible(true);
    await alert.getByText('Load this page again: the server has a newer one.').waitFor();
    await board.statusIs(/^Load this page again/);

    await page.route('**/graphql/stream', (route) => {
      const body = route.request().postDataJSON();
      const isOperation = body?.documentId !== undefined;
      const postData = { ...body, documentId: '0'.repeat(40) };
      return isOperation ? route.continue({ postData }) : route.fallback();
    });
    await page.getByLabel('Tier').selectOption('pro');
    await board.statusIs(/^Load this page again/);
    await page.unroute('**/graphql/stream');
    await page.getByLabel('Tier').selectOption('free');

    await page.unroute('**/graphql');
    await board.setVisible(true);
    await alert.waitFor({ state: 'detached' });
    await board.statusIs(/^Read every 30 s/);
    await page.evaluate(() => {
      AbortSignal.timeout = (ms) => {
        const late = new AbortController();
        setTimeout(() => late.abort(), ms); // By the page's clock, which tests advance.
        return late.signal;
      };
    });
    await answerAll(0);
    asked = 0;
    await board.setVisible(true);
    await until(() => asked === 2);
    await page.clock.runFor(29_000);
    expect(await alert.count()).toBe(0);
    await page.clock.runFor(2_000);
    await alert.getByText('The server cannot be reached.').waitFor();
    await board.statusIs(/^Reconnecting: prices are as last known$/);
  });

  test('says that it has stopped when its key is refused, by whichever reading', async () => {
    const { board, page } = await showPolled();
    await page.route('**/graphql', (route) => {
      const { filter, odds } = route.request().postDataJSON().variables;
      if (filter === undefined || odds !== undefined) return; // Only events are answered.
      const error = { message: 'No.', extensions: { code: 'UNAUTHENTICATED' } };
      return route.fulfill({ status: 401, json: { errors: [error] } });
    });
    await board.setVisible(true);
    await page.getByRole('alert').getByText('No.').waitFor();
    await board.statusIs(/^Stopped: prices are as last known$/);
  });

  test('is live once its account has a tier that may stream', async () => {
    const { board, graph, page } = await show({
      aheadMs: 0,
      prepare: ({ proxy }) =>
        proxy.rewrite<object>('GET /account/keys', (body) =>
          JSON.parse(JSON.stringify(body).replaceAll('"pro"', '"free"')),
        ),
    });
    await board.statusIs(/^Read every 30 s/);
    graph.proxy.reset();
    graph.pass(600);
    await page.clock.fastForward(600_000);
    await board.statusIs(/^Live$/);
    await board.firstPrice();
    await page.getByText('real time').waitFor();
  });

  test('tells how many requests are left, until the minute is over, whatever the clock of the browser says', async () => {
    const { board, page } = await showPolled(120_000);
    const budget = page.getByText(/ upstream requests left$/);
    const left = async () => (await budget.innerText()).match(/[\d,]+/g) ?? [];
    const [remaining, limit] = await left();
    expect(remaining).not.toBe(limit);
    await board.setVisible(false); // So that nothing is read.
    await page.clock.runFor(61_000);
    expect(await left()).toEqual([limit, limit]);
  });

  test('lists the leagues that come while it is open', async () => {
    const { game, graph, board, page } = await show({ aheadMs: 0 });
    await board.statusIs(/^Live$/);
    await page.locator('option[value="league:epl"]').waitFor({ state: 'attached' });
    const match = { sport: 'basketball', league: 'nba', home_team: 'Lakers', away_team: 'Bulls' };
    game.feed.offer(
      [price({ ...match, id: '9', event_id: 'hoops' })],
      [event({ ...match, id: 'hoops' })],
    );
    graph.pass(600);
    await page.clock.fastForward(600_000);
    await page.locator('option[value="league:nba"]').waitFor({ state: 'attached' });
  });
});
