import { sha256, unlessAborted } from './connection/browser.ts';
import {
  type Answer,
  Connection,
  type ConnectionOptions,
  type RequestOptions,
} from './connection/client-connection.ts';
import { GraphError, type ResponseError } from './connection/graph-error.ts';
import { follow, type LinkState, uncaught } from './connection/keep-open.ts';
import {
  LIVE_ODDS,
  LIVE_OPPORTUNITIES,
  type LiveFilter,
  type LiveOddsDocument,
  type LiveOpportunitiesDocument,
  type Odds,
  type OpportunityFilter,
  type OpportunityKind,
  type OpportunityOf,
} from './live/live-documents.ts';
import type { LiveStore } from './live/live-store.ts';
import { oddsStore, opportunityStore } from './live/stores.ts';
import { type GraphDocument, type Params, type Print, paramsOf } from './typed-document.ts';

export type { Answer, RequestOptions } from './connection/client-connection.ts';
export type { Credential } from './connection/credentials.ts';
export { GraphError, type ResponseError } from './connection/graph-error.ts';
export type { LinkState } from './connection/keep-open.ts';
export { bestOdds } from './live/best-odds.ts';
export type * from './live/live-documents.ts';
export type { Changes, FeedState, LiveStore } from './live/live-store.ts';
export { mergeOdds } from './live/merge-odds.ts';
export type { GraphDocument, TypedDocument } from './typed-document.ts';

export interface ClientOptions extends ConnectionOptions {
  /** `print` of the package `graphql`: writes documents that are sent as text but were given as parsed nodes. */
  readonly print?: Print;
}

export interface Subscriber<Data> {
  /** Called with each result, and the errors of fields that are therefore null in it. */
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  /** How the subscription is doing. After `refused` nothing follows until `reconnect` is called. */
  readonly onState?: ((state: LinkState) => void) | undefined;
}

/** What a query takes beside its document. Variables may be left out only if the document requires none. */
export type QueryArguments<Variables> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions];

/** A client of one Oddsgraph server, for one caller. */
export interface OddsClient {
  /**
   * Sends a query or mutation. Rejects with `GraphError` if it or all of its root fields failed, and as `fetch` does if
   * aborted; errors of single fields are in the answer.
   */
  query<Data, Variables extends object = object>(
    document: GraphDocument<Data, Variables>,
    ...given: QueryArguments<Variables>
  ): Promise<Answer<Data>>;
  /** A store of prices by `key`. `document` selects other fields than the usual ones. */
  liveOdds<Price extends { readonly key: string } = Odds>(
    filter?: LiveFilter,
    document?: LiveOddsDocument<Price>,
  ): LiveStore<Price>;
  /**
   * A store of open opportunities by kind and id, such as `EV 17`. `document` selects other fields than the usual ones. If
   * it names kinds itself, `filter` has to name the same: the store is live once it has all of each kind in `filter`.
   */
  liveOpportunities<
    Kind extends OpportunityKind,
    Item extends { readonly id: string } = OpportunityOf<Kind>,
  >(filter?: OpportunityFilter<Kind>, document?: LiveOpportunitiesDocument<Item>): LiveStore<Item>;
  /**
   * Hands on the results of a subscription until the returned function is called. After a lost connection, it is resumed by
   * the variable `after`, if the document has one. An error that a callback throws becomes an uncaught one, and the
   * subscription goes on. Where `liveOdds` or `liveOpportunities` suit, prefer their stores.
   */
  subscribe<Data extends object, Variables extends object = object>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    subscriber: Subscriber<Data>,
  ): () => void;
  /** The credential for a request that another library sends. */
  credential(): Promise<string | null>;
  /**
   * Asks for the credential anew, and begins all that is live again with it. A store lets go of what it holds if that is
   * refused or not answered. To be called when a user has signed in or out, or the rights of this one have changed; a token
   * that is renewed needs no call.
   */
  reconnect(): void;
  /** Ends all that is live, for good: it is `refused` then. */
  close(): void;
}

/** Makes a client. Nothing is sent before the first query, or before somebody subscribes to a store. */
export function createClient({ print, ...options }: ClientOptions): OddsClient {
  const connection = new Connection(options);
  return {
    query: async (document, ...[variables, options]) =>
      unlessAborted(
        sendQuery(connection, paramsOf(document, variables, print), options),
        options?.signal,
      ),
    // The default documents select what the default types have.
    liveOdds: <Price extends { readonly key: string } = Odds>(
      filter: LiveFilter = {},
      document = LIVE_ODDS as LiveOddsDocument<Price>,
    ) => oddsStore(connection, filter, document, print),
    liveOpportunities: <Item extends { readonly id: string }>(
      filter: OpportunityFilter = {},
      document = LIVE_OPPORTUNITIES as LiveOpportunitiesDocument<Item>,
    ) => opportunityStore(connection, filter, document, print),
    subscribe: (document, variables, { onData, onState = () => {} }) => {
      const { after: first = null, ...others } = variables as { readonly after?: string | null };
      const params = (after: string | null) => paramsOf(document, { ...others, after }, print);
      const listeners = { onData: uncaught(onData), onState: uncaught(onState) };
      const { renewed } = connection;
      return follow(connection, { params, ...listeners }, { after: first, renewed });
    },
    credential: () => connection.credential(),
    reconnect: () => connection.reconnect(),
    close: () => connection.close(),
  };
}

/** Sends the hash of a text first (APQ), and the text only if the server does not know it. */
async function sendQuery<Data>(
  connection: Connection,
  params: Params,
  options: RequestOptions = {},
): Promise<Answer<Data>> {
  if (!('query' in params) || !globalThis.crypto?.subtle)
    return connection.request(params, options);
  const { query, ...others } = params;
  const persistedQuery = { version: 1, sha256Hash: await sha256(query) };
  const hashed = { ...others, extensions: { persistedQuery } };
  try {
    return await connection.request(hashed as unknown as Params, options);
  } catch (error) {
    const isUnknown = error instanceof GraphError && error.code === 'PERSISTED_QUERY_NOT_FOUND';
    if (!isUnknown) throw error;
    return connection.request({ ...hashed, query }, options);
  }
}
