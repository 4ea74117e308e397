import { type Client, createClient } from 'graphql-sse';
import type { Params } from '../typed-document.ts';
import { asGraphError, GraphError, type Result, unreachable } from './graph-error.ts';
import { Inbox } from './inbox.ts';
import { watchedFetch } from './watched-fetch.ts';

interface ClientStreamOptions {
  readonly url: string;
  /** The headers that show who asks. */
  readonly headers: () => Promise<Record<string, string>>;
  /** Called when the server refuses the credential in them. */
  readonly onRefused: () => void;
}

/** If more than `SLEPT_MS` pass between two checks, the computer has slept, and the connection is dead. */
const CHECK_MS = 5_000;
const SLEPT_MS = 20_000;
/** A stream that nobody uses stays open for this long: whoever changes a filter subscribes again at once. */
const UNUSED_MS = 1_000;

/** The one event stream of this page, which is open while any subscription runs over it. */
export class ClientStream {
  readonly #options: ClientStreamOptions;
  #client: Client<true> | null = null;
  /** Ends each subscription that runs. */
  readonly #running = new Set<() => void>();
  #checking: ReturnType<typeof setInterval> | undefined;

  constructor(options: ClientStreamOptions) {
    this.#options = options;
  }

  /** The results of a subscription. Rejects with `GraphError`. */
  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    if (signal.aborted) return;
    const inbox = new Inbox();
    const client = this.#open();
    // graphql-sse sends these parameters as they are, although its type requires the query's text.
    const giveUp = client.subscribe(params as { query: string }, {
      next: (result) => inbox.push(result as Result),
      error: (error) => inbox.end(error),
      complete: () => inbox.end(),
    });
    const end = () => {
      giveUp();
      inbox.end();
    };
    this.#running.add(end);
    signal.addEventListener('abort', end);
    try {
      for await (const { data, errors } of inbox.results()) {
        if (data == null && errors?.[0]?.extensions?.code === 'UNAUTHENTICATED') {
          throw new GraphError(errors[0]);
        }
        yield { data, errors };
      }
    } catch (error) {
      const failure = await asGraphError(error);
      if (failure.code === 'UNAUTHENTICATED') this.#options.onRefused();
      // The server does not know the stream, or a proxy has sent a request twice: another stream may do.
      const isConflict = (error as { response?: Response }).response?.status === 409;
      if (failure.code !== 'NOT_FOUND' && !isConflict) throw failure;
      if (this.#client === client) this.drop();
      throw unreachable(`The event stream cannot be used: ${failure.message}`);
    } finally {
      signal.removeEventListener('abort', end);
      end();
      this.#running.delete(end);
      const dropUnused = () => this.#running.size === 0 && this.drop();
      if (this.#running.size === 0) setTimeout(dropUnused, UNUSED_MS);
    }
  }

  /** Closes the stream: its subscriptions end without an error. The next subscription opens another one. */
  drop(): void {
    clearInterval(this.#checking);
    this.#client?.dispose();
    this.#client = null;
    for (const end of this.#running) end();
  }

  #open(): Client<true> {
    if (this.#client !== null) return this.#client;
    const { url, headers } = this.#options;
    let streamSignal: AbortSignal | null = null;
    const client = createClient({
      url: `${url}/stream`,
      singleConnection: true,
      // Only if it is not lazy, graphql-sse tells a failure of the stream, as below, from that of a subscription.
      lazy: false,
      onNonLazyError: () => {
        if (this.#client === client) this.#client = null;
      },
      retryAttempts: 0, // Each subscription reconnects by itself, from its cursor if it has one.
      headers,
      // A stream must not end, so its end is an error.
      fetchFn(input: string, init: RequestInit) {
        if (init.method === 'PUT') streamSignal = init.signal ?? null; // The signal of the whole stream: a PUT reserves it.
        // A POST starts an operation, and graphql-sse stops that at the server only once the POST has been answered. So
        // a POST that has been sent is not aborted with its operation, but only with the stream.
        const isSent = init.method === 'POST' && !init.signal?.aborted;
        return watchedFetch(input, isSent ? { ...init, signal: streamSignal } : init);
      },
    });
    this.#client = client;
    let checkedAt = Date.now();
    clearInterval(this.#checking);
    this.#checking = setInterval(() => {
      if (Date.now() - checkedAt > SLEPT_MS) this.drop();
      checkedAt = Date.now();
    }, CHECK_MS);
    return client;
  }
}
