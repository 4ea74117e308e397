import { feed } from './feed.ts';
import type { ReadPrices } from './poll.ts';
import type { PriceStore } from './price-store.ts';

/** A stream that has sent no price by then is one that the server still opens upstream. */
const PATIENCE_MS = 150;

/**
 * Shows a first page by query where the stream's snapshot takes its time, as on a server that has just
 * started. The snapshot replaces it. Returns what stops it.
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
  const isNeeded = () => !signal.aborted && feed.value.changedAt === null;
  if (!isNeeded()) return;
  try {
    for await (const prices of read(signal)) {
      if (isNeeded()) store.upsert(prices);
      return;
    }
  } catch {
    // The stream tries on, and says what is wrong.
  }
}
