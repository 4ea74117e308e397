import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openFeed } from '../../src/origin/feeds/open-price-feed.ts';
import type { PriceFeed } from '../../src/origin/feeds/price-feed.ts';
import { launchBrowser } from '../harness/browser/launch-browser.ts';
import { passSecond, settle, stopTime } from '../harness/browser/still-page.ts';
import { DEMO_BOARD, startTestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

/*
 * Pictures of the live board, the same each time: `npm run screenshots` takes the README's two, and
 * `npm run screenshots -- <folder>` one of every view.
 */

const README_FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const README_PICTURES = ['board', 'event'];

const DESKTOP = { width: 1_440, height: 810 };
const PHONE = { width: 390, height: 780 };

const MONEYLINES = 'market=moneyline';

const DAY_MS = 24 * 3_600_000;

/** How long the server has been away in the picture of it. */
const STALE_MS = 20_000;

const [wanted] = process.argv.slice(2);
const folder = wanted ?? README_FOLDER;
mkdirSync(folder, { recursive: true });

let feed: PriceFeed | undefined;
const graph = await startTestGraph({
  feed: (clock) => {
    feed = openFeed({ clock, feed: 'simulation', seed: 1, pastHours: 24 });
    return feed;
  },
  history: {
    url: null,
    apiKey: 'demo_enterprise',
    days: 2,
    get past() {
      return feed?.past ?? null;
    },
  },
  board: DEMO_BOARD,
  rateLimits: { pro: 1_200 },
});
const since = new Date(graph.clock.now() - DAY_MS).toISOString();
await until(async () => {
  graph.clock.advance(50);
  const { data } = await graph.ask('{ historyCoverage { since } }');
  return data.historyCoverage?.since === since;
});
const browser = await launchBrowser();
try {
  await takeAll(browser);
} finally {
  await browser.close();
  await graph.stop();
}

async function takeAll(from: Browser): Promise<void> {
  const page = await open(from, DESKTOP, 'dark');
  await pass(page, 6, MONEYLINES);
  await take(page, 'board');
  const event = page.locator('.row.live .sides').nth(6); // One with splits.
  const id = decodeURIComponent((await event.getAttribute('href'))?.split('/').at(-1) ?? '');
  await event.click();
  await shows(page, '.fair-row .edge');
  await shows(page, '.splits');
  // Enough readings for lines in the chart.
  await pass(page, 42, `event=${encodeURIComponent(id)}`);
  await take(page, 'event');
  if (wanted === undefined) return;
  await takeStale(from);
  await takeLight(from);
  await takePhone(from);
}

async function takeStale(from: Browser): Promise<void> {
  const page = await open(from, DESKTOP, 'dark');
  await pass(page, 1, MONEYLINES);
  await graph.stopGraph();
  await shows(page, '.app.stale');
  await page.clock.setFixedTime(graph.clock.now() + STALE_MS);
  await page.clock.runFor(1_000);
  await take(page, 'stale');
  await graph.startGraph();
}

async function takeLight(from: Browser): Promise<void> {
  const page = await open(from, DESKTOP, 'light');
  await page.getByRole('button', { name: 'Spread' }).click();
  await shows(page, '.market-name');
  await isLive(page);
  await take(page, 'spread-light');
  await page.goto(`${graph.url}/#/opportunities`);
  await shows(page, '.opportunity');
  await isLive(page);
  await take(page, 'opportunities');
}

async function takePhone(from: Browser): Promise<void> {
  const page = await open(from, PHONE, 'light');
  await take(page, 'phone');
  await page.locator('.row.live .sides').first().click();
  await shows(page, '.fair-row .edge');
  await take(page, 'phone-event');
  await page.goto(`${graph.url}/#/opportunities`);
  await shows(page, '.opportunity');
  await isLive(page);
  await take(page, 'phone-opportunities');
}

async function open(from: Browser, viewport: typeof DESKTOP, colorScheme: 'light' | 'dark') {
  const context = await from.newContext({
    viewport,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await stopTime(context, graph);
  const page = await context.newPage();
  await page.goto(graph.url);
  await shows(page, '.cell [data-quote]');
  await isLive(page);
  return page;
}

function shows(page: Page, selector: string): Promise<number> {
  return settle(page, async () => (await page.locator(selector).count()) > 0);
}

/** Waits for whole snapshots, of each kind of opportunity too. */
function isLive(page: Page): Promise<number> {
  return settle(page, async () => {
    const isWaiting = (await page.getByText('Waiting for the first').count()) > 0;
    return !isWaiting && (await page.locator('.status').innerText()) === 'Live';
  });
}

async function pass(page: Page, seconds: number, list: string): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await passSecond(page, graph, list);
}

async function take(page: Page, name: string): Promise<void> {
  if (wanted === undefined && !README_PICTURES.includes(name)) return;
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
