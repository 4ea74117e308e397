import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { BoardGraph } from '../harness/servers/board-graph.ts';
import { until } from '../harness/until.ts';
import { signingKeyPair, TokenIssuer } from '../harness/viewers/token-issuer.ts';

/** Longer than a token is good, clocks that differ included. */
const TOKEN_SECONDS = 640;

describe.skipIf(CHROMIUM === null)('the live board of a viewer with a token', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);

  afterAll(() => browser?.close());

  async function show() {
    const signingKey = await signingKeyPair('one');
    const issuer = await TokenIssuer.start(signingKey);
    const game = new OneGame(new ManualClock());
    const graph = await BoardGraph.start({
      feed: () => game.feed,
      demoKeys: {},
      viewers: {
        jwksUrl: issuer.jwksUrl,
        issuer: issuer.issuer,
        audience: issuer.audience,
        tierClaim: 'tier',
        upstreamKeys: new Map([
          ['free', 'demo_free'],
          ['pro', 'demo_pro'],
        ]),
        requestsPerMinute: 120,
        cookie: null,
      },
      trustedDocuments: { documents: new TrustedDocuments([]), only: true },
    });
    const board = await BoardPageDriver.open(browser, graph.url);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
      await issuer.stop();
    });
    const token = (tier: string) => issuer.sign(signingKey, graph.clock.now(), { tier });
    /** Fills the form in and sends it. */
    const enter = async (text: string) => {
      await board.page.getByLabel('Your API key or token').fill(text);
      await board.page.keyboard.press('Enter');
    };
    return { game, graph, board, page: board.page, token, enter };
  }

  test('goes on at its cursor after the token has expired and another was entered', async () => {
    const { game, graph, board, page, token, enter } = await show();
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

    const before = graph.proxy.counts;
    const [home] = game.moneyline;
    if (home === undefined) throw new Error('The game has a moneyline.');
    game.feed.change(home, { odds_american: 150, odds_decimal: 2.5 });
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
  }, 60_000);

  test('begins anew with a token of another tier', async () => {
    const { graph, board, page, token, enter } = await show();
    await enter(await token('pro'));
    await board.statusIs(/^Live$/);
    graph.pass(TOKEN_SECONDS);
    await page.getByRole('alert').getByText('The token is no longer valid').waitFor();
    await enter(await token('free'));
    await board.statusIs(/Read every 30 s; live from the Hobby tier on/);
    await board.firstPrice();
  }, 60_000);
});
