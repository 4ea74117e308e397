import { signal } from '@preact/signals';
import {
  type LiveFilter,
  LiveOddsDocument,
  type LiveOddsSubscription,
} from '../../../generated/board/graphql.ts';
import { follow, type LinkState } from '../graph/follow.ts';
import type { PriceStore } from './price-store.ts';

/** How prices come: by stream, or by query since the account or this tab among others has no stream. */
export type FeedMode = 'stream' | 'poll' | 'crowded';

export interface FeedState {
  readonly mode: FeedMode;
  readonly link: LinkState;
  /** What upstream's stream last said; null if it is in order. */
  readonly upstream: { readonly state: string; readonly message: string | null } | null;
  /** When the last change came, in milliseconds; null before the first. */
  readonly changedAt: number | null;
  /** Whether a whole snapshot has been shown. */
  readonly isComplete: boolean;
}

export const IDLE: FeedState = {
  mode: 'stream',
  link: { kind: 'connecting' },
  upstream: null,
  changedAt: null,
  isComplete: false,
};

/** The state of the feed in view, for the bar that is always in sight. */
export const feed = signal<FeedState>(IDLE);

export function changeFeed(change: Partial<FeedState>): void {
  feed.value = { ...feed.value, ...change };
}

/** What to say in place of prices before the first are there. */
export function waitingText({ link, upstream }: FeedState): string {
  if (link.kind === 'lost') return `${link.message} Trying again…`;
  if (upstream !== null) return 'The odds service cannot be reached. Trying again…';
  return 'Waiting for the first prices…';
}

type LiveOddsEvent = NonNullable<LiveOddsSubscription['liveOdds']>;

/** Keeps a store equal to the live board, over lost connections, until the returned function is called. */
export function followPrices(
  store: PriceStore,
  filter: LiveFilter,
  onLink: (link: LinkState) => void,
): () => void {
  let after: string | null = null;
  return follow(LiveOddsDocument, {
    variables: () => ({ filter, after }),
    onState: onLink,
    onData({ liveOdds }) {
      if (liveOdds === null) return;
      apply(store, liveOdds);
      if ('cursor' in liveOdds) after = liveOdds.cursor;
    },
  });
}

function apply(store: PriceStore, event: LiveOddsEvent): void {
  if (event.__typename === 'FeedStatus') {
    const { state, message } = event;
    const isInOrder = state === 'READY' || state === 'CONNECTED';
    if (state !== 'NOTICE') changeFeed({ upstream: isInOrder ? null : { state, message } });
    return;
  }
  if (event.__typename === 'OddsSnapshot') {
    if (event.offset === 0) store.begin();
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
