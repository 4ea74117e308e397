import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser/launch-browser.ts';
import { BoardGraph } from '../harness/servers/board-graph.ts';

/*
 * Pictures of the live board, the same each time: `npm run screenshots` takes the README's two, and
 * `npm run screenshots -- <folder>` one of every view.
 */

const README_FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const README_PICTURES = ['board', 'event'];

const DESKTOP = { width: 1_440, height: 810 };
const PHONE = { width: 390, height: 780 };

const [wanted] = process.argv.slice(2);
const folder = wanted ?? README_FOLDER;
mkdirSync(folder, { recursive: true });

const graph = await BoardGraph.start();
const browser = await launchBrowser();
try {
  await takeAll(browser);
} finally {
  await browser.close();
  await graph.stop();
}

async function takeAll(from: Browser): Promise<void> {
  const page = await open(from, DESKTOP, 'dark');
  await page.locator('.cell [data-quote]').first().waitFor();
  await letMove(page, 6);
  await take(page, 'board');
  await page.locator('.row.live .sides').nth(5).click();
  await page.locator('.fair-row .edge').first().waitFor();
  await letMove(page, 12);
  await take(page, 'event');
  if (wanted === undefined) return;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${graph.url}/#/opportunities`);
  await page.locator('.opportunity').first().waitFor();
  await letMove(page, 4);
  await take(page, 'opportunities');
  await page.goto(`${graph.url}/#/`);
  await page.getByRole('button', { name: 'Spread' }).click();
  await page.locator('.market-name').first().waitFor();
  await letMove(page, 2);
  await take(page, 'spread-light');
  await graph.stopGraph();
  await page.locator('.app.stale').waitFor();
  await take(page, 'stale');
  await graph.startGraph();
  const phone = await open(from, PHONE, 'light');
  await phone.locator('.cell [data-quote]').first().waitFor();
  await letMove(phone, 2);
  await take(phone, 'phone');
  await phone.goto(`${graph.url}/#/opportunities`);
  await phone.locator('.opportunity').first().waitFor();
  await take(phone, 'phone-opportunities');
}

async function open(from: Browser, viewport: typeof DESKTOP, colorScheme: 'light' | 'dark') {
  const context = await from.newContext({
    viewport,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(graph.clock.now());
  await page.goto(graph.url);
  return page;
}

/** Lets prices move, and the page take them. */
async function letMove(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    graph.pass(5);
    await page.clock.setFixedTime(graph.clock.now());
    await pause(600); // No event tells that the page has drawn the prices, and a picture may be early.
  }
}

async function take(page: Page, name: string): Promise<void> {
  if (wanted === undefined && !README_PICTURES.includes(name)) return;
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
