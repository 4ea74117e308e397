import type { Params } from '../typed-document.ts';
import { browser } from './browser.ts';
import type { GraphError, ResponseError, Result } from './graph-error.ts';
import { Inbox } from './inbox.ts';

/** What the tab that holds the stream does for itself and for the others. */
interface Holding {
  /** Runs a subscription over this tab's own connection. Rejects with `GraphError`. */
  readonly run: (params: Params, signal: AbortSignal) => AsyncIterable<Result>;
  /** Another tab holds the stream now, since this one gave no answer. */
  readonly onStolen: () => void;
}

/** What all tabs hear. */
type Call =
  /** Is a tab there that holds the stream? */
  | { readonly kind: 'ask' }
  | { readonly kind: 'here' }
  /** This tab holds the stream from now on: open your subscriptions at it. */
  | { readonly kind: 'holder' }
  | { readonly kind: 'open'; readonly from: string; readonly id: string; readonly params: Params }
  | { readonly kind: 'close'; readonly id: string };

/** What a tab is sent about its subscription: a result, or its end. */
interface Reply {
  readonly id: string;
  readonly result?: Result;
  readonly error?: ResponseError;
}

/** A holder that lets this many questions pass without an answer is frozen. One is asked every `ASK_MS`. */
const UNANSWERED_MAX = 4;
const ASK_MS = 1_000;

/**
 * The name by which tabs with the same rights at the same server find each other; null where tabs cannot. Tokens of one
 * user differ only in their times.
 */
