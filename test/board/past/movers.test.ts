import { expect, test } from 'vitest';
import { describeBoard } from '../../harness/browser/board-tests.ts';
import { refuseCredential, showMove, showRecorded } from './recorded.ts';

describeBoard('the price moves of the live board', (tests) => {
  test('are none at first, then show how far which price moved and at which sportsbook, and lead to the event', async () => {
    const { page, board, rows } = await showMove(tests);
    expect(await rows.count()).toBe(1);
    const text = await rows.first().innerText();
    expect(text).toContain('▲ 10.0'); // From 50 % to 60 %.
    expect(text).toContain('+100 → −150');
    expect(text).toContain('Arsenal');
    expect(text).toContain('DraftKings first');
    expect(await board.accessibilityProblems()).toEqual([]);
    const least = page.getByLabel('Minimum move, points');
    expect(await least.getAttribute('placeholder')).toBe('3');
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().variables.minMovePercent === 9) {
        asked.resolve();
        await answer.promise;
      }
      return route.fallback();
    });
    await least.fill('9');
    await asked.promise;
    expect(await rows.count()).toBe(1); // Nothing flickers while another minimum is typed.
    answer.resolve();
    await board.statusIs(/^Read every 10 s$/);
    await least.fill('11');
    await page.getByText('No price has moved as far as that.').waitFor();
    await least.fill('');
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Everton @ Arsenal' }).waitFor();
    expect(board.problems).toEqual([]);
  });

  test('stay after a token was refused, and go on with another of the same tier', async () => {
    const { board, page, rows } = await showMove(tests);
    const row = await rows.first().elementHandle();
    const isShown = () => row?.evaluate((element) => element.isConnected);
    await page.getByText('real time').waitFor(); // The account is known.
    const allow = await refuseCredential(page);
    const colour = () =>
      rows
        .locator('b')
        .first()
        .evaluate((price) => getComputedStyle(price).color);
    const fresh = await colour();
    await page.clock.runFor(10_000);
    await page.getByRole('alert').getByText('The token is no longer valid.').waitFor();
    expect(await isShown()).toBe(true);
    expect(await colour()).not.toBe(fresh);
    await allow();
    await page.getByLabel('Your API key or token').fill('demo_pro');
    await page.keyboard.press('Enter');
    await board.statusIs(/^Read every 10 s$/);
    expect(await isShown()).toBe(true);
  });

  test('say which tier they need, and appear with it', async () => {
    const { page } = await showRecorded(tests, { view: '/#/movers' });
    await page.getByText('No price has moved as far as that.').waitFor();
    await page.getByLabel('Tier').selectOption('hobby');
    await page.getByText('Price moves need the Pro tier.').waitFor();
    await page.getByText('how prices moved').waitFor();
    await page.getByLabel('Tier').selectOption('sharp');
    await page.getByText('No price has moved as far as that.').waitFor();
  });

  test('have the line of each selection, and the player', async () => {
    const move = {
      event: null,
      eventId: 'game',
      marketType: 'point_spread',
      playerName: null,
      from: { american: 100, decimal: 2 },
      to: { american: -150, decimal: 1.67 },
      movePercent: 10,
      sportsbookIds: ['draftkings'],
      firstSportsbookId: 'draftkings',
      since: '2026-11-21T18:00:00Z',
    };
    const nodes = [
      { ...move, selection: 'Philadelphia 76ers', selectionType: 'home', line: 7 },
      {
        ...{ ...move, marketType: 'total_points', line: 215.5, playerName: 'Tatum' },
        ...{ selection: 'Under', selectionType: 'under' },
      },
    ];
    const { graph, page } = await tests.show();
    await page.route('**/graphql', (route) => {
      const isOfMoves = 'windowMinutes' in route.request().postDataJSON().variables;
      const json = { data: { priceMoves: { totalCount: nodes.length, nodes } } };
      return isOfMoves ? route.fulfill({ json }) : route.fallback();
    });
    await page.goto(`${graph.url}/#/movers`);
    const selections = page.locator('.moved .selection');
    await selections.first().waitFor();
    expect(await selections.allInnerTexts()).toEqual([
      'Philadelphia 76ers +7',
      'Tatum Under 215.5',
    ]);
  });

  test('are explained where the server records nothing', async () => {
    const { board, page } = await tests.show({ view: '/#/movers' });
    await page.getByText('This server does not record prices').waitFor();
    await board.statusIs(/^Not on this server$/);
  });
});
