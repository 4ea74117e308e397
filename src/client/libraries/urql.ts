import { type Exchange, formatDocument, stringifyDocument, subscriptionExchange } from '@urql/core';
import type { OddsClient } from '../odds-client.ts';
import { feedResults, type OnState } from './feed-results.ts';

export { mergeOdds } from '../live/merge-odds.ts';
export type { Followed, OnState } from './feed-results.ts';

/** An exchange for subscriptions: resumes them at their last cursor, over the event stream that the client's tabs share. */
export function liveExchange(client: OddsClient, onState?: OnState): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ variables = {} }, { query }) => {
      // urql adds `__typename` to queries and mutations only, and `mergeOdds` tells events apart by it.
      const text = stringifyDocument(formatDocument(query) as typeof query);
      return {
        subscribe: (sink) => ({ unsubscribe: feedResults(client, text, variables, sink, onState) }),
      };
    },
  });
}
