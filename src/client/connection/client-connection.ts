import type { Params } from '../typed-document.ts';
import { browser, isVisible } from './browser.ts';
import { expiryOf, groupName } from './caller-rights.ts';
import { ClientStream } from './client-stream.ts';
import { type Credential, Credentials } from './credentials.ts';
import {
  asGraphError,
  errorOf,
  GraphError,
  isVoid,
  type ResponseError,
  type Result,
  readJson,
  unreachable,
} from './graph-error.ts';
import { TabGroup } from './tabs.ts';
import { SILENCE_MS } from './watched-fetch.ts';

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

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A tab that has been hidden for this long gives up its place among the tabs, so that a visible one holds the stream. */
const HIDDEN_MS = 5_000;

/** The server is asked about a token again when that expires, but no more often than this: its clock may be behind. */
const ADMITTED_MIN_MS = 30_000;

/** The cheapest query that tells whether the server accepts a credential. */
const WHO_AM_I = { query: '{ viewer { tier } }', variables: {} };

/** Requests, and the one event stream that all subscriptions share, with those of other tabs if possible. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #credentials: Credentials;
  readonly #stream: ClientStream;
  readonly #closing = new AbortController();
  /** Aborts when the connection is closed for good. */
  readonly closed: AbortSignal = this.#closing.signal;
  #group: { readonly name: string | null; readonly tabs: TabGroup | null } | null = null;
  /** The credential that the server was last asked to accept for subscriptions: so if it refuses one, it refuses this. */
  lastSent: string | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#credentials = new Credentials(options.credential);
    this.#stream = new ClientStream({
      url: options.url,
      headers: async () => {
        this.lastSent = await this.credential();
        return authorization(this.lastSent);
      },
      onRefused: () => this.#release(), // The credential of another tab may still be accepted.
    });
    const signal = this.closed;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(hiding);
      if (!isVisible()) hiding = setTimeout(() => this.#release(), HIDDEN_MS);
    };
    browser.document?.addEventListener('visibilitychange', onVisibility, { signal });
    browser.document?.addEventListener('freeze', () => this.#release(), { signal });
    browser.addEventListener?.('pagehide', () => this.#release(), { signal });
    browser.addEventListener?.('offline', () => this.#stream.drop(), { signal });
  }

  /** Aborts when all subscriptions have to begin again. */
  get renewed(): AbortSignal {
    return this.#credentials.renewed;
  }

  /** The credential for a request; another one than the server has just refused, if there is one. */
  credential(refused: string | null = null): Promise<string | null> {
    return this.#credentials.current(refused);
  }

  /**
   * Sends a query, again if its credential is refused and there is another. Rejects with `GraphError` if it or all of its
   * root fields failed.
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
    { signal }: RequestOptions = {},
  ): Promise<Answer<Data>> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#options.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
          ...authorization(credential),
        },
        body: JSON.stringify(params),
        signal: signal ?? null,
      });
      text = await response.text();
    } catch (error) {
      throw await asGraphError(error);
    }
    const { data, errors = [], extensions = {} } = readJson(text) ?? {};
    const hasFailed = errors.length > 0 && isVoid(data);
    if (data == null || hasFailed) throw errorOf(response, text);
    return { data, errors, extensions };
  }

  /**
   * The results of a subscription, over the one stream that this page and other tabs with the same rights share. Rejects
   * with `GraphError`, which is not final if another credential than the refused one can be tried.
   */
  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const { renewed } = this;
    const name = await groupName(this.#options.url, await this.credential());
    // Meanwhile, the page may have been hidden, and then must not open a stream, or another user may have signed in.
    if (!isVisible() || signal.aborted || renewed.aborted) return;
    if (this.#group?.name !== name) this.#join(name);
    const source = this.#group?.tabs ?? this.#stream;
    try {
      yield* source.iterate(params, signal);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== 'UNAUTHENTICATED') throw error;
      const { message, ...extensions } = error;
      const refused = this.lastSent;
      if ((await this.credential(refused)) === refused) throw error;
      // With a time to wait, even none, it is not final.
      throw new GraphError({ message, extensions: { ...extensions, retryAfterSeconds: 0 } });
    }
  }

  #join(name: string | null): void {
    this.#release();
    this.#group = { name, tabs: null };
    if (name === null) return;
    try {
      const tabs = new TabGroup(name, {
        run: (params, signal) => this.#stream.iterate(params, signal),
        admit: () => this.#admit(name),
        onStolen: () => this.#stream.drop(),
      });
      this.#group = { name, tabs };
    } catch {
      // The browser does not let tabs speak with each other, so this one uses its own stream.
    }
  }

  /** What a group of tabs calls `admit`. API keys need no check by the server: all tabs of a group have the same one. */
  async #admit(name: string): Promise<number> {
    const credential = await this.credential();
    if ((await groupName(this.#options.url, credential)) !== name) {
      throw unreachable('The credential has changed.');
    }
    const expiry = expiryOf(credential);
    if (expiry === null) return Number.POSITIVE_INFINITY;
    const signal = AbortSignal.timeout(SILENCE_MS);
    await this.#send(WHO_AM_I, credential, { signal }).catch(async (error) => {
      const failure = await asGraphError(error);
      // A server that takes trusted documents alone refuses this query, but only after it has accepted the token.
      if (failure.code === 'FORBIDDEN') return;
      this.lastSent = credential; // Set here, as another subscription may have sent a newer one meanwhile.
      throw failure;
    });
    return Math.max(expiry, Date.now() + ADMITTED_MIN_MS);
  }

  /** Begins all subscriptions again, those that were refused too, with the credential as it is now. */
  reconnect(): void {
    this.#credentials.renew();
    this.#release();
  }

  /** Ends all subscriptions for good. */
  close(): void {
    this.#closing.abort();
    this.#release();
  }

  /** Closes the stream, and lets another tab hold one. */
  #release(): void {
    this.#stream.drop();
    this.#group?.tabs?.leave();
    this.#group = null;
  }
}

function authorization(credential: string | null): Record<string, string> {
  return credential == null ? {} : { authorization: `Bearer ${credential}` };
}
