import { keepReading } from '../graph/keep-reading.ts';
import { report, trouble } from '../session/account.ts';
import { changeFeed, feed, READING_FAILED } from './feed.ts';
import type { PriceStore } from './price-store.ts';
import type { SentPrice } from './quote.ts';

const POLL_MS = 30_000;
const RETRY_MS = 5_000;

/** Reads all prices of a view, such as the board or an event, once and page by page. */
export type ReadPrices = (signal: AbortSignal) => AsyncIterable<readonly SentPrice[]>;

/** Reads prices every `POLL_MS`, where there is no stream, until the returned function is called. */
export function pollPrices(store: PriceStore, read: ReadPrices): () => void {
  return keepReading(async (signal) => ((await readAll(store, read, signal)) ? POLL_MS : RETRY_MS));
}

function byKey(prices: readonly SentPrice[]): Map<string, SentPrice> {
  return new Map(prices.map((price) => [price.key, price]));
}

/** Whether all pages were read. */
async function readAll(store: PriceStore, read: ReadPrices, signal: AbortSignal): Promise<boolean> {
  try {
    const found = new Map<string, SentPrice>();
    for await (const prices of read(signal)) {
      if (signal.aborted) return false;
      const page = byKey(prices);
      for (const [key, price] of page) found.set(key, price);
      store.apply(page);
      changeFeed({ changedAt: Date.now(), state: 'live', error: null });
    }
    store.keepOnly(found);
    changeFeed({ isComplete: true });
    trouble.value = null;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    report(error);
    changeFeed(READING_FAILED);
    return false;
  }
}

/** If the stream sends no price in this time, the server is still opening its own stream to the odds service. */
const PATIENCE_MS = 150;

/**
 * Shows a first page of prices by query where the stream's snapshot takes long, as on a server that has just
 * started. The snapshot then replaces them. The returned function stops it.
 */
export function readAhead(store: PriceStore, read: ReadPrices): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => void showFirstPage(store, read, stop.signal), PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

async function showFirstPage(
  store: PriceStore,
  read: ReadPrices,
  signal: AbortSignal,
): Promise<void> {
  const isNeeded = () =>
    !signal.aborted && feed.value.changedAt === null && store.size.peek() === 0;
  if (!isNeeded()) return;
  try {
    for await (const prices of read(signal)) {
      if (isNeeded()) store.apply(byKey(prices));
      return;
    }
  } catch {
    // The stream keeps trying, and reports what is wrong.
  }
}
