import { type Client, createClient } from 'graphql-sse';
import type { Params } from '../typed-document.ts';
import { browser } from './browser.ts';
import { fetchUnended } from './fetch-unended.ts';
import {
  asGraphError,
  errorOf,
  GraphError,
  type ResponseError,
  type Result,
} from './graph-error.ts';
import { groupName, joinTabs, type Tabs } from './tabs.ts';

/**
 * An API key or token; a function that gives the current one, such as a token that is renewed. It is told which one the
 * server has just refused, if it did: another one is then tried.
 */
export type Credential =
  | string
  | null
  | ((refused: string | null) => string | null | Promise<string | null>);

export interface ConnectionOptions {
  /** The address of the graph, such as `https://odds.example.com/graphql`. */
  readonly url: string;
  readonly credential: Credential;
}

export interface Answer<Data> {
  readonly data: Data;
  /** Errors of single fields. The fields are null in `data`. */
  readonly errors: readonly ResponseError[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** A tab that has been hidden for this long gives up its place among the tabs, so that a visible one holds the stream. */
const HIDDEN_MS = 5_000;

/** If more than `SLEPT_MS` pass between two checks, the computer has slept, and the connection is dead. */
const CHECK_MS = 5_000;
const SLEPT_MS = 20_000;

/** Requests, and the one event stream that all subscriptions share, with those of other tabs if possible. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #closed = new AbortController();
  #client: Client<true> | null = null;
  #tabs: { readonly name: string | null; readonly tabs: Tabs | null } | null = null;
  /** The subscriptions that run over this tab's own connection. */
  #running = 0;
  #checking: ReturnType<typeof setInterval> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { signal } = this.#closed;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(hiding);
      if (browser.document?.visibilityState === 'hidden') {
        hiding = setTimeout(() => this.#release(), HIDDEN_MS);
      }
    };
    browser.document?.addEventListener('visibilitychange', onVisibility, { signal });
    browser.document?.addEventListener('freeze', () => this.#release(), { signal });
    browser.addEventListener?.('pagehide', () => this.#release(), { signal });
    browser.addEventListener?.('offline', () => this.reconnect(), { signal });
  }

  /** Aborts when the connection is closed for good. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  async credential(refused: string | null = null): Promise<string | null> {
    const { credential } = this.#options;
    if (typeof credential !== 'function') return credential;
    try {
      return await credential(refused);
    } catch (error) {
      const { message } = error as Error;
      throw new GraphError({ message, extensions: { code: 'UNREACHABLE' } });
    }
  }

  /**
   * Sends a query, again if its credential is refused and there is another. Rejects with `GraphError` if it or all of its
   * root fields failed, and as `fetch` does if aborted.
   */
  async request<Data>(
    params: Params & { readonly extensions?: object },
    options: RequestOptions = {},
  ): Promise<Answer<Data>> {
    const credential = await this.credential();
    try {
      return await this.#send(params, credential, options);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== 'UNAUTHENTICATED') throw error;
      const another = await this.credential(credential);
      if (another === credential) throw error;
      return this.#send(params, another, options);
    }
  }

  async #send<Data>(
    params: Params,
    credential: string | null,
    { signal }: RequestOptions,
  ): Promise<Answer<Data>> {
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...authorization(credential),
      },
      body: JSON.stringify(params),
      ...(signal && { signal }),
    }).catch(async (error) => {
      throw signal?.aborted ? error : await asGraphError(error);
    });
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('json') || response.status === 429) throw await errorOf(response);
    const { data, errors = [], extensions = {} } = await response.json();
    const isEmpty = data == null || Object.values(data).every((value) => value === null);
    if (isEmpty && errors.length > 0) throw new GraphError(errors[0]);
    return { data, errors, extensions };
  }

  /** The results of a subscription, over the stream of the tab that holds it. Rejects with `GraphError`. */
  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const name = await groupName(this.#options.url, await this.credential());
    if (signal.aborted) return;
    if (this.#tabs?.name !== name) this.#join(name);
    const tabs = this.#tabs?.tabs;
    yield* tabs ? tabs.iterate(params, signal) : this.#iterateHere(params, signal);
  }

  #join(name: string | null): void {
    this.#release();
    try {
      const run = (params: Params, signal: AbortSignal) => this.#iterateHere(params, signal);
      const tabs = name === null ? null : joinTabs(name, { run, onStolen: () => this.reconnect() });
      this.#tabs = { name, tabs };
    } catch {
      this.#tabs = { name, tabs: null }; // The browser lets tabs not speak with each other.
    }
  }

  /** Drops the connection. Its subscriptions open a new one at once if the page is visible. */
  reconnect(): void {
    clearInterval(this.#checking);
    this.#client?.dispose();
    this.#client = null;
  }

  /** Ends all subscriptions for good. */
  close(): void {
    this.#closed.abort();
    this.#release();
  }

  /** Closes the connection, and lets another tab hold the stream. */
  #release(): void {
    this.reconnect();
    this.#tabs?.tabs?.leave();
    this.#tabs = null;
  }

  async *#iterateHere(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const credential = await this.credential();
    if (signal.aborted) return;
    this.#running += 1;
    // graphql-sse sends these parameters as they are, although its type requires the query's text.
    const client = this.#open();
    const results = client.iterate(params as { query: string });
    const end = () => void results.return?.();
    signal.addEventListener('abort', end);
    try {
      for await (const result of results) {
        const { data, errors } = result as Result;
        if (data == null && errors?.[0]?.extensions?.code === 'UNAUTHENTICATED') {
          throw new GraphError(errors[0]);
        }
        yield { data, errors };
      }
    } catch (error) {
      // After such an error, graphql-sse would open another stream beside the one that it has, if that is still there.
      const isOfStream = !(error instanceof GraphError) && this.#client === client;
      if (isOfStream) this.reconnect();
      const failure = await asGraphError(error);
      if (failure.code !== 'UNAUTHENTICATED') throw failure;
      this.reconnect();
      if ((await this.credential(credential)) === credential) {
        this.#release(); // The credential of another tab may still be accepted.
        throw failure;
      }
      const extensions = { code: 'UNREACHABLE' };
      throw new GraphError({ message: 'The credential has been renewed.', extensions });
    } finally {
      signal.removeEventListener('abort', end);
      this.#running -= 1;
      if (this.#running === 0) this.reconnect(); // A client of graphql-sse remembers all that it ever ran.
    }
  }

  #open(): Client<true> {
    if (this.#client !== null) return this.#client;
    let checkedAt = Date.now();
    this.#checking = setInterval(() => {
      if (Date.now() - checkedAt > SLEPT_MS) this.reconnect();
      checkedAt = Date.now();
    }, CHECK_MS);
    this.#client = createClient({
      url: `${this.#options.url}/stream`,
      singleConnection: true,
      retryAttempts: 0, // Each subscription reconnects by itself, from its cursor if it has one.
      headers: async () => authorization(await this.credential()),
      fetchFn: fetchUnended, // A stream must not end, so its end is an error.
    });
    return this.#client;
  }
}

function authorization(credential: string | null): Record<string, string> {
  return credential === null ? {} : { authorization: `Bearer ${credential}` };
}
