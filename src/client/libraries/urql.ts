import { type Exchange, subscriptionExchange } from '@urql/core';
import type { OddsClient } from '../odds-client.ts';
import { feedResults } from './feed-results.ts';

export { mergeOdds } from '../live/merge-odds.ts';

/** An exchange for subscriptions: resumes them at their last cursor, over the event stream that the client's tabs share. */
export function liveExchange(client: OddsClient): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables = {} }) => ({
      subscribe: (sink) => ({ unsubscribe: feedResults(client, query, variables, sink) }),
    }),
  });
}
