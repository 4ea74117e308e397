import { feed } from './feed.ts';
import type { ReadPrices } from './poll.ts';
import type { PriceStore } from './price-store.ts';

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
  const isNeeded = () => !signal.aborted && feed.value.changedAt === null;
  if (!isNeeded()) return;
  try {
    for await (const prices of read(signal)) {
      if (isNeeded()) store.upsert(prices);
      return;
    }
  } catch {
    // The stream keeps trying, and reports what is wrong.
  }
}
