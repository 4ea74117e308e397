import type { Page } from 'playwright-core';

const MARK = 'first price';

/** Has the page note when its first price is on the screen. Call it before the page is opened. */
export async function watchForFirstPrice(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.cell [data-quote]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark(mark)); // With the frame that draws it.
    });
    observer.observe(document, { childList: true, subtree: true });
  }, MARK);
}

/** The milliseconds from opening the page to its first price, by the page's own clock. */
export async function firstPriceMs(page: Page): Promise<number> {
  const time = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime,
    MARK,
  );
  return Number(await time.jsonValue());
}
