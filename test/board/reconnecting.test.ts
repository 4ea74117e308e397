import { expect, onTestFinished, test } from 'vitest';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { currentPrices } from '../harness/browser/current-prices.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { answer } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

const PRICES = { list: 'market=moneyline', key: 'demo_pro' };

/** A price that has not been seen for so long looks old where there is no stream. */
const OLD_MS = 3_600_000;

/** The server takes its own stream from the odds service for dead after so long without a word, and reopens it later. */
const STALE_MS = 60_000;
const REOPEN_MS = 1_000;

describeBoard('a live board whose stream was interrupted', (tests) => {
  /** A live board of one game. Its page takes all prices for `ageMs` older than they are. */
  async function show(ageMs = 0) {
    const shown = await tests.show({ aheadMs: ageMs });
    const { board } = shown;
    await board.statusIs(/^Live$/);
    await board.firstPrice();
    return shown;
  }

  test('shows live prices in place of those that it read while no stream was free', async () => {
    const { game, graph, board, page } = await show();
    await graph.stopGraph();
    await board.statusIs(/^Reconnecting/);
    const error = { code: 'stream_limit_exceeded', message: 'Ten streams are open.' };
    graph.proxy.spoil('GET /stream', answer(429, { error }));
    await graph.startGraph();
    await board.statusIs(/^No live stream is free/);
    const shownNow = () => page.locator('.cell [data-quote]').count();
    await until(async () => !(await board.prices()).has('1') && (await shownNow()) > 0); // What is read by query has no ids.

    game.moveHome();
    graph.proxy.reset();
    await page.evaluate(() => dispatchEvent(new Event('online'))); // It need not wait any longer.
    await board.statusIs(/^Live$/);
    const { shown, expected } = await currentPrices(board, graph, PRICES);
    expect(shown).toEqual(expected);
  });

  test('is live again although nothing has changed meanwhile', async () => {
    const { board } = await show();
    await board.context.setOffline(true);
    await board.statusIs(/^Offline/);
    await board.context.setOffline(false);
    await board.statusIs(/^Live$/);
    expect((await board.prices()).size).toBe(2);
    expect(board.cursors).toEqual([null, expect.any(String)]); // Without another snapshot.
  });

  test('is live without any network if the server can be reached, as one on the same machine', async () => {
    const { board, page } = await show();
    const subscribed = page.waitForRequest((request) => request.method() === 'POST');
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false });
      dispatchEvent(new Event('offline'));
    });
    await subscribed; // Over another stream: its own was given up.
    await board.statusIs(/^Live$/);
    expect(await page.locator('.app.stale').count()).toBe(0);
  });

  test('knows that the odds service has come back meanwhile', async () => {
    const { game, graph, board } = await show();
    graph.clock.advance(STALE_MS);
    await board.statusIs(/^Reconnecting to the odds service/);
    const other = await LiveClient.open(graph.url, LIVE_ODDS, { key: PRICES.key });
    onTestFinished(() => other.close());
    await board.context.setOffline(true);
    await board.statusIs(/^Offline/);
    game.moveHome();
    graph.clock.advance(REOPEN_MS);
    await other.untilState('READY');
    await board.context.setOffline(false);
    await board.statusIs(/^Live$/);
    expect(board.cursors).toEqual([null, expect.any(String)]);
  });

  test('shows prices as old that have not changed for long, but not before', async () => {
    const { graph, board, page } = await show(OLD_MS);
    const current = page.locator('.cell .price:not(.old)[title*="unchanged since"]');
    await current.first().waitFor();
    expect(await page.locator('.price.old').count()).toBe(0);
    await graph.stopGraph();
    await board.statusIs(/^Reconnecting/);
    await page.locator('.cell .price.old[title*="last seen 1 h ago"]').first().waitFor();
  });
});
