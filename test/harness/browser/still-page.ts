import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestGraph } from '../servers/test-graph.ts';
import { originPrices } from './current-prices.ts';

const SECOND_MS = 1_000;
const PATIENCE_MS = 60_000;
/** Real time for the network and for rendering, since the page's own clock stands still. */
const PAUSE_MS = 10;

/** The graph releases what it has gathered in this time. */
const CONFLATION_MS = 250;

declare global {
  interface Window {
    nextFrame: typeof requestAnimationFrame;
  }
}

/**
 * Stops the time of all pages of a context, apart from the frames of the screen, so that what they show depends
 * on nothing but what they were sent.
 */
export async function stopTime(context: BrowserContext, graph: TestGraph): Promise<void> {
  await context.addInitScript(() => {
    window.nextFrame = requestAnimationFrame.bind(window);
  });
  await context.clock.install({ time: graph.clock.now() });
  await context.clock.pauseAt(graph.clock.now());
  await context.clock.setFixedTime(graph.clock.now());
  await context.addInitScript(() => {
    window.requestAnimationFrame = window.nextFrame;
  });
}

/** Runs what a page wants to do at once, until something holds. */
export async function settle(page: Page, holds: () => Promise<boolean>): Promise<number> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  let ticks = 0;
  while (!(await holds())) {
    deadline.throwIfAborted();
    await page.clock.runFor(1);
    ticks += 1;
    await pause(PAUSE_MS);
  }
  return ticks;
}

/** Lets a second pass at the origin, in the graph and on the page, which then shows the origin's prices. */
export async function passSecond(page: Page, graph: TestGraph, list: string): Promise<void> {
  await page.clock.setFixedTime(graph.clock.now() + SECOND_MS);
  graph.originClock.advance(SECOND_MS);
  const prices = await originPrices(graph, { list, key: 'demo_enterprise' });
  let left = SECOND_MS;
  const ticks = await settle(page, async () => {
    if (await isCurrent(page, prices)) return true;
    const step = Math.min(left, CONFLATION_MS);
    left -= step;
    graph.clock.advance(step);
    return false;
  });
  await pause(5 * PAUSE_MS); // For changes that are not in sight.
  graph.clock.advance(left);
  await page.clock.runFor(Math.max(0, SECOND_MS - ticks));
}

/** Whether all prices on the screen are the origin's, and none is missing in the rows in sight. */
async function isCurrent(page: Page, prices: ReadonlyMap<string, number>): Promise<boolean> {
  const shown = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-quote] b'), (text) => [
      text.parentElement?.dataset['quote'] ?? '',
      text.innerText.replace('−', '-'),
    ]),
  );
  return shown.length > 0 && shown.every(([id = '', price]) => prices.get(id) === Number(price));
}
