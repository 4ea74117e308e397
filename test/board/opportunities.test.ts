import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeBoard } from '../harness/browser/board-tests.ts';
import {
  ARBITRAGE,
  middle,
  middleSide,
  showOpportunities,
} from '../harness/browser/scripted-opportunities.ts';
import { evOpportunity } from '../harness/odds-rows.ts';
import { until } from '../harness/until.ts';

describeBoard('the opportunities of the live board', (tests) => {
  const show = () => showOpportunities(tests);

  test('have prices at least as old as the server said, and older with the time since then, in sight or not', async () => {
    const { board, graph, page, stream, rows } = await show();
    const longAgo = new Date(graph.clock.now() - 40 * 60_000).toISOString();
    const side = { ...middleSide('Over', 7), odds_age_seconds: 45 };
    stream.send('middles:detected', [middle({ detected_at: longAgo, side1: side })]);
    const age = rows('Middles').locator('.age').first();
    await age.getByText('open 40 min').waitFor();
    await age.getByText(/^prices ≥ (4|5)\d s old$/).waitFor();
    await page.clock.runFor(20_000); // Not so long that the page takes its silent stream for lost.
    await age.getByText('prices ≥ 1 min old').waitFor();
    await board.setVisible(false);
    await page.clock.runFor(7_000);
    await board.setVisible(true);
    stream.send('middles:detected', [middle({ id: 'other', expected_value: 1 })]);
    await rows('Middles').nth(1).waitFor(); // All were sent again.
    expect(await age.innerText()).toContain('prices ≥ 1 min old');
  });

  test('have bets with their lines, unless the name of the selection has it', async () => {
    const { stream, rows } = await show();
    const [side1, side2] = [middleSide('FC Schalke 04', 4), middleSide('1. FC Köln (-3)', -3)];
    stream.send('middles:detected', [middle({ side1, side2, market_type: 'point_spread' })]);
    const selections = rows('Middles').locator('.selection');
    await selections.nth(1).waitFor();
    expect(await selections.allInnerTexts()).toEqual(['FC Schalke 04 +4', '1. FC Köln (-3)']);
  });

  test('come and go by kind and id: one of another kind with the same id stays', async () => {
    const { board, page, stream, rows } = await show();
    stream.send('ev:detected', [evOpportunity({ id: ARBITRAGE.id })]);
    await rows('+EV').waitFor();
    stream.send('arb:detected', [ARBITRAGE]);
    await rows('Arbitrage').waitFor();
    expect(await rows('+EV').count()).toBe(1);
    stream.send('ev:expired', { expired: [ARBITRAGE.id] });
    await rows('+EV').getByText('Gone at').waitFor();
    expect(await rows('Arbitrage').getByText('Gone at').count()).toBe(0);
    stream.send('arb:expired', { expired: [ARBITRAGE.id] });
    await rows('Arbitrage').getByText('Gone at').waitFor();
    expect(await board.accessibilityProblems()).toEqual([]);
    await page.clock.runFor(8_000);
    await rows('Arbitrage').waitFor({ state: 'detached' });
    expect(await rows('+EV').count()).toBe(0);
  });

  test('need a tier, beside which stands what that one and others have', async () => {
    const { page } = await show();
    await page.getByLabel('Tier').selectOption('free');
    await page.getByText('Live opportunities need the Hobby tier.').waitFor();
    const tiers = page.locator('.tiers');
    await tiers.getByText(/opportunities, .*prices of BetMGM/).waitFor();
    await tiers.getByText('the sharp sportsbooks').waitFor();
  });

  /** A +EV bet of each of two sports and sportsbooks. */
  const BETS = [
    evOpportunity({ id: 'hoops', game: 'Lakers @ Bulls', ev_percentage: 3 }),
    evOpportunity({
      id: 'soccer',
      game: 'Everton @ Arsenal',
      sport: 'soccer',
      league: 'epl',
      sportsbook: 'fanduel',
      ev_percentage: 5,
    }),
  ];

  test('are those of a sport, of a sportsbook, or of a minimum value, as the address says, which may be lower than usual', async () => {
    const { graph, page, stream, rows } = await show();
    stream.send('ev:detected', [...BETS, evOpportunity({ id: 'low', ev_percentage: 1 })]);
    await rows('+EV').nth(1).waitFor();
    const games = () => rows('+EV').locator('.what a').allInnerTexts();
    expect(await games()).toEqual(['Everton @ Arsenal', 'Lakers @ Bulls']);

    await page.getByRole('combobox', { name: 'Sportsbook' }).selectOption('DraftKings');
    expect(await games()).toEqual(['Lakers @ Bulls']);
    await page.getByRole('combobox', { name: 'Sportsbook' }).selectOption('All sportsbooks');
    const best = await rows('+EV').first().elementHandle();
    await page.getByLabel('Minimum EV or profit').fill('4');
    await page.getByText('+EV 1', { exact: true }).waitFor();
    expect(await games()).toEqual(['Everton @ Arsenal']);
    expect(await best?.evaluate((row) => row.isConnected)).toBe(true); // The subscription goes on.
    expect(page.url()).toBe(`${graph.url}/#/opportunities?least=4`);
    await page.getByLabel('Minimum EV or profit').fill('6');
    await rows('+EV').first().waitFor({ state: 'detached' });
    await page.getByText('None matches this choice.').first().waitFor();
    await page.goBack(); // What was typed, as a whole.
    await rows('+EV').nth(1).waitFor();
    expect(await rows('+EV').count()).toBe(2);
    await page.getByLabel('Minimum EV or profit').fill('0.5');
    await rows('+EV').nth(2).waitFor();
    await page.goto(`${graph.url}/#/opportunities?sport=soccer&kind=EV`);
    await page.getByText('+EV 1', { exact: true }).waitFor();
    expect(await games()).toEqual(['Everton @ Arsenal']);
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('link', { name: 'Opportunities' }).click();
    expect(page.url()).toContain('sport=soccer');
  });

  test('of a kind alone are the best hundred, which it says', async () => {
    const { graph, page, stream, rows } = await show();
    await page.goto(`${graph.url}/#/opportunities?kind=EV`);
    const bets = Array.from({ length: 120 }, (_, i) => evOpportunity({ id: `${i}` }));
    stream.send('ev:detected', bets);
    await page.getByText('The 100 best of 120.').waitFor();
    expect(await rows('+EV').count()).toBe(100);
    stream.send('ev:expired', { expired: bets.slice(20).map(({ id }) => id) });
    await rows('+EV').getByText('Gone at').first().waitFor();
    await page.clock.runFor(9_000);
    await page.getByText('The 100 best of').waitFor({ state: 'detached' });
    expect(await rows('+EV').count()).toBe(20);
  });

  test('have fair prices, and stakes of an amount that is kept for the next visit', async () => {
    const { page, stream, rows } = await show();
    stream.send('ev:detected', [BETS[0]]);
    stream.send('arb:detected', [ARBITRAGE]);
    await rows('+EV').getByText('fair +104').waitFor();
    // Each of two equal prices wins half the time.
    expect(await rows('Arbitrage').locator('.fair').allInnerTexts()).toEqual([
      'fair +100',
      'fair +100',
    ]);
    const odds = { american: 100, decimal: 2, probability: 0.5, fair_probability: 0.48 };
    stream.send('middles:detected', [middle({ side2: { ...middleSide('Under', 3.5), odds } })]);
    await rows('Middles').getByText('fair +108').waitFor();
    // Without a fair price of the server, there is none: a price is not its own fair one.
    expect(await rows('Middles').locator('.fair').allInnerTexts()).toEqual(['', 'fair +108']);
    await rows('+EV').getByText('stake 1.4 % of bankroll').waitFor();
    await page.getByLabel('Bankroll or total stake').fill('1000');
    await rows('+EV').getByText('stake 14.00 of 1,000').waitFor();
    const stakes = rows('Arbitrage').locator('.stake');
    expect(await stakes.allInnerTexts()).toEqual([
      'stake 500.00 of 1,000',
      'stake 500.00 of 1,000',
    ]);
    await page.reload();
    expect(await page.getByLabel('Bankroll or total stake').inputValue()).toBe('1000');
    await page.getByLabel('Bankroll or total stake').fill('');
    await page.getByLabel('Bankroll or total stake').pressSequentially('100.0');
    stream.send('ev:detected', [BETS[1]]);
    await rows('+EV').nth(1).waitFor();
    await page.getByLabel('Bankroll or total stake').pressSequentially('5');
    expect(await page.getByLabel('Bankroll or total stake').inputValue()).toBe('100.05');
    await page.getByLabel('Bankroll or total stake').fill('-5');
    await rows('+EV').getByText('stake 1.4 % of bankroll').first().waitFor();
  });

  test('open each bet at its sportsbook, with the price told again if it has moved', async () => {
    const { graph, page, stream, rows } = await show();
    const icon = `${graph.url}/board/icon.svg`;
    const side = { ...middleSide('Over', 2.5), deep_link: icon };
    stream.send('middles:detected', [middle({ side1: side, side2: middleSide('Under', 3.5) })]);
    const bets = rows('Middles').locator('.bet');
    const open = async (bet: number) => {
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        bets.nth(bet).getByRole('button', { name: 'DraftKings' }).click(),
      ]);
      return tab;
    };
    const over = await open(0);
    await over.waitForURL(icon);
    expect(await over.evaluate(() => window.opener)).toBe(null);
    await open(1);
    await page.getByText('DraftKings has no link to it.').waitFor();

    const isAsked = Promise.withResolvers<void>();
    const hasMoved = Promise.withResolvers<void>();
    graph.proxy.plan('POST /deeplinks/batch', async ({ response }) => {
      isAsked.resolve();
      await hasMoved.promise;
      const data = { hoops: '/api/v1/deeplink/hoops' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data, updated_at: '2026-11-21T18:00:00Z' }));
    });
    const bet = { id: 'hoops', sportsbook: 'fanduel' };
    stream.send('ev:detected', [evOpportunity(bet)]);
    // However many others are open.
    const others = Array.from({ length: 200 }, (_, i) =>
      evOpportunity({ id: `better ${i}`, ev_percentage: 9 }),
    );
    stream.send('ev:detected', others);
    await page.getByRole('combobox', { name: 'Sportsbook' }).selectOption('FanDuel');
    const price = rows('+EV').locator('.bet-price');
    await price.click();
    await isAsked.promise;
    stream.send('ev:detected', [evOpportunity({ ...bet, odds_american: 120, odds_decimal: 2.2 })]);
    await price.getByText('+120').waitFor();
    hasMoved.resolve();
    await page.getByText('has moved the price: Home +120, no longer Home +110.').waitFor();
    const isOpen = (tab: Page) =>
      tab.url().endsWith('/api/v1/deeplink/hoops?state=pa&book=fanduel');
    await until(() => page.context().pages().some(isOpen));
  });
});
