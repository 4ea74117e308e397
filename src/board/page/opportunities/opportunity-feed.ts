import { effect, untracked } from '@preact/signals';
import { LiveOpportunitiesDocument } from '../../../generated/board/graphql.ts';
import { client } from '../graph/request.ts';
import { changeFeed, changeUpstream, feed, IDLE } from '../prices/feed.ts';
import { preciseNow } from '../prices/ticker.ts';
import { report } from '../session/account.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { minimums } from './opportunity-filter.ts';
import { applyOpportunities, opportunities, sweep } from './opportunity-store.ts';

/** Keeps the opportunities current until the returned function is called. */
export function runOpportunities(): () => void {
  const stopFollowing = forEachAccount(() => {
    const variables = minimums.value; // Read here, so that others begin another subscription.
    feed.value = IDLE;
    opportunities.value = new Map();
    return client.subscribe(LiveOpportunitiesDocument, variables, {
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
        changeUpstream(event);
        if (event.state === 'READY') changeFeed({ isComplete: true });
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
