import type { LiveFilter } from '../../../generated/board/graphql.ts';
import { report } from '../session/account.ts';
import { changeFeed, type FeedMode, feed, followPrices, IDLE } from './feed.ts';
import { pollPrices, type ReadPrices, readAhead } from './poll.ts';
import type { PriceStore } from './price-store.ts';

/** How prices arrive instead, by the code of the error that refuses the stream to an account. */
const NO_STREAM: ReadonlyMap<string, FeedMode> = new Map([
  ['TIER_RESTRICTED', 'poll'],
  ['FEATURE_NOT_AVAILABLE', 'addon'],
]);

/** Keeps a store current by stream, or by polling where there is no stream, until the returned function is called. */
export function keepPrices(store: PriceStore, filter: LiveFilter, read: ReadPrices): () => void {
  feed.value = IDLE;
  const stopReadingAhead = readAhead(store, read);
  let stopPolling: (() => void) | null = null;
  const poll = (mode: FeedMode) => {
    stopReadingAhead();
    changeFeed({ mode, ...(stopPolling === null && { link: { kind: 'connecting' } }) });
    stopPolling ??= pollPrices(store, read);
  };
  const stopStream = followPrices(store, filter, (link) => {
    // The server reports trouble with the odds service anew to whoever joins, but not that all is well.
    if (link.kind !== 'open') changeFeed({ upstream: null });
    if (link.kind === 'limited') return poll(link.kind);
    if (link.kind === 'refused') {
      const mode = NO_STREAM.get(link.failure.code);
      if (mode !== undefined) return poll(mode);
      report(link.failure);
    }
    if (link.kind === 'open' && stopPolling !== null) {
      stopPolling(); // The stream has opened after all: the server had one to spare.
      stopPolling = null;
      changeFeed({ mode: 'stream' });
    }
    if (stopPolling === null) changeFeed({ link });
  });
  return () => {
    stopStream();
    stopReadingAhead();
    stopPolling?.();
  };
}
