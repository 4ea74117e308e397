import { expect, test } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';
import { refuseCredential } from './past/recorded.ts';

/** Longer than a token is good, clocks that differ included. */
const TOKEN_SECONDS = 640;

describeBoard('the live board of a viewer with a token', ({ open, show }) => {
  test('goes on at its cursor after the token has expired and another was entered, and begins anew with one of another tier', async () => {
    const game = new OneGame();
    const graph = await viewerGraphOfTest({
      feed: () => game.feed,
      board: { demoKeys: {} },
      upstreamKeys: new Map([
        ['free', 'demo_free'],
        ['pro', 'demo_pro'],
      ]),
      trustedDocuments: { documents: new TrustedDocuments([]), only: true },
    });
    const board = await open(graph.url);
    const { page } = board;
    const token = (tier: string) => graph.token({ tier });
    /** Fills the form in and sends it. */
    const enter = async (text: string) => {
      await page.getByLabel('Your API key or token').fill(text);
      await page.keyboard.press('Enter');
    };
    await enter(await token('pro'));
    await board.statusIs(/^Live$/);
    await board.firstPrice();
    const row = await page.locator('.row').elementHandle();
    expect(board.cursors).toEqual([null]);

    graph.pass(TOKEN_SECONDS);
    await page.getByRole('alert').getByText('The token is no longer valid').waitFor();
    await board.statusIs(/Stopped: prices are as last known/);
    expect((await board.prices()).get('1')).toBe(100);
    expect(await board.accessibilityProblems()).toEqual([]);
    await page.locator('.cell [data-quote]').first().click(); // It opens no tab that waits for a token.
    await page.getByText('Sign in first.').waitFor();

    const before = graph.proxy.counts;
    game.moveHome();
    await enter(await token('pro'));
    await board.statusIs(/^Live$/);
    await until(async () => {
      graph.pass(1);
      return (await board.prices()).get('1') === 150;
    });
    expect(board.cursors).toEqual([null, expect.any(String)]);
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true);
    expect(graph.proxy.counts['GET /stream']).toBe(before['GET /stream']);
    expect(board.addresses.join()).not.toContain('eyJ'); // As every token begins.

    const allow = await refuseCredential(page); // A query is refused before the stream is.
    await board.setVisible(true);
    await page.getByRole('alert').getByText('The token is no longer valid').waitFor();
    await board.statusIs(/^Live$/);
    graph.pass(TOKEN_SECONDS);
    await board.statusIs(/Stopped: prices are as last known/);
    await allow();
    await enter(await token('free'));
    await board.statusIs(/Read every 30 s; live from the Hobby tier on/);
    await board.firstPrice();
  });

  test('has stopped in a view that is opened while its credential is refused, until another is entered', async () => {
    const { graph, board, page } = await show();
    await board.statusIs(/^Live$/);
    const allow = await refuseCredential(page);
    await board.setVisible(true);
    await page.getByRole('alert').getByText('The token is no longer valid').waitFor();
    await page.getByRole('link', { name: 'Opportunities' }).click();
    await board.statusIs(/^Stopped$/);
    await allow();
    await page.getByLabel('Your API key or token').fill('demo_pro');
    await page.keyboard.press('Enter');
    await until(() => {
      graph.clock.advance(100); // Opportunities might come late.
      return page.locator('.status', { hasText: /^Live$/ }).isVisible();
    });
  });

  test('goes on in the other tab of a viewer who has signed out in one, over a restart of the server', async () => {
    const game = new OneGame();
    const graph = await viewerGraphOfTest({
      feed: () => game.feed,
      board: { demoKeys: {} },
      trustedDocuments: { documents: new TrustedDocuments([]), only: true },
    });
    const { page, context } = await open(graph.url);
    const token = await graph.token({ tier: 'pro' });
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(graph.url);
      await tab.getByLabel('Your API key or token').fill(token);
      await tab.keyboard.press('Enter');
      await tab.locator('.status', { hasText: /^Live$/ }).waitFor();
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await graph.stopGraph();
    await other.locator('.status', { hasText: /^Reconnecting/ }).waitFor();
    await graph.startGraph();
    await other.locator('.status', { hasText: /^Live$/ }).waitFor();
  });
});

describeBoard('a live board whose user has signed out', ({ show }) => {
  const CREDENTIAL = 'oddsgraph-credential';

  test('stays so, in the tab of a bet too, and has nothing of that account for the next one', async () => {
    const { game, graph, board, page } = await show({ board: { demoKeys: {} } });
    const enter = async (key: string) => {
      await page.getByLabel('Your API key or token').fill(key);
      await page.keyboard.press('Enter');
    };
    await enter('demo_sharp');
    await board.statusIs(/^Live$/);
    for (const american of [150, 200, 250]) {
      game.moveHome(american);
      await until(async () => {
        graph.pass(1);
        return (await board.prices()).get('1') === american;
      });
    }
    const [bet] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.cell [data-quote]').first().click(),
    ]);
    await until(() => !['', 'about:blank'].includes(bet.url()));

    // Another key is being tried when the user signs out.
    const allow = await refuseCredential(page);
    await page.getByText('real time').waitFor(); // The account is known.
    await board.setVisible(true);
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.locator('.cell [data-quote]').first().click();
    await page.locator('.notice').getByText('Sign in first.').waitFor();
    await allow();
    const released = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      await released.promise;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest('**/graphql');
    await enter('demo_sharp');
    const tried = await asked;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Show the board' }).waitFor();
    released.resolve();
    await (await tried.response())?.finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.unroute('**/graphql');
    const kept = (key: string) => sessionStorage.getItem(key);
    expect(await page.evaluate(kept, CREDENTIAL)).toBeNull();
    expect(await page.locator('.grid').count()).toBe(0);
    await bet.goto(graph.url);
    expect(await bet.evaluate(kept, CREDENTIAL)).toBeNull();
    await bet.close();

    await enter('demo_hobby');
    await board.firstPrice();
    expect(await page.locator('.notice').count()).toBe(0);
    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const { fillText } = prototype;
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      prototype.fillText = function (...given) {
        drawn.push(given[0]);
        fillText.apply(this, given);
      };
    });
    await page.locator('.row .sides').first().click();
    await page.getByRole('button', { name: 'Arsenal', exact: true }).click();
    await page.getByRole('img', { name: /^Arsenal: / }).waitFor();
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
    await until(async () => (await drawn()).some((text) => text.startsWith('+2')));
    expect(await drawn()).not.toContain('+150'); // The price has not moved since.
  });
});