export async function groupName(url: string, credential: string | null): Promise<string | null> {
  if (!browser.document || !browser.navigator?.locks || !globalThis.crypto?.subtle) return null;
  const text = new TextEncoder().encode(`${url} ${rightsOf(credential ?? '')}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `oddsgraph ${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function rightsOf(credential: string): string {
  try {
    const [, payload = ''] = credential.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return JSON.stringify({ ...claims, iat: 0, exp: 0, nbf: 0, jti: 0 });
  } catch {
    return credential; // An API key.
  }
}

/** The tabs of a browser that share one event stream. */
export interface Tabs {
  iterate(params: Params, signal: AbortSignal): AsyncIterable<Result>;
  leave(): void;
}

/** Joins the tabs of a name. One of them holds the stream; when it goes, another one takes over. */
export function joinTabs(name: string, holding: Holding): Tabs {
  return new TabGroup(name, holding);
}

class TabGroup implements Tabs {
  readonly #name: string;
  readonly #holding: Holding;
  readonly #id = crypto.randomUUID();
  readonly #all: BroadcastChannel;
  readonly #replies: BroadcastChannel;
  readonly #left = new AbortController();
  /** Ends the wait for the lock. */
  #standing = new AbortController();
  /** Gives the lock back; null while another tab holds it. */
  #release: (() => void) | null = null;
  /** Resolves when it is known which tab holds the stream. */
  readonly #known = Promise.withResolvers<void>();
  /** The subscriptions of this tab that another one runs. */
  readonly #asked = new Map<string, Inbox>();
  /** The subscriptions of other tabs that this one runs. */
  readonly #served = new Map<string, AbortController>();
  #unanswered = 0;
  readonly #asking: ReturnType<typeof setInterval>;

  constructor(name: string, holding: Holding) {
    this.#name = name;
    this.#holding = holding;
    this.#all = new BroadcastChannel(name);
    this.#replies = new BroadcastChannel(`${name} ${this.#id}`);
    this.#all.onmessage = ({ data }) => this.#hear(data);
    this.#replies.onmessage = ({ data }) => this.#take(data);
    // By this lock the holder sees whether this tab is still there.
    void this.#lock(this.#id, { signal: this.#left.signal }, () => this.#untilLeft());
    this.#stand();
    this.#call({ kind: 'ask' });
    this.#unanswered = 1;
    this.#asking = setInterval(() => this.#ask(), ASK_MS);
  }

  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const inbox = new Inbox();
    const end = () => inbox.end();
    signal.addEventListener('abort', end);
    this.#left.signal.addEventListener('abort', end);
    const id = crypto.randomUUID();
    try {
      await Promise.race([this.#known.promise, inbox.ended]);
      if (this.#release !== null) return yield* this.#holding.run(params, signal);
      if (inbox.isEnded) return;
      this.#asked.set(id, inbox);
      this.#call({ kind: 'open', from: this.#id, id, params });
      yield* inbox.results();
    } finally {
      signal.removeEventListener('abort', end);
      this.#left.signal.removeEventListener('abort', end);
      if (this.#asked.delete(id)) this.#call({ kind: 'close', id });
    }
  }

  leave(): void {
    for (const id of this.#asked.keys()) this.#call({ kind: 'close', id });
    this.#left.abort();
    this.#standing.abort();
    clearInterval(this.#asking);
    this.#resign();
    this.#all.close();
    this.#replies.close();
  }

  /** Waits for the lock of the holder, or takes it from a tab that is frozen. */
  #stand(steal = false): void {
    this.#standing.abort();
    this.#standing = new AbortController();
    const { signal } = this.#standing;
    void this.#lock('', steal ? { steal } : { signal }, () => this.#hold()).then((isRefused) => {
      if (!isRefused || signal.aborted) return;
      if (this.#release === null) return void this.#hold(); // The browser gives no locks: each tab is alone.
      this.#resign();
      this.#holding.onStolen();
      if (!this.#left.signal.aborted) this.#stand();
    });
  }

  #hold(): Promise<void> {
    if (this.#left.signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    this.#unanswered = 0;
    this.#known.resolve();
    this.#reopen();
    this.#call({ kind: 'holder' });
    return promise;
  }

  #resign(): void {
    for (const stop of this.#served.values()) stop.abort();
    this.#release?.();
    this.#release = null;
  }

  #ask(): void {
    const isAlone = this.#asked.size === 0 && this.#unanswered === 0;
    if (this.#release !== null || isAlone) return;
    this.#unanswered += 1;
    if (this.#unanswered > UNANSWERED_MAX) this.#stand(true);
    else this.#call({ kind: 'ask' });
  }

  #hear(call: Call): void {
    if (call.kind === 'here' || call.kind === 'holder') {
      this.#unanswered = 0;
      this.#known.resolve();
      if (call.kind === 'holder') this.#reopen();
    } else if (call.kind === 'close') {
      this.#served.get(call.id)?.abort();
    } else if (this.#release !== null) {
      if (call.kind === 'ask') this.#call({ kind: 'here' });
      else void this.#serve(call);
    }
  }

  /** Ends the subscriptions at the former holder; they are opened again at the new one. */
  #reopen(): void {
    const extensions = { code: 'UNREACHABLE' };
    const error = { message: 'Another tab holds the stream now.', extensions };
    for (const inbox of this.#asked.values()) inbox.end(error);
  }

  #take({ id, result, error }: Reply): void {
    this.#unanswered = 0;
    const inbox = this.#asked.get(id);
    if (result === undefined) inbox?.end(error);
    else inbox?.push(result);
  }

  /** Runs a subscription of another tab for as long as that tab is there. */
  async #serve({ from, id, params }: Extract<Call, { kind: 'open' }>): Promise<void> {
    const stop = new AbortController();
    this.#served.set(id, stop);
    const replies = new BroadcastChannel(`${this.#name} ${from}`);
    const send = (reply: Omit<Reply, 'id'>) => replies.postMessage({ id, ...reply });
    void this.#lock(from, { signal: stop.signal }, async () => stop.abort());
    try {
      for await (const result of this.#holding.run(params, stop.signal)) send({ result });
      send({});
    } catch (error) {
      const { message, code, requiredTier, retryAfterSeconds } = error as GraphError;
      const isOwn = code === 'UNAUTHENTICATED'; // The other tab has a credential of its own.
      const extensions = { code: isOwn ? 'UNREACHABLE' : code, requiredTier, retryAfterSeconds };
      send({ error: { message, extensions } });
    } finally {
      this.#served.delete(id);
      stop.abort();
      replies.close();
    }
  }

  #untilLeft(): Promise<void> {
    return new Promise((resolve) => this.#left.signal.addEventListener('abort', () => resolve()));
  }

  #call(call: Call): void {
    if (!this.#left.signal.aborted) this.#all.postMessage(call);
  }

  /** Resolves when the lock is given back, and to true if it was taken away or refused. */
  async #lock(
    name: string,
    options: { steal?: boolean; signal?: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<boolean> {
    try {
      await browser.navigator?.locks?.request(`${this.#name} ${name}`, options, hold);
      return false;
    } catch {
      return true;
    }
  }
}
