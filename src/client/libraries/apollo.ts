import {
  ApolloLink,
  type FieldMergeFunction,
  type InMemoryCacheConfig,
  Observable,
  type Reference,
} from '@apollo/client';
import { print } from 'graphql';
import type { OddsClient } from '../odds-client.ts';
import { feedResults } from './feed-results.ts';

export { mergeOdds } from '../live/merge-odds.ts';

/** A link for subscriptions: resumes them at their last cursor, over the event stream that the client's tabs share. */
export function createLiveLink(client: OddsClient): ApolloLink {
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => feedResults(client, print(query), variables, observer)),
  );
}

const dropRemoved: FieldMergeFunction<Reference> = (_, event, { cache, readField }) => {
  const sent = readField<readonly Reference[]>('odds', event) ?? [];
  const removed = readField<string[]>('keys', event) ?? readField<string[]>('replacedKeys', event);
  const keys = new Set(removed ?? []);
  for (const price of sent) keys.delete(readField<string>('key', price) ?? '');
  for (const key of keys) cache.evict({ id: cache.identify({ __typename: 'Odds', key }) ?? '' });
  return event;
};

/**
 * For `InMemoryCache`: prices are known by `key`, and those that a subscription removes leave the cache, and thereby the
 * lists of all queries.
 */
export const oddsCacheConfig = {
  typePolicies: {
    Odds: { keyFields: ['key'] },
    Subscription: { fields: { liveOdds: { merge: dropRemoved } } },
  },
  possibleTypes: {
    LiveOddsEvent: ['OddsSnapshot', 'OddsUpdate', 'OddsRemoval', 'FeedStatus'],
    LiveOpportunityEvent: ['OpportunitiesDetected', 'OpportunitiesExpired', 'FeedStatus'],
    Opportunity: [
      'EvOpportunity',
      'ArbitrageOpportunity',
      'MiddleOpportunity',
      'LowHoldOpportunity',
    ],
  },
} satisfies InMemoryCacheConfig;
