import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeBoard, type Shown, type ShowOptions } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed } from '../harness/feeds/hand-made-feed.ts';
import { rateLimited } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

type Costs = Record<string, number>;

/** What a page at rest costs in a minute: the scores, every fifteen seconds. */
const AT_REST: Costs = { 'GET /events': 4 };

const MOVED = { odds_american: 120, odds_decimal: 2.2 };

describeBoard('what the page asks upstream in a minute', (tests) => {
  async function show(options: ShowOptions = {}): Promise<Shown> {
    const shown = await tests.show({ aheadMs: 0, ...options });
    await shown.board.statusIs(/^Live$/);
    return shown;
  }

  /** The requests by route that something causes. */
  async function costsOf({ graph }: Shown, action: () => Promise<unknown>): Promise<Costs> {
    const before: Costs = graph.proxy.costs;
    await action();
    const counts = Object.entries<number>(graph.proxy.costs).map(
      ([route, count]) => [route, count - (before[route] ?? 0)] as const,
    );
    return Object.fromEntries(counts.filter(([, count]) => count !== 0));
  }

  /** Seconds before a minute begins, so that no reading of the scores falls on its first or last moments. */
  const OFFSET = 7;

  /** The same of a minute. */
  async function costsOfMinute(shown: Shown): Promise<Costs> {
    await pass(shown, OFFSET);
    return costsOf(shown, () => pass(shown, 60));
  }

  /** Lets time pass for the page and the server; each second ends when the page's queries are answered. */
  async function pass({ graph, page }: Shown, seconds: number): Promise<void> {
    const inFlight = queriesInFlight(page);
    for (let second = 0; second < seconds; second += 1) {
      graph.pass(1);
      await page.clock.runFor(1_000);
      await until(() => inFlight.size === 0);
    }
  }

  /** The page's queries that are not answered yet. */
  function queriesInFlight(page: Page): ReadonlySet<Request> {
    const queries = new Set<Request>();
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) queries.add(request);
    });
    page.on('requestfinished', (request) => queries.delete(request));
    page.on('requestfailed', (request) => queries.delete(request));
    return queries;
  }

  test('at rest: the scores, and nothing for prices, with one row and one column of prices', async () => {
    const shown = await show();
    expect(await costsOfMinute(shown)).toEqual(AT_REST);
    expect(await shown.page.locator('.row').count()).toBe(1);
    const open = shown.page.locator('.head .cell:not(.locked)');
    expect(await open.allInnerTexts()).toEqual(['DraftKings']);
  });

  test('with an event and books that have no prices: no more, and no column', async () => {
    const shown = await show({
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        feed.offer([], [event()]);
        return feed;
      },
    });
    expect(await costsOfMinute(shown)).toEqual(AT_REST);
    await shown.page.getByText('No sportsbook offers such prices here').waitFor();
  });

  test('while the server is stopped: nothing; when it is back: one stream', async () => {
    const shown = await show();
    const { graph, board } = shown;
    await graph.stopGraph();
    await board.statusIs(/Reconnecting: prices are as last known/);
    expect(await costsOfMinute(shown)).toEqual({});
    expect((await board.prices()).size).toBe(2);
    await graph.startGraph();
    const costs = await costsOf(shown, async () => {
      await pass(shown, 5); // No longer, so that the stream is not taken for a silent one.
      await board.statusIs(/^Live$/);
      await pass(shown, 10);
    });
    expect(costs).toEqual({ 'GET /events': 1, 'GET /stream': 1 });
    expect(await costsOfMinute(shown)).toEqual(AT_REST);
  });

  test('while the odds service limits requests: fewer', async () => {
    const shown = await show();
    shown.graph.proxy.spoil('GET /events', rateLimited({ 'retry-after': '30' }));
    expect(await costsOfMinute(shown)).toEqual({ 'GET /events': 2 });
    expect((await shown.board.prices()).size).toBe(2);
    await shown.page.getByRole('alert').getByText('Next attempt in').waitFor();
    expect(await shown.board.status()).toBe('Live');
  });

  test('on a slow network: no more', async () => {
    const shown = await show();
    const { board, page } = shown;
    const network = await board.context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 40_000,
      uploadThroughput: 40_000,
    });
    const costs = await costsOf(shown, async () => {
      await page.reload();
      await page.getByText('Waiting for the first prices').waitFor();
      await board.firstPrice();
      await board.statusIs(/^Live$/);
    });
    // How much of what one load reads is cached depends on how long the slow network takes.
    for (const [route, count] of Object.entries(costs)) {
      expect([
        ['GET /events', 1],
        ['POST /odds/batch', 1],
      ]).toContainEqual([route, count]);
    }
    expect(await costsOfMinute(shown)).toEqual(AT_REST);
  });

  test('after the computer has slept for an hour: one reading of the scores, the leagues and the sportsbooks, and what changed since', async () => {
    const shown = await show();
    const { game, board, graph, page } = shown;
    const costs = await costsOf(shown, async () => {
      game.feed.put(game.moneyline.map(({ ref, odds }) => ({ ref, odds: { ...odds, ...MOVED } })));
      graph.pass(3_600);
      await page.clock.fastForward(3_600_000);
      await page.locator('.cell b', { hasText: '+120' }).first().waitFor();
      await board.statusIs(/^Live$/);
    });
    // The scores and the leagues are two lists of events. The graph's own stream was as long without a word.
    expect(costs).toEqual({ 'GET /events': 2, 'GET /sportsbooks': 1, 'GET /stream': 1 });
    // On a busy machine the page wakes after it has resumed once, and resumes again.
    const [first, ...resumed] = board.cursors;
    expect(first).toBeNull();
    expect([1, 2]).toContain(resumed.length);
    for (const cursor of resumed) expect(cursor).toEqual(expect.any(String));
    expect(await costsOfMinute(shown)).toEqual(AT_REST);
  });

  test('after its key was refused: nothing', async () => {
    const shown = await show();
    const { page } = shown;
    await page.evaluate(() => sessionStorage.setItem('oddsgraph-credential', 'revoked'));
    await page.reload();
    await page.getByRole('alert').getByText('was refused').waitFor();
    const costs = await costsOf(shown, async () => {
      shown.graph.pass(60);
      await page.clock.runFor(60_000);
    });
    expect(costs).toEqual({});
  });
});
