import { afterAll, beforeAll, expect, test } from 'vitest';
import { BoardPageDriver, DESKTOP, PHONE } from '../harness/browser/board-page.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { DEMO_BOARD, startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

describeBoard('the views of the live board', ({ browser, show }) => {
  let graph: TestGraph;
  let board: BoardPageDriver;

  beforeAll(async () => {
    graph = await startTestGraph({ board: DEMO_BOARD });
    board = await BoardPageDriver.open(browser(), graph.url);
    await board.firstPrice();
  });

  afterAll(async () => {
    await board?.close();
    await graph?.stop();
  });

  test('work with the keyboard alone: to an event, its prices, and back', async () => {
    const { page } = board;
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Tab'); // The sportsbooks.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await page.locator('.row.active .name').first().innerText();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: active });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.locator('.comparison [data-quote]').first().waitFor();
    await page.goBack();
    await board.firstPrice();
    await page.locator('.grid:focus').waitFor();
    expect(await page.locator('.row.active .name').first().innerText()).toBe(active);
    await page.keyboard.press('ArrowUp'); // And goes on from there.
    await page.locator('.row.active .name').first().filter({ hasNotText: active }).waitFor();
  });

  test('name the market and the event of a moneyline whose sides are yes and no', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    const names = ['Arsenal Yes', 'Arsenal No'];
    const rows = names.map((selection, i) => price({ id: `${i}`, selection }));
    feed.offer([price({ id: 'home' }), ...rows], [event()]);
    const { board: own, page } = await show({ feed: () => feed });
    await own.statusIs(/^Live$/);
    const row = page.locator('.row').filter({ hasText: 'Yes' });
    await row.getByText('Moneyline · Arsenal').waitFor();
    expect(await row.innerText()).toContain('Everton @ Arsenal');
    const bottoms = row.evaluate((own) =>
      [own, ...own.querySelectorAll('.side')].map((one) => one.getBoundingClientRect().bottom),
    );
    const [bottom = 0, ...sides] = await bottoms;
    expect(Math.max(...sides)).toBeLessThanOrEqual(bottom); // The names have room of their own.
  });

  test('draw only what is in sight, keep the place of a row whose market closes for the keyboard, and begin a search at its first match', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    const rows = Array.from({ length: 60 }, (_, index) => {
      const id = `game ${String(index).padStart(2, '0')}`;
      const names = { home_team: `Home ${index}`, away_team: `Away ${index}` };
      return feed.offer([price({ id, event_id: id, ...names })], [event({ id, ...names })]);
    });
    const { board: few, graph: own, page } = await show({ feed: () => feed });
    await few.statusIs(/^Live$/);
    await page.getByText('60 events').waitFor();
    const grid = page.getByRole('grid');
    const drawn = page.locator('.row');
    expect(await grid.getAttribute('aria-rowcount')).toBe('61'); // With the head.
    expect(await drawn.count()).toBeLessThan(40);
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('[aria-rowindex="61"] .name').first().waitFor();
    expect(await drawn.count()).toBeLessThan(40);
    await grid.evaluate((element) => element.scrollTo(0, 0));
    await page.locator('[aria-rowindex="2"]').waitFor();
    const activeRow = page.locator('.row.active');
    for (let press = 0; press < 31; press += 1) await grid.press('ArrowDown');
    expect(await activeRow.getAttribute('id')).toBe('row-30');
    for (const [key, next] of [
      ['ArrowDown', 'row-30'], // The row after it is there now.
      ['ArrowUp', 'row-29'],
    ] as const) {
      const market = await activeRow.getAttribute('data-market');
      feed.withdraw(rows.find(([row]) => market?.startsWith(`${row?.odds.event_id}|`)) ?? []);
      own.pass(1);
      await until(async () => {
        own.clock.advance(300);
        return (await activeRow.count()) === 0;
      });
      await grid.press(key);
      expect(await activeRow.getAttribute('id')).toBe(next);
    }
    expect(await grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await page.getByRole('searchbox').fill('home'); // All match.
    await until(() => grid.evaluate((element) => element.scrollTop === 0));
  });

  test("of one event after another: the name of the one that is shown has the focus and is the page's title, and the board goes on at its cursor", async () => {
    const { page } = board;
    const names: string[] = [];
    await page.exposeFunction('tell', (name: string) => names.push(name));
    await page.evaluate(() =>
      addEventListener('focusin', ({ target }) => {
        if (target instanceof HTMLHeadingElement) Object(window).tell(target.innerText);
      }),
    );
    const shown: string[] = [];
    for (const index of [0, 3]) {
      graph.pass(5);
      await board.statusIs(/^Live$/);
      await page.locator('.row .sides').nth(index).click();
      await page.locator('.fair-row .edge').first().waitFor();
      shown.push(await page.getByRole('heading', { level: 1 }).innerText());
      expect(await page.title()).toBe(`${shown.at(-1)} – Oddsgraph`);
      const subscriptions = board.cursors.length;
      await page.goBack();
      await board.firstPrice();
      expect(await page.title()).toBe('Board – Oddsgraph');
      await until(() => board.cursors.length > subscriptions);
    }
    expect(names).toEqual(shown);
    expect(board.cursors.at(-1)).toEqual(expect.any(String));
  });

  test('leave the keys of the browser and of buttons alone, and name no active row out of sight', async () => {
    const { page } = board;
    const grid = page.getByRole('grid');
    const isLeftAlone = (key: object) =>
      grid.evaluate((element, init) => {
        const options = { key: 'ArrowLeft', bubbles: true, cancelable: true, ...init };
        return element.dispatchEvent(new KeyboardEvent('keydown', options));
      }, key);
    expect(await isLeftAlone({})).toBe(false);
    for (const key of ['altKey', 'ctrlKey', 'metaKey']) {
      expect(await isLeftAlone({ [key]: true })).toBe(true);
    }
    await grid.press('ArrowDown');
    const url = page.url();
    await page.locator('.row.active .pin').press('Enter');
    await page.locator('.row.active .pin[aria-pressed="true"]').press('Enter');
    expect(page.url()).toBe(url);
    const id = await page.locator('.row.active').getAttribute('id');
    expect(await grid.getAttribute('aria-activedescendant')).toBe(id);
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator(`#${id}`).waitFor({ state: 'detached' });
    expect(await grid.getAttribute('aria-activedescendant')).toBeNull();
  });

  test('of totals: the market and the event above, Over and Under without a team or its score', async () => {
    const { page } = board;
    await page.getByRole('button', { name: 'Total', exact: true }).click();
    const row = page.locator('.row.live', { has: page.locator('.matchup .score') }).first();
    await row.waitFor();
    expect(await page.getByRole('grid').evaluate((element) => element.scrollTop)).toBe(0);
    expect(await row.locator('.name').allInnerTexts()).toEqual(['Over', 'Under']);
    expect(await row.locator('.side .score').count()).toBe(0);
    expect(await row.locator('.market-name').first().innerText()).toMatch(/^(Total|Team total)/);
    expect(await row.locator('.matchup .market-name').innerText()).toContain(' @ ');
    expect(await row.locator('.matchup .score').innerText()).toMatch(/^\d+ : \d+$/);
    await page.getByRole('button', { name: 'Moneyline', exact: true }).click();
    await page.locator('.row').first().waitFor();
  });

  test('of an event: a chart, all books with hold and fair price, splits, and what the tier hides', async () => {
    const { page } = board;
    await page.locator('.row.live .sides').first().click();
    await page.locator('.chart canvas').first().waitFor();
    await page.locator('.comparison tbody tr').nth(3).waitFor();
    await page.getByRole('rowheader', { name: 'Fair price' }).first().waitFor();
    await page.locator('.fair-row .edge').first().waitFor();
    await page.locator('.last-play .tier', { hasText: 'Enterprise' }).waitFor();
    const { data } = await graph.ask('{ events(first: 50) { nodes { id splits { eventId } } } }');
    const split = data.events?.nodes.find(({ splits }) => splits?.length);
    await page.goto(`${graph.url}/#/event/${split?.id}`);
    await page.getByRole('heading', { name: 'Splits' }).waitFor();
    expect(await board.accessibilityProblems()).toEqual([]);
  });

  test('of an event that does not exist: nothing to choose, and a way back', async () => {
    const { page } = board;
    await page.goto(`${graph.url}/#/event/none`);
    await page.getByText('There is no such event any more.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Market' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Splits' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the board' }).click();
    await board.firstPrice();
  });

  test('of an event fit a phone: both sides and the hold are in sight', async () => {
    const { page } = board;
    await page.setViewportSize(PHONE);
    await page.locator('.row.live .sides').first().click();
    await page.locator('.fair-row .edge').first().waitFor();
    const widths = await page
      .locator('.comparison')
      .first()
      .evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(widths[0]).toBe(widths[1]);
  });

  test('fit a phone, in the dark as well, and axe-core finds nothing', async () => {
    const { page } = board;
    await page.goto(`${graph.url}/#/?league=la_liga`);
    const screens = [
      ['light', PHONE],
      ['dark', DESKTOP],
    ] as const;
    for (const [colorScheme, viewport] of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await board.firstPrice();
      const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(widths[0]).toBe(widths[1]);
      expect(await board.accessibilityProblems()).toEqual([]);
    }
    expect(board.problems).toEqual([]);
  });

  test('in forced colours tell which view is open, which price moved, whether prices are current, and whose curve is whose', async () => {
    const { board: own, game, graph: few, page } = await show();
    await page.emulateMedia({ forcedColors: 'active' });
    await own.statusIs(/^Live$/);
    const colour = (selector: string, part = '') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, part);
    const border = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((link) => getComputedStyle(link).borderBottomColor);
    const canvas = await colour('.header');
    expect(await border('nav a:not([aria-current])')).toBe(canvas);
    expect(await border('nav a[aria-current]')).not.toBe(canvas);
    expect(await colour('.status', '::before')).not.toBe(canvas);
    game.moveHome();
    few.pass(1);
    await page.locator('.cell .flash').waitFor();
    expect(await colour('.cell .flash', '::before')).not.toBe(canvas);
    await page.locator('.row .sides').first().click();
    await page.locator('.swatch').waitFor();
    expect(await colour('.swatch')).not.toBe(canvas);
  });
});
