import type { LiveFilter } from '../../../generated/board/graphql.ts';
import { report } from '../session/account.ts';
import { changeFeed, type FeedMode, feed, followPrices, IDLE } from './feed.ts';
import { pollPrices, type ReadPrices } from './poll.ts';
import type { PriceStore } from './price-store.ts';
import { readAhead } from './read-ahead.ts';

/** Codes of errors that refuse the stream to an account, although it may still read prices by query. */
const NO_STREAM: ReadonlySet<string> = new Set(['TIER_RESTRICTED', 'FEATURE_NOT_AVAILABLE']);

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
  // A link is the connection of the stream. It is `crowded` while other tabs have all streams.
  const stopStream = followPrices(store, filter, (link) => {
    // The server reports trouble with the odds service anew to whoever joins, but not that all is well.
    if (link.kind !== 'open') changeFeed({ upstream: null });
    if (link.kind === 'crowded' || link.kind === 'limited') return poll(link.kind);
    if (link.kind === 'refused' && NO_STREAM.has(link.failure.code)) return poll('poll');
    if (link.kind === 'refused') report(link.failure);
    if (link.kind === 'open' && stopPolling !== null) {
      stopPolling(); // The stream has opened after all: another tab gave up its own.
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
