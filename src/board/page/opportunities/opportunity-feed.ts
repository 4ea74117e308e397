import { effect, untracked } from '@preact/signals';
import { LiveOpportunitiesDocument } from '../../../generated/board/graphql.ts';
import { follow } from '../graph/follow.ts';
import { changeFeed, feed, IDLE } from '../prices/feed.ts';
import { preciseNow } from '../prices/ticker.ts';
import { report } from '../session/account.ts';
import { accountChanges } from '../session/tab-credential.ts';
import { applyOpportunities, opportunities, sweep } from './opportunity-store.ts';

/** Keeps the opportunities current until the returned function is called. */
export function runOpportunities(): () => void {
  const stopFollowing = effect(() => {
    accountChanges.value; // Read so that this runs again whenever the account changes.
    feed.value = IDLE;
    opportunities.value = new Map();
    return follow(LiveOpportunitiesDocument, {
      variables: () => ({}),
      onState(link) {
        changeFeed({ link });
        // The view shows any other refusal.
        if (link.kind === 'refused' && link.failure.code === 'UNAUTHENTICATED')
          report(link.failure);
      },
      onData({ liveOpportunities: event }) {
        if (event === null) return;
        applyOpportunities(event);
        if (event.__typename !== 'FeedStatus') {
          return changeFeed({ changedAt: Date.now(), isComplete: true, upstream: null });
        }
        const { state, message } = event;
        if (state === 'STALE' || state === 'RECONNECTING')
          changeFeed({ upstream: { state, message } });
        else if (state === 'READY') changeFeed({ upstream: null, isComplete: true });
      },
    });
  });
  const stopSweeping = effect(() => {
    const at = preciseNow.value;
    untracked(() => sweep(at));
  });
  return () => {
    stopFollowing();
    stopSweeping();
  };
}
