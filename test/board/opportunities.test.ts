import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ArbitrageOpportunity, MiddleOpportunity } from '../../src/contract/opportunities.ts';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { CHROMIUM, launchBrowser } from '../harness/browser/launch-browser.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { evOpportunity } from '../harness/odds-rows.ts';
import { BoardGraph } from '../harness/servers/board-graph.ts';
import { ScriptedStream } from '../harness/servers/scripted-upstream.ts';

const DESKTOP = { width: 1_280, height: 800 };

/** What an arbitrage and a middle have in common. */
const TOTAL_GOALS = {
  id: 'a',
  event_id: 'game',
  event_name: 'Everton @ Arsenal',
  sport: 'soccer',
  league: 'epl',
  market_type: 'total_goals',
  detected_at: '2026-11-21T18:00:00Z',
};

type MiddleSide = MiddleOpportunity['side1'];

function middleSide(selection: string, line: number): MiddleSide {
  return {
    book: 'draftkings',
    selection,
    line,
    odds: { american: 100, decimal: 2, probability: 0.5 },
    stake_percent: 50,
    odds_age_seconds: 3,
    deep_link: null,
  };
}

function middle(changes: Partial<MiddleOpportunity> = {}): MiddleOpportunity {
  return {
    ...TOTAL_GOALS,
    side1: middleSide('Over', 2.5),
    side2: middleSide('Under', 3.5),
    middle_size: 1,
    middle_numbers: [3],
    middle_probability: 0.2,
    expected_value: 2,
    quality_score: 60,
    ...changes,
  };
}

const ARBITRAGE: ArbitrageOpportunity = {
  ...TOTAL_GOALS,
  line: 2.5,
  profit_percent: 2,
  implied_total: 0.98,
  is_live: false,
  legs: ['Over', 'Under'].map((selection) => ({
    sportsbook: 'draftkings',
    selection,
    odds_american: 104,
    odds_decimal: 2.04,
    implied_probability: 0.49,
    stake_percent: 50,
  })),
};

describe.skipIf(CHROMIUM === null)('the opportunities of the live board', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);

  afterAll(() => browser?.close());

  /** The view with no opportunity so far, and the stream on which a test sends some in place of the origin. */
  async function show() {
    const graph = await BoardGraph.start({ feed: (clock) => new OneGame(clock).feed });
    const opened = new Promise<ScriptedStream>((resolve) => {
      graph.proxy.spoil('GET /stream', ({ seen, response, relay }) => {
        if (seen.query.get('channel') !== 'opportunities') return relay();
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        resolve(new ScriptedStream({ headers: {} }, response));
      });
    });
    const address = `${graph.url}/#/opportunities`;
    const board = await BoardPageDriver.open(browser, address, DESKTOP, graph.clock.now());
    onTestFinished(async () => {
      await board.close();
      await graph.stop();
    });
    const stream = await opened;
    stream.open([]);
    const { page } = board;
    await page.getByText('None is open at the moment.').first().waitFor();
    const rows = (kind: string) =>
      page.getByRole('region', { name: kind, exact: true }).locator('.opportunity');
    return { graph, page, stream, rows };
  }

  test('have prices as old as the server said, and older with the time since then', async () => {
    const { graph, page, stream, rows } = await show();
    const longAgo = new Date(graph.clock.now() - 40 * 60_000).toISOString();
    stream.send('middles:detected', [middle({ detected_at: longAgo })]);
    const age = rows('Middles').locator('.age');
    await age.getByText('open 40 min').waitFor();
    await age.getByText(/^prices \d+ s old$/).waitFor();
    await page.clock.runFor(60_000);
    await age.getByText('prices 1 min old').waitFor();
  });

  test('have bets with their lines, once, also where the name of a team holds the same digits', async () => {
    const { stream, rows } = await show();
    const sides = (one: MiddleSide, other: MiddleSide) => ({ side1: one, side2: other });
    stream.send('middles:detected', [
      middle(sides(middleSide('Philadelphia 76ers', 7), middleSide('Boston Celtics', -6))),
      middle({
        ...sides(middleSide('FC Schalke 04', 4), middleSide('1. FC Köln (-3)', -3)),
        id: 'b',
        expected_value: 1,
      }),
      middle({
        ...sides(middleSide('O 2.5', 2.5), middleSide('Under', 3.5)),
        id: 'c',
        expected_value: 0.5,
      }),
    ]);
    const selections = rows('Middles').locator('.selection');
    await selections.nth(5).waitFor();
    expect(await selections.allInnerTexts()).toEqual([
      'Philadelphia 76ers +7',
      'Boston Celtics −6',
      'FC Schalke 04 +4',
      '1. FC Köln (-3)',
      'O 2.5',
      'Under 3.5',
    ]);
  });

  test('come and go by kind and id: one of another kind with the same id stays', async () => {
    const { stream, rows } = await show();
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
  });
});
