import { computed, signal } from '@preact/signals';
import { type FeedState, GraphError, type LiveStore } from '../../../client/odds-client.ts';
import { mayPass } from '../session/trouble.ts';

/**
 * How prices arrive: by stream, or by polling. `poll`: the account's tier may not stream; `addon`: it may, but the
 * account lacks the streaming add-on; `limited`: the server has no stream to spare; `query`: what is shown has no stream.
 */
export type FeedMode = 'stream' | 'poll' | 'addon' | 'limited' | 'query';

/** How what is shown arrives. While the page polls, state and error are those of its last reading; `trouble` says more. */
export interface Feed {
  readonly mode: FeedMode;
  readonly state: FeedState;
  readonly error: GraphError | null;
  /** When the last change arrived, in milliseconds since the Unix epoch; null before the first. */
  readonly changedAt: number | null;
  /** Whether everything has arrived once. */
  readonly isComplete: boolean;
}

/** The state before anything has arrived. */
const NOTHING_YET: Feed = {
  mode: 'stream',
  state: 'connecting',
  error: null,
  changedAt: null,
  isComplete: false,
};

/** The feed of the view that is shown: of prices, opportunities or moves. The state bar describes it. */
export const feed = signal<Feed>(NOTHING_YET);

/** Whether everything has arrived once. Unlike `feed`, it does not change with each delivery. */
export const isComplete = computed(() => feed.value.isComplete);

/** Whether prices are streamed and all of them have arrived: then all are current, however long ago the last one changed. */
export const isStreaming = computed(
  () => feed.value.mode === 'stream' && feed.value.state === 'live',
);

/**
 * The refusal that is shown instead of the view. Null if the key or token itself was refused: what is on the screen then
 * stays until another one is entered.
 */
export const viewRefusal = computed(() => {
  const { state, error } = feed.value;
  return state === 'refused' && error?.code !== 'UNAUTHENTICATED' ? error : null;
});

/** To be called by each view, since the feed is still that of the last one. */
export function beginFeed(mode: FeedMode = 'stream'): void {
  feed.value = { ...NOTHING_YET, mode };
}

export function changeFeed(change: Partial<Feed>): void {
  feed.value = { ...feed.value, ...change };
}

const FAILED = new GraphError({ message: 'The last reading failed.' });

/** Shows that a reading failed. */
export function showFailure(error: unknown): void {
  if (mayPass(error)) changeFeed({ state: 'reconnecting', error: FAILED });
  else changeFeed({ state: 'refused', error: error as GraphError });
}

/** Shows how a store is doing after it has published `changeCount` changes. */
export function showStore({ state, error }: LiveStore<unknown>, changeCount: number): void {
  const everComplete = feed.value.isComplete || state === 'live';
  const hasChanged = changeCount > 0 || everComplete !== feed.value.isComplete;
  const changed = hasChanged && { changedAt: Date.now(), isComplete: everComplete };
  changeFeed({ state, error, ...changed });
}
