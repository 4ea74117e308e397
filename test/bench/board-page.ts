import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { firstPriceMs, watchForFirstPrice } from '../harness/browser/first-price.ts';
import { launchBrowser } from '../harness/browser/launch-browser.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

/*
 * The live board with everything on it: `npm run bench:board -- --minutes 10`. The time to the first price,
 * frames per second while all markets of all sports move and are scrolled, and memory minute by minute.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '2' } } });
const MINUTES = Number(values.minutes);
const SCROLL_SECONDS = 10;
const VIEWPORT = { width: 1_440, height: 900 };

const server = new OddsgraphProcess({ LOG_LEVEL: 'warn', BOARD: 'on', ORIGIN_FEED: 'simulation' });
const browser = await launchBrowser();
try {
  const { url } = await server.listening();
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.setDefaultTimeout(60_000);
  await watchForFirstPrice(page);
  // The first visit fills caches and opens upstream's stream, as the first visitor's does.
  for (const visit of ['first visitor', 'later visitors']) {
    await page.goto(url);
    print(`${visit}: first price after`, `${Math.round(await firstPriceMs(page))} ms`);
  }
  await showEverything(page);
  const { frames, slow } = await scroll(page);
  print('frames per second while scrolling', (frames / SCROLL_SECONDS).toFixed(1));
  print('frames that took longer than 50 ms', String(slow));
  const heap = [await heapMegabytes(page)];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await pause(60_000);
    heap.push(await heapMegabytes(page));
  }
  print('heap by minute, MB', heap.map((size) => size.toFixed(1)).join(' '));
} finally {
  await browser.close();
  server.signal('SIGTERM');
  await server.exited;
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(40)} ${value}\n`);
}

async function showEverything(page: Page): Promise<void> {
  await page.getByLabel('Tier').selectOption('enterprise');
  await page.getByRole('button', { name: 'All markets' }).click();
  await page.locator('.status', { hasText: /^Live$/ }).waitFor();
  const prices = async () => {
    const text = await page.locator('.summary').innerText();
    return Number(/([\d,]+) prices/.exec(text)?.[1]?.replaceAll(',', ''));
  };
  // Prices come and go all the time; the snapshot is complete when their number hardly grows.
  for (let last = 0; (await prices()) > last * 1.01 || last < 40_000; ) {
    last = await prices();
    await pause(2_000);
  }
  print('on the board', `${await prices()} prices`);
}

/** Scrolls down and up through the board for a while, and counts the frames of the screen. */
function scroll(page: Page): Promise<{ frames: number; slow: number }> {
  return page.evaluate(async (ms) => {
    const grid = document.querySelector('.grid') as HTMLElement;
    const start = performance.now();
    let [frames, slow, last, step] = [0, 0, start, 40];
    while (last - start < ms) {
      const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames += 1;
      slow += Number(at - last > 50);
      last = at;
      if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) step = -40;
      if (grid.scrollTop <= 0) step = 40;
      grid.scrollTop += step;
    }
    return { frames, slow };
  }, SCROLL_SECONDS * 1_000);
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
