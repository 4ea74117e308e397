import { signal } from '@preact/signals';
import type { Changes } from '../../../client/odds-client.ts';
import { liveOpportunities } from '../graph/request.ts';
import { beginFeed, showStore } from '../prices/feed.ts';
import { forEachAccount, refuse } from '../session/tab-credential.ts';
import { type Held, type Kind, type Opportunity, summaryOf } from './bets.ts';
import { minimums } from './opportunity-filter.ts';

/** An expired opportunity stays in the list this long, faded. */
const GONE_MS = 8_000;

/** Opportunities by key, including those that have just expired. */
export const opportunities = signal<ReadonlyMap<string, Held>>(new Map());

/** Keeps the opportunities current until the returned function is called. */
export function runOpportunities(): () => void {
  return forEachAccount(() => {
    beginFeed();
    opportunities.value = new Map();
    const store = liveOpportunities(minimums()); // Read here, so that others begin another subscription.
    return store.subscribe((changes) => {
      if (changes.size > 0) apply(changes);
      showStore(store, changes.size);
      // The view shows any other refusal.
      const { state, error } = store;
      if (state === 'refused' && error?.code === 'UNAUTHENTICATED') refuse(error.message);
    });
  });
}

function apply(changes: Changes<Opportunity>): void {
  const next = new Map(opportunities.value);
  const now = Date.now();
  for (const [key, opportunity] of changes) {
    const held = next.get(key);
    const kind = key.split(' ')[0] as Kind;
    if (opportunity !== undefined) {
      const summary = summaryOf(opportunity);
      // Whoever subscribes again is sent what is open once more, with the ages that it had at first.
      const isKnown = held && JSON.stringify(opportunity) === JSON.stringify(held.opportunity);
      const receivedAt = isKnown ? held.receivedAt : now;
      next.set(key, { key, kind, opportunity, summary, receivedAt, goneAt: null });
    } else if (held?.goneAt === null) {
      next.set(key, { ...held, goneAt: now });
    }
  }
  opportunities.value = next;
  if ([...changes.values()].includes(undefined)) setTimeout(() => dropGone(now), GONE_MS);
}

/** Drops the opportunities that expired at this time. */
function dropGone(at: number): void {
  const others = [...opportunities.value].filter(([, { goneAt }]) => goneAt !== at);
  opportunities.value = new Map(others);
}
