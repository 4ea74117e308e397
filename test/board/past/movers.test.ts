import { expect, test } from 'vitest';
import { describeBoard, type ShowOptions } from '../../harness/browser/board-tests.ts';
import { showRecorded } from './recorded.ts';

describeBoard('the price moves of the live board', (tests) => {
  const show = (options: ShowOptions = {}) =>
    showRecorded(tests, { view: '/#/movers', aheadMs: 0, ...options });

  test('are none at first, then show how far which price moved and at which sportsbook, and lead to the event', async () => {
    const { game, graph, page, board, recorded } = await show({
      view: '/#/movers?window=15',
    });
    const rows = page.locator('.move');
    await page.getByText('No price has moved as far as that.').waitFor();
    await recorded(100);
    graph.pass(16 * 60); // A move begins at the price that stood when the window began.
    game.moveHome(-150);
    await recorded(-150);
    await page.clock.runFor(10_000);
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    const text = await rows.first().innerText();
    expect(text).toContain('▲ 10.0'); // From 50 % to 60 %.
    expect(text).toContain('+100 → −150');
    expect(text).toContain('Arsenal');
    expect(text).toContain('DraftKings first');
    expect(await board.accessibilityProblems()).toEqual([]);
    await page.getByLabel('Least move, points').fill('11');
    await page.getByText('No price has moved as far as that.').waitFor();
    await page.getByLabel('Least move, points').fill('');
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Everton @ Arsenal' }).waitFor();
    expect(board.problems).toEqual([]);
  });

  test('say which tier they need, and appear with it', async () => {
    const { page } = await show();
    await page.getByText('No price has moved as far as that.').waitFor();
    await page.getByLabel('Tier').selectOption('hobby');
    await page.getByText('Price moves need the Pro tier.').waitFor();
    await page.getByLabel('Tier').selectOption('sharp');
    await page.getByText('No price has moved as far as that.').waitFor();
  });

  test('are explained where the server records nothing', async () => {
    const { page } = await tests.show({ view: '/#/movers' });
    await page.getByText('This server does not record prices').waitFor();
  });
});
