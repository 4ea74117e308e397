import { Connection } from './connection/client-connection.ts';
import { type ClientOptions, type GraphClient, graphClient } from './graph-client.ts';
import {
  LIVE_ODDS,
  LIVE_OPPORTUNITIES,
  type LiveFilter,
  type LiveOddsDocument,
  type LiveOpportunitiesDocument,
  type Odds,
  type Opportunity,
  type OpportunityFilter,
} from './live/live-documents.ts';
import type { LiveStore } from './live/live-store.ts';
import { oddsStore, opportunityStore } from './live/stores.ts';

export type { Answer, Credential } from './connection/client-connection.ts';
export { GraphError, type ResponseError } from './connection/graph-error.ts';
export type { LinkState } from './connection/keep-open.ts';
export type { ClientOptions, QueryArguments, Subscriber } from './graph-client.ts';
export { bestOdds } from './live/best-odds.ts';
export type * from './live/live-documents.ts';
export type { Changes, FeedState, LiveStore } from './live/live-store.ts';
export { mergeOdds } from './live/merge-odds.ts';
export type { GraphDocument, TypedDocument } from './typed-document.ts';

/** A client of one Oddsgraph server, for one caller. */
export interface OddsClient extends GraphClient {
  /** A store of prices by `key`. `document` selects other fields than the usual ones. */
  liveOdds<Price extends { readonly key: string } = Odds>(
    filter?: LiveFilter,
    document?: LiveOddsDocument<Price>,
  ): LiveStore<Price>;
  /** A store of open opportunities by kind and id, such as `EV 17`. `document` selects other fields than the usual ones. */
  liveOpportunities<Item extends { readonly id: string } = Opportunity>(
    filter?: OpportunityFilter,
    document?: LiveOpportunitiesDocument<Item>,
  ): LiveStore<Item>;
}

/** Makes a client. Nothing is sent before the first query, or before somebody subscribes to a store. */
export function createClient({ print, ...options }: ClientOptions): OddsClient {
  const connection = new Connection(options);
  return {
    ...graphClient(connection, print),
    // The defaults of the documents select what the defaults of the type parameters have.
    liveOdds: <Price extends { readonly key: string } = Odds>(
      filter: LiveFilter = {},
      document = LIVE_ODDS as unknown as LiveOddsDocument<Price>,
    ) => oddsStore(connection, filter, document, print),
    liveOpportunities: <Item extends { readonly id: string } = Opportunity>(
      filter: OpportunityFilter = {},
      document = LIVE_OPPORTUNITIES as unknown as LiveOpportunitiesDocument<Item>,
    ) => opportunityStore(connection, filter, document, print),
  };
}
