import { expect, test } from 'vitest';
import { describeBoard } from '../../harness/browser/board-tests.ts';
import { refuseCredential, showRecorded } from './recorded.ts';

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
