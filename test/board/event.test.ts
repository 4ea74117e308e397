import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import type { Splits } from '../../src/contract/routes/splits.ts';
import { PHONE } from '../harness/browser/board-page.ts';
import { describeBoard, type ShowOptions } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { answer } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

describeBoard('the page of an event', ({ show }) => {
  const showEvent = (options: ShowOptions = {}) => show({ view: '/#/event/game', ...options });

  /** A player's over and under at one sportsbook. */
  const shots = (id: number, sportsbook: string, player: string, decimals: [number, number]) =>
    (['over', 'under'] as const).map(
      (side, index): Odds =>
        price({
          id: String(id + index),
          sportsbook,
          market_type: 'player_shots',
          selection: player,
          selection_type: side,
          player_name: player,
          line: 1.5,
          odds_decimal: decimals[index] ?? 0,
        }),
    );

  test('shows the fair prices and the holds of each player', async () => {
    const { page } = await showEvent({
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        feed.offer([
          ...shots(1, 'draftkings', 'Bukayo Saka', [1.9, 1.9]),
          ...shots(3, 'fanduel', 'Bukayo Saka', [1.9, 1.9]),
          ...shots(5, 'draftkings', 'Kai Havertz', [1.25, 5]),
          ...shots(7, 'fanduel', 'Kai Havertz', [1.25, 5]),
        ]);
        return feed;
      },
    });
    const panel = (player: string) =>
      page.getByRole('region', { name: `Player shots · ${player}`, exact: true });
    const cells = (player: string, row: string) => panel(player).locator(`${row} td`);
    await cells('Bukayo Saka', '.fair-row').first().getByText('best').waitFor();
    await cells('Kai Havertz', '.fair-row').first().getByText('best').waitFor();
    const fair = async (player: string) =>
      (await cells(player, '.fair-row').allTextContents()).slice(0, 2);
    expect(await fair('Bukayo Saka')).toEqual(['+100best −5.0 %', '+100best −5.0 %']);
    expect(await fair('Kai Havertz')).toEqual(['−400best 0.0 %', '+400best 0.0 %']);
    const holds = async (player: string) => [
      await cells(player, '.best-row').last().innerText(),
      ...(await panel(player).locator('tbody td:last-child').allInnerTexts()),
    ];
    expect(await holds('Bukayo Saka')).toEqual(['5.3 %', '5.3 %', '5.3 %']);
    expect(await holds('Kai Havertz')).toEqual(['0.0 %', '0.0 %', '0.0 %']);
  });

  test('shows the holds of the line that it shows, which move with the prices', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    const spread = (id: number, sportsbook: string, line: number, decimals: [number, number]) => {
      const one = { sportsbook, market_type: 'point_spread' };
      const [home, away] = decimals;
      return feed.offer([
        price({ ...one, id: `${id}`, line, odds_decimal: home }),
        price({
          ...one,
          ...{ id: `${id + 1}`, selection: 'Everton', selection_type: 'away' },
          ...{ line: -line, odds_decimal: away },
        }),
      ]);
    };
    const [home] = spread(1, 'draftkings', -1.5, [1.9, 1.9]);
    spread(3, 'fanduel', -1.5, [1.8, 2]);
    spread(5, 'draftkings', -0.5, [1.2, 4]); // Nearer to zero, but the main line of none.
    spread(7, 'fanduel', -0.5, [1.2, 4]);
    const { graph, page } = await showEvent({ feed: () => feed });
    const holds = (expected: readonly string[]) =>
      until(async () => {
        graph.pass(1);
        const cells = page.locator('.best-row td:last-child, .comparison tbody td:last-child');
        return `${await cells.allInnerTexts()}` === `${expected}`;
      });
    await holds(['2.6 %', '5.3 %', '5.6 %']);
    if (home !== undefined) feed.change(home, { odds_decimal: 2, odds_american: 100 });
    await holds(['0.0 %', '2.6 %', '5.6 %']);
  });

  test('shows the splits of a market with a draw as they are, and others as 100 percent, also while they cannot be read again', async () => {
    const shares = { handle_pct: { away: 0.255, home: 0.745 }, bets_pct: { away: 0.3, home: 0.7 } };
    const splits: Splits = {
      event_id: 'game',
      sport: 'soccer',
      league: 'epl',
      sportsbook: 'draftkings',
      away_team: 'Everton',
      home_team: 'Arsenal',
      spread: { away_odds: 0, home_odds: 0, ...shares },
      total: {
        line: 2.5,
        handle_pct: { over: 0.5, under: 0.5 },
        bets_pct: { over: 0.61, under: 0.4 },
      },
      moneyline: {
        away_odds: 300,
        home_odds: 100,
        handle_pct: { away: 0.2, home: 0.72 },
        bets_pct: { away: 0.3, home: 0.5 },
      },
      fetched_at: '2026-11-21T18:00:00Z',
    };
    const { board, graph, page } = await showEvent({
      prepare: ({ proxy }) =>
        proxy.rewrite<{ data: Splits[] }>('GET /splits', (body) => ({ ...body, data: [splits] })),
    });
    const bars = page.locator('.splits').getByRole('img');
    await bars.first().waitFor();
    expect(await page.locator('.splits figcaption').innerText()).toMatch(/Nov/); // They may be days old.
    const labels = await bars.evaluateAll((all) =>
      all.map((bar) => bar.getAttribute('aria-label')),
    );
    expect(labels).toEqual([
      'Bets: Everton 30 %, Arsenal 50 %',
      'Money: Everton 20 %, Arsenal 72 %',
      'Bets: Everton PK 30 %, Arsenal PK 70 %',
      'Money: Everton PK 26 %, Arsenal PK 74 %',
      'Bets: Over 2.5 61 %, Under 2.5 39 %',
      'Money: Over 2.5 50 %, Under 2.5 50 %',
    ]);

    graph.proxy.spoil('GET /splits', answer(503));
    graph.pass(600); // So that they are read again.
    await board.setVisible(true);
    await page.locator('footer').getByRole('alert').waitFor();
    expect(await bars.count()).toBe(labels.length);
  });

  test('no longer shows a last play that the server no longer has, although splits cannot be read', async () => {
    const { board, page } = await showEvent();
    const answers = [
      { liveGameState: { lastPlay: 'Corner', bookCount: 2 }, errors: [] },
      { liveGameState: null, errors: [{ message: 'No splits.', path: ['event', 'splits'] }] },
    ];
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      if (data?.event?.liveGameState === undefined) return route.fulfill({ response });
      const { errors, liveGameState } = answers.shift() ?? {};
      const event = { ...data.event, isLive: true, liveGameState };
      return route.fulfill({ json: { ...rest, data: { event }, errors } });
    });
    await board.setVisible(true);
    await page.getByText('Corner').waitFor();
    await board.setVisible(true);
    await page.getByRole('alert').getByText('No splits.').waitFor();
    expect(await page.getByText('Corner').count()).toBe(0);
  });

  test('tells of a game that ends meanwhile that it is gone, with no score or market of before', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    const game = (home_score: number) =>
      event({
        is_live: true,
        game_state: { home_score, away_score: 0, period: '1H', clock: null, score_type: 'goals' },
      });
    feed.offer([price({ is_live: true })], [game(0)]);
    const { board, graph, page } = await show({ aheadMs: 0, feed: () => feed });
    await board.firstPrice();
    await page.getByText('1 event,').waitFor();
    await page.locator('.row .sides').first().click();
    const head = page.locator('.event-head');
    await head.getByText('0 : 0').waitFor();
    feed.offer([], [game(3)]);
    const gone = page.getByText('There is no such event any more.');
    const passUntil = (isOver: () => Promise<boolean>) =>
      until(async () => {
        graph.pass(20);
        await page.clock.runFor(15_000);
        return isOver();
      });
    await passUntil(async () => (await head.innerText()).includes('0 : 3'));
    feed.end(['game']);
    await passUntil(async () => (await gone.count()) > 0);
    await page.locator('.comparison').waitFor({ state: 'detached' });
    expect(await head.innerText()).not.toContain('0 : 0');
    expect(await page.getByText('is closed').count()).toBe(0);
  });

  test('without splits says so in a line, and its prices have the whole width', async () => {
    const { page } = await showEvent();
    await page.getByText('No source reports splits of this event.').waitFor();
    expect(await page.getByRole('heading', { name: 'Splits' }).count()).toBe(0);
    const { width } = (await page.locator('.panel').first().boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(1_200);
    await page.route('**/graphql', () => undefined); // It does not answer another account.
    await page.getByLabel('Tier').selectOption('free');
    await page.getByText('No source reports splits').waitFor({ state: 'detached' });
  });

  test('goes on with the chart of the side that was chosen while others come, whose colours only its sportsbooks have', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    feed.offer([price({ id: '1' }), price({ id: '2', sportsbook: 'fanduel' })]);
    const { page } = await showEvent({ feed: () => feed });
    const chart = (name: RegExp) => page.getByRole('img', { name }).waitFor();
    const swatches = () =>
      page
        .locator('.swatch')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    await chart(/^Arsenal: prices of 2 sportsbooks/);
    await page.getByRole('button', { name: 'Arsenal', exact: true }).click();
    const away = { selection: 'Everton', selection_type: 'away' };
    feed.offer([price({ ...away, id: '3', sportsbook: 'fanduel' })]);
    await page.getByRole('button', { name: 'Everton', exact: true }).waitFor();
    await chart(/^Arsenal: prices of 2 sportsbooks/);
    await page.getByRole('button', { name: 'Everton', exact: true }).click();
    await chart(/^Everton: prices of 1 sportsbooks/);
    const [first, second] = await swatches();
    expect(first).not.toBe(second);
  });

  test('has its chart although what draws it could not be loaded at first, says so meanwhile, and draws it in the dark as well', async () => {
    const { board, graph, page } = await show({ aheadMs: 0 });
    await board.firstPrice();
    await page.route('**/board/*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${graph.url}/#/event/game`);
    const problem = page.getByText('The chart could not be loaded.');
    await problem.waitFor();
    await page.unroute('**/board/*.js');
    await page.clock.runFor(5_000);
    await page.locator('.chart canvas').waitFor();
    expect(await problem.count()).toBe(0);

    /** The colour in which the chart's next label is drawn. */
    const ink = page.evaluate(
      () =>
        new Promise((resolve) => {
          CanvasRenderingContext2D.prototype.fillText = function note() {
            resolve(this.fillStyle);
          };
        }),
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.clock.runFor(1_000);
    expect(Number.parseInt(String(await ink).slice(1, 3), 16)).toBeGreaterThan(0x80); // Light.
  });

  /** The percents of the width of the first chart at which a curve is drawn, which is blue. */
  const drawnPercents = (page: Page) =>
    page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const above = Math.floor(height * 0.8); // The times below have blue edges too.
        const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, above) ?? {};
        const percents = new Set<number>();
        for (let pixel = 0; pixel < width * above; pixel += 1) {
          const [red = 0, blue = 0] = [data[pixel * 4], data[pixel * 4 + 2]];
          if (blue - red > 80) percents.add(Math.floor((100 * (pixel % width)) / width));
        }
        return [...percents].sort((one, other) => one - other);
      });

  test('has a curve up to where its price was suspended, and on from where it was open again', async () => {
    const { game, page } = await showEvent({ aheadMs: 0 });
    await page.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: 'Arsenal', exact: true }).first().click();
    const suspended = page.getByTitle('Arsenal, draftkings: suspended').first();
    await page.clock.fastForward(80_000);
    game.moveHome(0);
    await suspended.waitFor();
    await page.clock.fastForward(20_000);
    game.moveHome(200);
    await suspended.waitFor({ state: 'detached' });
    await page.clock.fastForward(98_000);
    await page.clock.runFor(2_000);
    const drawn = (await drawnPercents(page)).filter((percent) => percent > 10);
    // The axis of prices takes the first five.
    expect(drawn.filter((percent) => percent < 40)).toHaveLength(29);
    expect(drawn.filter((percent) => percent > 44 && percent < 50)).toEqual([]);
    expect(drawn.filter((percent) => percent > 55 && percent < 95)).toHaveLength(39);
  });

  test('writes times without seconds below a chart over fifteen hours, on a phone as well, where there is but one of them', async () => {
    const { page } = await showEvent({ aheadMs: 0, viewport: PHONE });
    await page.locator('canvas').first().waitFor();
    await page.clock.fastForward('15:00:00');
    await page.evaluate(() => {
      const drawn = new Set<string>();
      Object.assign(globalThis, { drawn });
      CanvasRenderingContext2D.prototype.fillText = (text) => void drawn.add(text);
    });
    await page.clock.runFor(2_000);
    const drawn: string[] = await page.evaluate(() => [...Object(globalThis).drawn]);
    expect(drawn.filter((text) => text.includes(':'))).toEqual([
      expect.stringMatching(/^\d+:\d+( [AP]M)?$/),
    ]);
  });

  test('opens bets where prices are read by query, from the tier on that has links', async () => {
    const error = { code: 'stream_limit_exceeded', message: 'Ten streams are open.' };
    const { graph, board, page } = await showEvent({
      prepare: ({ proxy }) => proxy.spoil('GET /stream', answer(429, { error })),
    });
    await board.statusIs(/^No live stream is free/);
    expect(await board.openBet()).not.toContain(graph.url);
    const problem = page.locator('.notice');
    expect(await problem.count()).toBe(0);
    graph.pass(61); // The prices of the free tier are a minute behind.
    await page.getByLabel('Tier').selectOption('free');
    await board.statusIs(/Read every 30 s/);
    const links = () => graph.proxy.counts['POST /deeplinks/batch'];
    const [before, tabs] = [links(), page.context().pages().length];
    await page.locator('.bet-link').first().click();
    await problem.getByText('Links to bets need the Hobby tier.').waitFor();
    expect([links(), page.context().pages().length]).toEqual([before, tabs]);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await problem.count()).toBe(0);
  });
});
