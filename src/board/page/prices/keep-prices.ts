import type { LiveStore } from '../../../client/odds-client.ts';
import { report } from '../session/account.ts';
import { changeFeed, type FeedMode, feed, IDLE, showStore } from './feed.ts';
import { pollPrices, type ReadPrices, readAhead } from './poll.ts';
import type { PriceStore } from './price-store.ts';
import type { SentPrice } from './quote.ts';

/** How prices arrive instead, by the code of the error because of which there is no stream. */
const NO_STREAM: ReadonlyMap<string, FeedMode> = new Map([
  ['TIER_RESTRICTED', 'poll'],
  ['FEATURE_NOT_AVAILABLE', 'addon'],
  ['STREAM_LIMIT_EXCEEDED', 'limited'],
]);

/**
 * Keeps a store current by stream, or by polling where there is no stream, until the returned function is called.
 * `isOlder`: whether it holds prices of before. Those of the stream replace them, as they replace any that were read.
 */
export function keepPrices(
  store: PriceStore,
  odds: LiveStore<SentPrice>,
  read: ReadPrices,
  isOlder = false,
): () => void {
  feed.value = IDLE;
  let isOther = isOlder;
  const readNoted: ReadPrices = (signal) => {
    isOther = true;
    return read(signal);
  };
  const stopReadingAhead = readAhead(store, readNoted);
  let stopPolling: (() => void) | null = null;
  const stopStream = odds.subscribe((changes) => {
    const { state, error } = odds;
    const mode = NO_STREAM.get(error?.code ?? '');
    if (mode !== undefined) {
      stopReadingAhead();
      changeFeed({ mode, ...(stopPolling === null && { state: 'connecting', error: null }) });
      stopPolling ??= pollPrices(store, readNoted);
      return;
    }
    store.apply(changes);
    if (state === 'live' && isOther) {
      stopPolling?.(); // The stream has opened after all: the server had one to spare.
      stopPolling = null;
      isOther = false;
      store.apply(odds.getSnapshot());
      store.keepOnly(odds.getSnapshot());
      changeFeed({ mode: 'stream' });
    }
    if (stopPolling === null) showStore(odds, changes.size);
    if (state === 'refused' && error !== null) report(error);
  });
  return () => {
    stopStream();
    stopReadingAhead();
    stopPolling?.();
  };
}
