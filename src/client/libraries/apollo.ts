import {
  ApolloLink,
  type FieldMergeFunction,
  type FieldReadFunction,
  type InMemoryCacheConfig,
  Observable,
  type Reference,
  type StoreObject,
} from '@apollo/client';
import { print } from 'graphql';
import type { OddsClient } from '../odds-client.ts';
import { feedResults, type OnState } from './feed-results.ts';

export { mergeOdds } from '../live/merge-odds.ts';
export type { Followed, OnState } from './feed-results.ts';

/** A link for subscriptions: resumes them at their last cursor, over the event stream that the client's tabs share. */
export function createLiveLink(client: OddsClient, onState?: OnState): ApolloLink {
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => feedResults(client, print(query), variables, observer, onState)),
  );
}

/** Apollo Client runs it for each event that it caches, in order, and keeps `storage` for the field and its arguments. */
const dropRemoved: FieldMergeFunction<Reference> = (_, event, { cache, readField, storage }) => {
  const sent = readField<readonly Reference[]>('odds', event) ?? [];
  const removed = readField<string[]>('keys', event) ?? readField<string[]>('replacedKeys', event);
  const gone = new Set(removed ?? []);
  // What the subscription has brought, and of that what the present snapshot has yet to repeat.
  storage['held'] ??= new Set();
  const held: Set<string> = storage['held'];
  if (readField('offset', event) === 0) storage['unconfirmed'] = new Set(held);
  const unconfirmed: Set<string> | undefined = storage['unconfirmed'];
  for (const price of sent) {
    const key = readField<string>('key', price) ?? '';
    held.add(key);
    gone.delete(key);
    unconfirmed?.delete(key);
  }
  if (readField('isLast', event)) for (const key of unconfirmed ?? []) gone.add(key);
  for (const key of gone) {
    held.delete(key);
    cache.evict({ id: cache.identify({ __typename: 'Odds', key }) ?? '' });
  }
  return event;
};

/** Leaves out the edges whose prices have left the cache. In lists of prices, Apollo Client does that by itself. */
const edges: FieldReadFunction<readonly StoreObject[]> = (all, { canRead, readField }) =>
  all?.filter((edge) => canRead(readField<Reference>('node', edge) ?? edge));

/**
 * For `InMemoryCache`: prices are known by `key`, and those that a subscription removes, or has brought and a later snapshot
 * lacks, leave the cache, and thereby the lists of all queries. Subscriptions that bypass the cache change nothing in it.
 */
export const oddsCacheConfig = {
  typePolicies: {
    Odds: { keyFields: ['key'] },
    OddsConnection: { fields: { edges } },
    OddsChanges: { fields: { edges } },
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
    Node: ['Event', 'Sportsbook'],
  },
} satisfies InMemoryCacheConfig;
