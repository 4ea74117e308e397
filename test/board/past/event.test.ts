import { expect, test } from 'vitest';
import { pastOf } from '../../../src/board/page/event/past-points.ts';
import { describeBoard } from '../../harness/browser/board-tests.ts';
import { refuseCredential, showRecorded } from './recorded.ts';

const HOUR = 3_600_000;

describeBoard('an event of the live board whose prices were recorded', (tests) => {
  test('has charts since the first recorded price, its opening price, and an arrow for the move since', async () => {
    const { game, graph, board, page, recorded } = await showRecorded(tests);
    await recorded(100);
    graph.pass(600);
    game.moveHome(150);
    await recorded(150);
    await page.goto(`${graph.url}/#/event/game`);
    const moneyline = page.getByRole('region', { name: 'Moneyline' });
    await moneyline
      .getByRole('img', { name: /prices of 1 sportsbooks since they were first recorded/ })
      .waitFor();
    const row = moneyline.getByRole('row').filter({ hasText: 'DraftKings' });
    await moneyline.getByRole('button', { name: 'Arsenal', exact: true }).click();
    await row.locator('.opening').getByText('▲').waitFor();
    expect(await row.locator('.opening').innerText()).toContain('+100');
    expect(await board.accessibilityProblems()).toEqual([]);
    expect(board.problems).toEqual([]);

    // A reading of the past that fails in part takes nothing away.
    const failed = { message: 'It took too long.', path: ['event', 'odds'] };
    const answered = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (!('daysAgo' in route.request().postDataJSON().variables)) return route.fallback();
      const data = { historyCoverage: { gaps: [] }, event: { odds: null } };
      await route.fulfill({ json: { data, errors: [failed] } });
      answered.resolve();
    });
    await board.setVisible(true);
    await answered.promise;
    await page.getByText('real time').waitFor(); // The account is known.
    await refuseCredential(page);
    await board.setVisible(true); // The event is read at once.
    await page.getByRole('alert').getByText('The token is no longer valid.').waitFor();
    expect(await row.locator('.opening').innerText()).toContain('+100');
  });

  test('has charts that end with the newest recorded price', async () => {
    // The page's last day begins within an hour in which the price changes, and changes again.
    const { game, graph, page, recorded } = await showRecorded(tests, { aheadMs: 24.5 * HOUR });
    await recorded(100);
    for (const price of [150, 120]) {
      graph.pass(20 * 60);
      game.moveHome(price);
      await recorded(price);
    }
    graph.pass(30 * 60);
    const reading = page.waitForResponse((response) =>
      String(response.request().postData()).includes('daysAgo'),
    );
    await page.goto(`${graph.url}/#/event/game`);
    const { data } = await (await reading).json();
    const now = graph.clock.now() + 24 * HOUR;
    const { points } = pastOf(data.event.odds[0], data.historyCoverage.gaps, now);
    expect(points.at(-1)?.decimal).toBe(2.2);
  });

  test('has charts since the page was opened on a lower tier, and says from which tier on there is more', async () => {
    const { graph, page, recorded } = await showRecorded(tests);
    await recorded(100);
    await page.goto(`${graph.url}/#/event/game`);
    await page.getByLabel('Tier').selectOption('hobby');
    await page
      .getByText('From the Pro tier on, charts begin when the market opened.')
      .first()
      .waitFor();
    const name = /prices of 1 sportsbooks since the page was opened/;
    await page.getByRole('img', { name }).first().waitFor();
    expect(await page.locator('.opening').count()).toBe(0);
  });

  test('has charts since the page was opened where the server records nothing, and says so', async () => {
    const { page, board } = await tests.show({ view: '/#/event/game' });
    await page.getByText('this server does not record prices').first().waitFor();
    const name = /prices of 1 sportsbooks since the page was opened/;
    await page.getByRole('img', { name }).first().waitFor();
    expect(await page.locator('.opening').count()).toBe(0);
    expect(board.problems).toEqual([]);
  });
});
