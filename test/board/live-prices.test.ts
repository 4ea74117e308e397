import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BoardPageDriver, WIDE } from '../harness/browser/board-page.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { currentPrices } from '../harness/browser/current-prices.ts';
import { firstPriceMs, watchForFirstPrice } from '../harness/browser/first-price.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { DEMO_BOARD, startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

/** A second is meant, which the bench measures; a busy machine needs more. */
const FIRST_PRICE_MS_MAX = 10_000;

const LEAGUE = 'league=nfl&market=moneyline';

describeBoard('the live board', ({ browser, show }) => {
  let graph: TestGraph;
  let board: BoardPageDriver;

  beforeAll(async () => {
    graph = await startTestGraph({ board: DEMO_BOARD });
    board = await BoardPageDriver.open(browser(), graph.url, { viewport: WIDE });
    await board.firstPrice();
    await board.chooseLeague('nfl');
  });

  afterAll(async () => {
    await board?.close();
    await graph?.stop();
  });

  /** Resolves when the screen equals the origin, price by price. */
  async function screenEqualsOrigin(key = 'demo_pro'): Promise<void> {
    const { shown, expected } = await currentPrices(board, graph, { list: LEAGUE, key });
    expect(expected.length).toBeGreaterThan(20);
    expect(shown).toEqual(expected);
  }

  test('shows what the origin has, without a key typed in, and follows its changes', async () => {
    await screenEqualsOrigin();
    const before = await board.prices();
    for (let minute = 0; minute < 6; minute += 1) graph.pass(10);
    await screenEqualsOrigin();
    const after = await board.prices();
    expect([...after].filter(([id, price]) => before.get(id) !== price).length).toBeGreaterThan(5);
    // After a minute without heartbeats, the server may have opened its stream anew.
    await until(async () => {
      graph.clock.advance(100);
      return (await board.status()) === 'Live';
    });
  });

  test('has its first price after few requests, none of them upstream just after another visitor', async () => {
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    const other = await context.newPage();
    const unanswered = new Set<unknown>();
    other.on('request', (request) => {
      if (request.url().endsWith('/graphql')) unanswered.add(request);
    });
    other.on('requestfinished', (request) => unanswered.delete(request));
    await watchForFirstPrice(other);
    await other.goto(graph.url);
    await firstPriceMs(other);
    // Its first price may come on the stream, before the answers to its queries.
    await until(() => unanswered.size === 0);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(graph.url, '')));
    await watchForFirstPrice(page);
    const before = graph.proxy.costs;
    await page.goto(graph.url);
    const ms = await firstPriceMs(page);
    const icon = await page.locator('link[rel="icon"]').getAttribute('href');
    asked.push(`/${icon}`); // Only a browser with windows asks for it.
    const files = new Set(asked.filter((path) => path.startsWith('/board/')));
    expect([...files].sort()).toEqual(['/board/icon.svg', '/board/page.css', '/board/page.js']);
    // The account, the catalogue, the events and a first page of prices, beside the stream's three requests.
    expect(asked.filter((path) => path === '/graphql').length).toBeLessThanOrEqual(4);
    expect(asked.filter((path) => path.startsWith('/graphql/stream')).length).toBeLessThanOrEqual(
      3,
    );
    expect(graph.proxy.costs).toEqual(before);
    expect(ms).toBeLessThan(FIRST_PRICE_MS_MAX);
  });

  test('equals the origin after five minutes of changes with two restarts of the server', async () => {
    for (let restart = 0; restart < 2; restart += 1) {
      for (let part = 0; part < 5; part += 1) graph.pass(15);
      const held = await board.prices();
      await graph.stopGraph();
      await board.statusIs(/Reconnecting/);
      expect((await board.prices()).size).toBeGreaterThan(held.size / 2); // Nothing vanishes.
      for (let part = 0; part < 5; part += 1) graph.pass(15);
      await graph.startGraph();
      await board.statusIs(/^Live$/);
      await screenEqualsOrigin();
    }
  }, 60_000);

  test('has what changed while an event was shown', async () => {
    await board.page.locator('.row .sides').first().click();
    await board.page.locator('.comparison').first().waitFor();
    graph.pass(20);
    await board.page.goBack();
    await board.statusIs(/^Live$/);
    await screenEqualsOrigin();
  });

  test('shows another tier, with the tier that locked sportsbooks need', async () => {
    const tier = board.page.getByLabel('Tier');
    await tier.selectOption('free');
    await board.statusIs(/Read every 30 s; live from the Hobby tier on/);
    await board.page.locator('.cell.locked .tier', { hasText: 'Pro' }).first().waitFor();
    await board.page.getByText('60 s behind').waitFor();
    await board.page.locator('.cell [data-quote]').first().waitFor();
    await tier.selectOption('enterprise');
    await board.statusIs(/^Live$/);
    await screenEqualsOrigin('demo_enterprise');
    expect(await board.page.locator('.cell.locked').count()).toBe(0);
    await tier.selectOption('pro');
    await board.statusIs(/^Live$/);
  });

  test('draws only the row of a price that moves, and only the rows that scrolling brings into view', async () => {
    const startOf = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour)).toISOString();
    const feed = new HandMadeFeed(new ManualClock());
    // A row's own times: those of the event's start and of its prices.
    const rows = Array.from({ length: 60 }, (_, hour) => {
      const [id, at] = [`game ${hour}`, startOf(hour)];
      const names = { home_team: `Home ${hour}`, away_team: `Away ${hour}` };
      const odds = { ...names, event_id: id, last_seen_at: at };
      const sides = [
        price({ ...odds, id: `home ${hour}` }),
        price({ ...odds, id: `away ${hour}`, selection_type: 'away' }),
      ];
      return feed.offer(sides, [event({ ...names, id, start_time: at })])[0];
    });
    const { board: few, page } = await show({ feed: () => feed });
    await few.statusIs(/^Live$/);
    await page.locator('.row').getByText('Home 5', { exact: true }).waitFor();
    await page.route('**/graphql', () => undefined); // Events that are read again are all drawn anew.
    await page.evaluate(() => {
      const { prototype } = Intl.DateTimeFormat;
      const original = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      Object.defineProperty(prototype, 'format', {
        get() {
          const format = original?.call(this);
          return (date: Date) => {
            drawn.push(date.toISOString());
            return format(date);
          };
        },
      });
    });
    /** The starts of the events whose rows were drawn since the last call. */
    const drawnStarts = async () => {
      const drawn = await page.evaluate(() =>
        (window as unknown as { drawn: string[] }).drawn.splice(0),
      );
      return [...new Set(drawn)].filter((at) => rows.some((_, hour) => startOf(hour) === at));
    };
    const [, , , moving] = rows;
    if (moving === undefined) throw new Error('There are 60 rows.');
    feed.change(moving, { odds_american: 150, odds_decimal: 2.5 });
    await page.locator('.row .cell').getByText('+150').waitFor();
    expect(await drawnStarts()).toEqual([startOf(3)]);

    const count = await page.locator('.row').count();
    const first = page.locator('.row[aria-rowindex="2"]');
    const { height = 0 } = (await first.boundingBox()) ?? {};
    await page.locator('.grid').evaluate((grid, by) => grid.scrollBy(0, by), height * 5);
    await first.waitFor({ state: 'detached' });
    const starts = await drawnStarts();
    expect(starts).not.toEqual([]);
    expect(starts.filter((at) => at < startOf(count))).toEqual([]);
  });

  test('breaks no rule of its security policy and asks nobody else, and no address has the key', () => {
    expect(board.problems).toEqual([]);
    expect(board.addresses.filter((address) => !address.startsWith(graph.url))).toEqual([]);
    expect(board.addresses.filter((address) => address.includes('demo_'))).toEqual([]);
  });
});
