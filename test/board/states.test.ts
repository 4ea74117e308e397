import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import type { ManualClock } from '../harness/manual-clock.ts';
import { BoardGraph, type BoardGraphOptions } from '../harness/servers/board-graph.ts';
import { answer, hang, rateLimited } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { HandMadeFeed } from '../unit/origin/hand-made-feed.ts';

const HOSTILE = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  'مكابي תל־אביב \u202Eesrever',
  '🏈👩‍👩‍👧‍👦 Ünïcödé & "quotes"',
  'W'.repeat(300),
] as const;

/** The feed of a board with one game. */
const oneGame = (names?: readonly [string, string]) => (clock: ManualClock) =>
  new OneGame(clock, names).feed;

describe.skipIf(CHROMIUM === null)('what the live board says', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);

  afterAll(() => browser?.close());

  /** A graph for one test, and a board that shows it. */
  async function show(options: BoardGraphOptions, viewport?: { width: number; height: number }) {
    const graph = await BoardGraph.start(options);
    const board = await BoardPageDriver.open(browser, graph.url, viewport);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    return { graph, board, page: board.page };
  }

  test('of names that hold markup, other directions, emoji and 300 characters: text', async () => {
    for (const names of [HOSTILE.slice(0, 2), HOSTILE.slice(2)] as [string, string][]) {
      const { board, page } = await show({ feed: oneGame(names) }, { width: 1_280, height: 800 });
      await board.firstPrice();
      await page.getByText(names[0], { exact: true }).first().waitFor();
      const shown = await page.locator('.row .name').allTextContents();
      expect(shown.sort()).toEqual([...names].sort());
      expect(await page.title()).toBe('Oddsgraph');
      const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(widths[0]).toBe(widths[1]); // A long name does not widen the page.
      expect(board.problems).toEqual([]);
    }
  });

  test('of no events and of no prices', async () => {
    const { page } = await show({ feed: (clock) => new HandMadeFeed(clock) });
    await page.getByText('No sportsbook offers moneyline prices here at the moment.').waitFor();
  });

  test('of a refused key: it says so and asks for another, which works', async () => {
    const { board, page } = await show({ demoKeys: {}, feed: oneGame() });
    const field = page.getByLabel('Your API key or token');
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('was refused').waitFor();
    expect(await field.inputValue()).toBe('wrong'); // To be corrected.
    expect(board.refusals).toBe(1); // Nothing else is asked with a key that was not good yet.
    await field.fill('demo_pro');
    await page.keyboard.press('Enter');
    await board.firstPrice();
    await page.reload(); // The tab keeps it.
    await board.firstPrice();
    expect(board.addresses.join()).not.toContain('demo_pro');
  });

  test('of a graph that takes tokens alone: it asks for a token', async () => {
    const { page } = await show({ demoKeys: {}, acceptsApiKeys: false, feed: oneGame() });
    await page.getByLabel('Your token').waitFor();
  });

  /** A live board with a key of its own, which `revoke` revokes. */
  async function showWithKey() {
    const { graph, board, page } = await show({ demoKeys: {}, feed: oneGame() });
    const mutate = async (query: string) => {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
        body: JSON.stringify({ query }),
      });
      return (await response.json()).data;
    };
    const { createApiKey } = await mutate(
      'mutation { createApiKey(name: "board") { secret apiKey { id } } }',
    );
    await page.getByLabel('Your API key or token').fill(createApiKey.secret);
    await page.keyboard.press('Enter');
    await board.statusIs(/^Live$/);
    /** Resolves when the page says that the key was refused. */
    const revoke = async () => {
      await mutate(`mutation { deleteApiKey(id: "${createApiKey.apiKey.id}") { id } }`);
      await until(async () => {
        graph.pass(5);
        return (await page.getByText('was refused').count()) > 0;
      });
    };
    return { board, page, revoke };
  }

  test('of a key that is revoked: it is refused in mid-stream', async () => {
    const { revoke } = await showWithKey();
    await revoke();
  });

  test('of a key that is revoked while an event is shown: nothing is asked without a key', async () => {
    const { board, page, revoke } = await showWithKey();
    await page.locator('.row .sides').first().click();
    await page.locator('.comparison').waitFor();
    await revoke();
    const before = board.addresses.length;
    await board.setVisible(true); // With a key, the event would be read at once.
    await page.evaluate(() => fetch('board/icon.svg'));
    expect(board.addresses.slice(before)).toEqual([expect.stringMatching(/icon\.svg$/)]);
  });

  test('of a stream that has not begun: prices by query, and that it loads', async () => {
    const graph = await BoardGraph.start({ feed: oneGame() });
    graph.proxy.spoil('GET /stream', hang);
    const board = await BoardPageDriver.open(browser, graph.url);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    await board.firstPrice();
    expect(await board.status()).toBe('Loading');
  });

  test('of an account without a free stream: prices by query, until a stream is free', async () => {
    const graph = await BoardGraph.start({ feed: oneGame() });
    const error = { code: 'stream_limit_exceeded', message: 'Ten streams are open.' };
    graph.proxy.spoil('GET /stream', answer(429, { error }));
    const board = await BoardPageDriver.open(browser, graph.url);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    await board.firstPrice();
    await board.statusIs(/^No live stream is free/);
    graph.proxy.reset();
    await board.page.evaluate(() => dispatchEvent(new Event('online'))); // It need not wait any longer.
    await board.statusIs(/^Live$/);
  });

  test('of an account without the streaming add-on: that live prices and opportunities need it', async () => {
    const graph = await BoardGraph.start({ feed: oneGame() });
    const error = { code: 'feature_not_available', message: 'There is no add-on.' };
    graph.proxy.spoil('GET /stream', answer(403, { error }));
    const board = await BoardPageDriver.open(browser, graph.url);
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    await board.firstPrice();
    await board.statusIs(/^Read every 30 s; live with the streaming add-on$/);
    await board.page.getByRole('link', { name: 'Opportunities' }).click();
    await board.page.getByText('Live opportunities need the streaming add-on.').waitFor();
    await board.statusIs(/^Not on this account$/);
    expect(await board.page.getByText('Waiting for the first prices').count()).toBe(0);
  });

  test('of a rate limit: it says so and keeps what is on the screen', async () => {
    const { graph, board, page } = await show({ feed: oneGame() });
    await board.firstPrice();
    await page.locator('option[value="league:epl"]').waitFor({ state: 'attached' });
    graph.proxy.spoil('GET /events', rateLimited({ 'retry-after': '30' }));
    await board.chooseLeague('epl');
    const isTold = async () => {
      graph.clock.advance(1_000);
      return (await page.getByRole('alert').getByText('Next attempt in').count()) > 0;
    };
    await until(isTold);
    await board.firstPrice(); // The stream goes on.
    expect(await board.status()).toBe('Live');
  });

  test('of ten tabs at once: all have prices, and four of them live', async () => {
    const { board, page } = await show({ feed: oneGame() }, { width: 1_000, height: 700 });
    await board.firstPrice();
    const address = page.url();
    const tabs = [page];
    for (let tab = 1; tab < 10; tab += 1) tabs.push(await board.context.newPage());
    await Promise.all(tabs.slice(1).map((tab) => tab.goto(address)));
    for (const tab of tabs) await tab.locator('.cell [data-quote]').first().waitFor();
    const states = await Promise.all(tabs.map((tab) => tab.locator('.status').innerText()));
    expect(states.filter((state) => state.startsWith('Other tabs')).length).toBe(6);
  }, 60_000);
});
