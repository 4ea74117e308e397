import { computed, signal } from '@preact/signals';
import type { LinkState } from '../../../client/odds-client.ts';
import {
  type LiveFilter,
  LiveOddsDocument,
  type LiveOddsSubscription,
} from '../../../generated/board/graphql.ts';
import { client } from '../graph/request.ts';
import type { PriceStore } from './price-store.ts';

/**
 * How prices arrive: by stream, or by polling. `poll`: the account's tier may not stream; `addon`: it may, but the
 * account lacks the streaming add-on; `limited`: the server has no stream to spare; `query`: what is shown has no stream.
 */
export type FeedMode = 'stream' | 'poll' | 'addon' | 'limited' | 'query';

export interface FeedState {
  readonly mode: FeedMode;
  /** The state of the page's subscription at the server; while the page polls, of its last reading. */
  readonly link: LinkState;
  /** The last trouble reported with the upstream stream; null if it works. */
  readonly upstream: { readonly state: string; readonly message: string | null } | null;
  /** When the last change arrived, in milliseconds since the Unix epoch; null before the first. */
  readonly changedAt: number | null;
  /** Whether a whole snapshot has arrived. */
  readonly isComplete: boolean;
}

/** The state before anything has arrived. */
export const IDLE: FeedState = {
  mode: 'stream',
  link: { kind: 'connecting' },
  upstream: null,
  changedAt: null,
  isComplete: false,
};

/** The state of the feed that is shown, for the status bar of the page. */
export const feed = signal<FeedState>(IDLE);

/** Whether each change of a price arrives as it happens. Then all prices are current, however old the last change is. */
export const isStreaming = computed(() => {
  const { mode, link, upstream, isComplete } = feed.value;
  return mode === 'stream' && link.kind === 'open' && upstream === null && isComplete;
});

export function changeFeed(change: Partial<FeedState>): void {
  feed.value = { ...feed.value, ...change };
}

/** Takes a status that the server sends about its own stream. */
export function changeUpstream({ state, message }: NonNullable<FeedState['upstream']>): void {
  // A notice is a temporary problem of a stream that continues, and CONNECTED ends none: a snapshot has yet to come.
  if (state === 'NOTICE' || state === 'CONNECTED') return;
  changeFeed({ upstream: state === 'READY' ? null : { state, message } });
}

/** The text that is shown in place of prices before the first have arrived. */
export function waitingText({ link, upstream }: FeedState): string {
  if (link.kind === 'lost') return `${link.message} Trying again…`;
  if (upstream !== null) return 'The odds service cannot be reached. Trying again…';
  return 'Waiting for the first prices…';
}

type LiveOddsEvent = NonNullable<LiveOddsSubscription['liveOdds']>;

/** Keeps a store equal to the server's live prices, over lost connections, until the returned function is called. */
export function followPrices(
  store: PriceStore,
  filter: LiveFilter,
  onLink: (link: LinkState) => void,
): () => void {
  return client.subscribe(
    LiveOddsDocument,
    { filter },
    {
      onState: onLink,
      onData({ liveOdds }) {
        if (liveOdds !== null) apply(store, liveOdds);
      },
    },
  );
}

function apply(store: PriceStore, event: LiveOddsEvent): void {
  if (event.__typename === 'FeedStatus') {
    changeUpstream(event);
    return;
  }
  if (event.__typename === 'OddsSnapshot') {
    if (event.offset === 0) store.begin(); // A snapshot comes in parts.
    store.upsert(event.odds);
    if (event.isLast) store.end();
    changeFeed({ isComplete: event.isLast || feed.value.isComplete, upstream: null });
  } else if (event.__typename === 'OddsUpdate') {
    store.upsert(event.odds);
  } else {
    store.remove(event.ids);
  }
  changeFeed({ changedAt: Date.now() });
}
