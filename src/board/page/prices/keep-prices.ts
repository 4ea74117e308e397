import type { LiveStore } from '../../../client/odds-client.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { mayPass, reporter } from '../session/trouble.ts';
import { beginFeed, changeFeed, type FeedMode, feed, showFailure, showStore } from './feed.ts';
import type { PriceStore } from './price-store.ts';
import type { SentPrice } from './quote.ts';

/** How prices arrive instead, by the code of the error because of which there is no stream. */
const NO_STREAM: ReadonlyMap<string, FeedMode> = new Map([
  ['TIER_RESTRICTED', 'poll'],
  ['FEATURE_NOT_AVAILABLE', 'addon'],
  ['STREAM_LIMIT_EXCEEDED', 'limited'],
]);

const POLL_MS = 30_000;
const RETRY_MS = 5_000;

/** If the stream sends no price in this time, the server is still opening its own stream to the odds service. */
const PATIENCE_MS = 150;

/** Reads all prices of a view, such as the board or an event, once and page by page. */
type ReadPrices = (signal: AbortSignal) => AsyncIterable<readonly SentPrice[]>;

/** Keeps a store current by stream, or by polling where there is no stream, until the returned function is called. */
export function keepPrices(
  store: PriceStore,
  odds: LiveStore<SentPrice>,
  read: ReadPrices,
): () => void {
  beginFeed();
  const report = reporter();
  // Whether the store holds more than the stream has brought: prices that it was left with, or that were read by query. They
  // are shown until the stream has all, and those that are old look old.
  let holdsOthers = store.source === odds;
  if (!holdsOthers) store.keepOnly(new Set());
  store.source = odds;
  const readOthers: ReadPrices = (signal) => {
    holdsOthers = true;
    return read(signal);
  };
  const stopReadingAhead = readAhead(store, readOthers);
  let stopPolling: (() => void) | null = null;
  const stopStream = odds.subscribe((changes) => {
    const { state, error } = odds;
    const mode = NO_STREAM.get(error?.code ?? '');
    if (mode !== undefined) {
      stopReadingAhead();
      changeFeed({ mode, ...(stopPolling === null && { state: 'connecting', error: null }) });
      stopPolling ??= pollPrices(store, readOthers);
      return;
    }
    store.apply(changes);
    if (state === 'live' && holdsOthers) {
      stopPolling?.(); // The stream has opened after all: the server had one to spare.
      stopPolling = null;
      holdsOthers = false;
      store.apply(odds.getSnapshot());
      store.keepOnly(odds.getSnapshot());
      changeFeed({ mode: 'stream' });
    }
    if (stopPolling === null) showStore(odds, changes.size);
    report(state === 'refused' ? error : null);
  });
  return () => {
    stopStream();
    stopReadingAhead();
    stopPolling?.();
    report(null);
  };
}

function pollPrices(store: PriceStore, read: ReadPrices): () => void {
  const report = reporter();
  return keepReading({
    everyMs: (error) => (mayPass(error) ? RETRY_MS : POLL_MS),
    async read(signal) {
      const found = new Set<string>();
      for await (const prices of read(signal)) {
        signal.throwIfAborted();
        for (const { key } of prices) found.add(key);
        store.apply(byKey(prices));
        changeFeed({ changedAt: Date.now(), state: 'live', error: null });
      }
      store.keepOnly(found);
      changeFeed({ isComplete: true });
    },
    onResult(error) {
      report(error);
      if (error !== null) showFailure(error);
    },
  });
}

/**
 * Shows a first page of prices by query where the stream's snapshot takes long, as on a server that has just
 * started. The snapshot then replaces them. The returned function stops it.
 */
function readAhead(store: PriceStore, read: ReadPrices): () => void {
  const stop = new AbortController();
  const isNeeded = () =>
    !stop.signal.aborted && feed.value.changedAt === null && store.size.peek() === 0;
  const showFirstPage = async () => {
    if (!isNeeded()) return;
    for await (const prices of read(stop.signal)) {
      if (isNeeded()) store.apply(byKey(prices));
      return;
    }
  };
  // A failure need not be told: the stream keeps trying, and reports what is wrong.
  const timer = setTimeout(() => void showFirstPage().catch(() => {}), PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function byKey(prices: readonly SentPrice[]): Map<string, SentPrice> {
  return new Map(prices.map((price) => [price.key, price]));
}
