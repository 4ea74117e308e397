import { report, trouble } from '../session/account.ts';
import { credential } from '../session/tab-credential.ts';
import { changeFeed } from './feed.ts';
import type { PriceStore } from './price-store.ts';
import type { SentPrice } from './quote.ts';

export const POLL_MS = 30_000;
const RETRY_MS = 5_000;

/** Reads all prices of a view, such as the board or an event, once and page by page. */
export type ReadPrices = (signal: AbortSignal) => AsyncIterable<readonly SentPrice[]>;

/** Reads prices every `POLL_MS`, where there is no stream, until the returned function is called. */
export function pollPrices(store: PriceStore, read: ReadPrices): () => void {
  let reading = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async () => {
    clearTimeout(timer);
    reading.abort(); // Each of two readings at once would remove what the other has found.
    reading = new AbortController();
    const { signal } = reading;
    const isVisible = document.visibilityState === 'visible';
    const isAllowed = credential.value !== null;
    // While the page is hidden, nothing is read. The next attempt comes when it is shown, or after `POLL_MS`.
    const isRead = isAllowed && (!isVisible || (await readAll(store, read, signal)));
    if (!signal.aborted) timer = setTimeout(poll, isRead ? POLL_MS : RETRY_MS);
  };
  void poll();
  document.addEventListener('visibilitychange', poll);
  return () => {
    document.removeEventListener('visibilitychange', poll);
    clearTimeout(timer);
    reading.abort();
  };
}

/** Whether all pages were read. */
async function readAll(store: PriceStore, read: ReadPrices, signal: AbortSignal): Promise<boolean> {
  try {
    store.begin(); // What is read is a snapshot: `end` removes the prices that it lacks.
    for await (const prices of read(signal)) {
      if (signal.aborted) return false;
      store.upsert(prices);
      changeFeed({ changedAt: Date.now(), link: { kind: 'open' } });
    }
    store.end();
    changeFeed({ isComplete: true });
    trouble.value = null;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    report(error);
    changeFeed({ link: { kind: 'lost', message: 'The last reading failed.' } });
    return false;
  }
}
