import { effect, untracked } from '@preact/signals';
import { liveOpportunities } from '../graph/request.ts';
import { feed, IDLE, showStore } from '../prices/feed.ts';
import { preciseNow } from '../prices/ticker.ts';
import { report } from '../session/account.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { minimums } from './opportunity-filter.ts';
import { applyOpportunities, opportunities, sweep } from './opportunity-store.ts';

/** Keeps the opportunities current until the returned function is called. */
export function runOpportunities(): () => void {
  const stopFollowing = forEachAccount(() => {
    feed.value = IDLE;
    opportunities.value = new Map();
    const store = liveOpportunities(minimums()); // Read here, so that others begin another subscription.
    return store.subscribe((changes) => {
      applyOpportunities(changes);
      showStore(store, changes.size);
      // The view shows any other refusal.
      if (store.state === 'refused' && store.error?.code === 'UNAUTHENTICATED') report(store.error);
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
