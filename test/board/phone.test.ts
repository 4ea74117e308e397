import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Splits } from '../../src/contract/routes/splits.ts';
import { PHONE } from '../harness/browser/board-page.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { ARBITRAGE, middle, showOpportunities } from '../harness/browser/scripted-opportunities.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { evOpportunity } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';
import { showMove } from './past/recorded.ts';

const TEAMS: [string, string] = ['Washington Commanders', 'San Francisco 49ers'];

/** All texts in sight with letters smaller than 12 px. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement === null || !textContent?.trim()) continue;
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      if (size < 12) small.push(`${textContent}: ${size}`);
    }
    return small;
  });
}

/** All controls that are lower than 32 px, or not within the screen. */
function badControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('button, select, input, nav a, .back, .what a'))
      .filter((control) => {
        if (!control.checkVisibility({ contentVisibilityAuto: true })) return false;
        const { height, left, right } = control.getBoundingClientRect();
        const isScrolled = control.closest('.grid, .comparison') !== null;
        return height < 32 || (!isScrolled && (left < 0 || right > innerWidth));
      })
      .map((control) => control.outerHTML.slice(0, 100)),
  );
}

const NAMES =
  '.side .name, .matchup .market-name, .what a, .bet .selection, .bet .book, .moved .selection, .split-names span, .bar b';

/** The names of teams and bets that are cut off. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(
    (names) =>
      Array.from(document.querySelectorAll(names))
        .filter((name) =>
          [name, name.parentElement].some(
            (box) =>
              box !== null &&
              getComputedStyle(box).display !== 'inline' &&
              (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1),
          ),
        )
        .map((name) => name.textContent ?? ''),
    NAMES,
  );
}

/** Checks that all texts in sight can be read, and all controls touched. */
async function expectUsable(page: Page): Promise<void> {
  expect(await smallTexts(page)).toEqual([]);
  expect(await badControls(page)).toEqual([]);
  expect(await cutNames(page)).toEqual([]);
  const { height } = (await page.locator('.state-bar').boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(45);
}

const GAME = 'San Francisco 49ers @ Washington Commanders';

describeBoard('the live board on a phone', (tests) => {
  const { show } = tests;

  test('has texts and controls that can be read and touched, in all views, and cuts no team', async () => {
    const { board, page, graph } = await show({ viewport: PHONE, teams: TEAMS });
    const check = () => expectUsable(page);
    await board.statusIs(/^Live$/);
    await check();
    await page.getByText(/^Sportsbooks/).click();
    await page.getByRole('button', { name: 'Move FanDuel up' }).waitFor();
    await check();
    await page.getByText(/^Sportsbooks/).click();
    await page.getByLabel('Market').selectOption('Spread');
    await page.getByLabel('Live or upcoming').selectOption('Upcoming');
    await page.getByLabel('Odds format').selectOption('Decimal');
    await page
      .locator('.cell b', { hasText: /^2.00$/ })
      .first()
      .waitFor();
    await check();
    await page.locator('.row .sides').first().click();
    await page.locator('.comparison').waitFor();
    await check();
    await page.goto(`${graph.url}/#/opportunities`);
    const none = page.getByText('None is open at the moment.').first();
    await until(() => {
      graph.clock.advance(100); // Opportunities might come late.
      return none.isVisible();
    });
    await check();
  });

  test.each([
    ['demo keys', { demoKeys: { pro: 'demo_pro' } }],
    ['a way to sign out', { demoKeys: {} }],
  ])('that is 320 px wide does not scroll sideways, with %s', async (_, board) => {
    const { page, graph } = await show({ viewport: { width: 320, height: 640 }, board });
    if (Object.keys(board.demoKeys).length === 0) {
      await page.getByLabel('Your API key or token').fill('demo_pro');
      await page.keyboard.press('Enter');
    }
    for (const view of ['', 'opportunities', 'movers', 'event/game', 'nowhere']) {
      await page.goto(`${graph.url}/#/${view}`);
      await page.getByRole('link', { name: 'Movers' }).waitFor();
      expect(await badControls(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  });

  test('can be used as well where opportunities are open, which wider screens do not cut either', async () => {
    const { page, stream } = await showOpportunities(tests, { viewport: PHONE });
    const legs = ARBITRAGE.legs.map((leg, i) => ({ ...leg, selection: TEAMS[i] }));
    const bet = { selection: TEAMS[1], line: 3.5, odds_american: 2_850, sportsbook: 'fanatics' };
    stream.send('ev:detected', [evOpportunity({ ...bet, game: GAME })]);
    stream.send('arb:detected', [{ ...ARBITRAGE, event_name: GAME, legs }]);
    stream.send('middles:detected', [middle({ event_name: GAME })]);
    await page.locator('.opportunity').nth(2).waitFor();
    await expectUsable(page);
    for (const width of [320, 1_024, 1_240]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await cutNames(page)).toEqual([]);
    }
  });

  test('can be used as well where prices have moved', async () => {
    const { page } = await showMove(tests, { viewport: PHONE, teams: TEAMS });
    await expectUsable(page);
  });

  test('has the names above the bars of splits in full, and bars as long as their shares', async () => {
    const few = { away: 0.03, home: 0.97 };
    const shares = { handle_pct: few, bets_pct: few };
    const total = { over: 0.5, under: 0.5 };
    const splits: Splits = {
      event_id: 'game',
      sport: 'football',
      league: 'nfl',
      sportsbook: 'draftkings',
      away_team: TEAMS[1],
      home_team: TEAMS[0],
      spread: { away_odds: 3.5, home_odds: -3.5, ...shares },
      total: { line: 44.5, handle_pct: total, bets_pct: total },
      moneyline: { away_odds: 300, home_odds: -400, ...shares },
      fetched_at: '2026-11-21T18:00:00Z',
    };
    const { page } = await show({
      viewport: PHONE,
      view: '/#/event/game',
      teams: TEAMS,
      prepare: ({ proxy }) =>
        proxy.rewrite<object>('GET /splits', (body) => ({ ...body, data: [splits] })),
    });
    await page.locator('.splits').getByText('San Francisco 49ers +3.5').waitFor();
    await expectUsable(page);
    const halves = page.getByRole('img', { name: 'Bets: Over 44.5 50 %' });
    const widths = await halves
      .locator('.bar-first, .bar-second')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    expect(widths[0]).toBeCloseTo(widths[1] ?? 0);
  });

  test('has the teams above the sides of a total in full', async () => {
    const teams = { home_team: TEAMS[0], away_team: TEAMS[1] };
    const { page } = await show({
      viewport: PHONE,
      view: '/#/?market=total',
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        const total = { ...teams, market_type: 'total_points', line: 44.5 };
        feed.offer(
          [price({ ...total, selection: 'Over', selection_type: 'over' })],
          [event({ ...teams, league: 'nfl', sport: 'football' })],
        );
        return feed;
      },
    });
    await page.getByText(GAME).waitFor();
    expect(await cutNames(page)).toEqual([]);
    expect(await smallTexts(page)).toEqual([]);
  });
});
