import type { Answer, Connection, ConnectionOptions } from './connection/client-connection.ts';
import { GraphError, type ResponseError } from './connection/graph-error.ts';
import { follow, type LinkState } from './connection/keep-open.ts';
import { type GraphDocument, type Params, type Print, paramsOf } from './typed-document.ts';

export interface ClientOptions extends ConnectionOptions {
  /** `print` of the package `graphql`: writes documents that are sent as text but were given as parsed nodes. */
  readonly print?: Print;
}

export interface Subscriber<Data> {
  /** Called with each result, and the errors of fields that are therefore null in it. */
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  /** How the subscription is doing. After `refused` nothing follows until `reconnect` is called. */
  readonly onState?: (state: LinkState) => void;
}

interface QueryOptions {
  readonly signal?: AbortSignal;
}

/** What a query takes beside its document. Variables may be left out only if the document requires none. */
export type QueryArguments<Variables> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: QueryOptions]
    : [variables: Variables, options?: QueryOptions];

/** Queries and subscriptions of one Oddsgraph server, for one caller. */
export interface GraphClient {
  /**
   * Sends a query or mutation. Rejects with `GraphError` if it or all of its root fields failed; errors of single fields
   * are in the answer.
   */
  query<Data, Variables extends object = object>(
    document: GraphDocument<Data, Variables>,
    ...given: QueryArguments<Variables>
  ): Promise<Answer<Data>>;
  /**
   * Hands on the results of a subscription, over lost connections, until the returned function is called. It is resumed by
   * the variable `after`, if the document has one. An error that a callback throws is left uncaught, and the subscription
   * goes on. Where `liveOdds` or `liveOpportunities` suit, prefer their stores.
   */
  subscribe<Data extends object, Variables extends object = Record<string, never>>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    subscriber: Subscriber<Data>,
  ): () => void;
  /**
   * Begins all that is live again, with the credential as it is now. To be called when another user has signed in; a token
   * that is renewed needs no call.
   */
  reconnect(): void;
  /** Ends all that is live, for good. */
  close(): void;
}

/** Makes a client over a connection. */
export function graphClient(connection: Connection, print?: Print): GraphClient {
  return {
    query: (document, ...[variables, options]) =>
      sendQuery(
        connection,
        paramsOf(document as GraphDocument<unknown, unknown>, variables, print),
        options,
      ),
    subscribe: (document, variables, { onData, onState = () => {} }) => {
      const { after: first = null, ...others } = variables as { readonly after?: string | null };
      const params = (after: string | null) =>
        paramsOf(document as GraphDocument<unknown, unknown>, { ...others, after }, print);
      return follow(connection, { params, onData, onState }, { after: first });
    },
    reconnect: () => connection.reconnect(),
    close: () => connection.close(),
  };
}

/** Sends the hash of a text first (APQ), and the text only if the server does not know it. */
async function sendQuery<Data>(
  connection: Connection,
  params: Params,
  options: QueryOptions = {},
): Promise<Answer<Data>> {
  if (!('query' in params) || !globalThis.crypto?.subtle)
    return connection.request(params, options);
  const { query, ...others } = params;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(query));
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  const persistedQuery = { version: 1, sha256Hash: bytes.join('') };
  const hashed = { ...others, extensions: { persistedQuery } };
  try {
    // The text, which its type asks for, is sent only to a server that does not know the hash.
    return await connection.request(hashed as unknown as Params, options);
  } catch (error) {
    const isUnknown = error instanceof GraphError && error.code === 'PERSISTED_QUERY_NOT_FOUND';
    if (!isUnknown) throw error;
    return connection.request({ ...hashed, query }, options);
  }
}
