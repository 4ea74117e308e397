import type { Params } from '../typed-document.ts';
import { browser, untilAborted } from './browser.ts';
import { GraphError, type ResponseError, type Result } from './graph-error.ts';
import { Inbox } from './inbox.ts';

/** What a tab does by itself. */
interface Own {
  /** Runs a subscription over this tab's own connection. Rejects with `GraphError`. */
  readonly run: (params: Params, signal: AbortSignal) => AsyncIterable<Result>;
  /**
   * Asks the server whether it accepts this tab's own credential: anybody can write the claims that name the group, so to
   * know the name is no right to hear it. Resolves to the time until which the answer holds. Rejects with `GraphError`.
   */
  readonly admit: () => Promise<number>;
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

/** The tabs of a browser that share one event stream: one of them holds it; when it goes, another one takes over. */
export class TabGroup {
  readonly #name: string;
  readonly #own: Own;
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
  /** Until when this tab may hear the others. */
  #admittedUntil = 0;
  #unanswered = 1;
  readonly #asking: ReturnType<typeof setInterval>;

  /** Joins the tabs of a name. Throws if the browser doesn't let tabs speak with each other. */
  constructor(name: string, own: Own) {
    this.#name = name;
    this.#own = own;
    this.#all = new BroadcastChannel(name);
    this.#replies = new BroadcastChannel(`${name} ${this.#id}`);
    this.#all.onmessage = ({ data }) => this.#hear(data);
    this.#replies.onmessage = ({ data }) => this.#take(data);
    // By this lock the holder sees whether this tab is still there.
    void this.#lock(this.#id, { signal: this.#left.signal }, () => untilAborted(this.#left.signal));
    this.#stand();
    this.#call({ kind: 'ask' });
    this.#asking = setInterval(() => {
      this.#ask();
      void this.#stayAdmitted();
    }, ASK_MS);
  }

  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const inbox = new Inbox();
    const end = () => inbox.end();
    const until = AbortSignal.any([signal, this.#left.signal]);
    until.addEventListener('abort', end);
    const id = crypto.randomUUID();
    try {
      await Promise.race([this.#known.promise, inbox.ended]);
      if (this.#release === null && !inbox.isEnded) this.#admittedUntil = await this.#own.admit();
      if (inbox.isEnded) return;
      if (this.#release !== null) return yield* this.#own.run(params, signal);
      this.#asked.set(id, inbox);
      // As it is sent: browsers cannot clone all that JSON takes.
      const sent = JSON.parse(JSON.stringify(params));
      this.#call({ kind: 'open', from: this.#id, id, params: sent });
      yield* inbox.results();
    } finally {
      until.removeEventListener('abort', end);
      if (this.#asked.delete(id)) this.#call({ kind: 'close', id });
    }
  }

  leave(): void {
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
      if (!isRefused || signal.aborted) return; // An aborted wait for the lock is refused too.
      // A lock that was stolen has been held, so its `#release` is there. Otherwise the browser gives none: each tab is alone.
      if (this.#release === null) return void this.#hold();
      this.#resign();
      this.#own.onStolen();
      this.#stand();
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

  /** Hears the others no longer once the server does not accept this tab's own credential any more. */
  async #stayAdmitted(): Promise<void> {
    if (this.#asked.size === 0 || Date.now() < this.#admittedUntil) return;
    this.#admittedUntil = Number.POSITIVE_INFINITY;
    try {
      this.#admittedUntil = await this.#own.admit();
    } catch (error) {
      for (const inbox of this.#asked.values()) inbox.end(error as GraphError);
    }
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
    for (const inbox of this.#asked.values()) inbox.end();
  }

  #take({ id, result, error }: Reply): void {
    this.#unanswered = 0;
    const inbox = this.#asked.get(id);
    if (result === undefined) inbox?.end(error && new GraphError(error));
    else inbox?.push(result);
  }

  /** Runs a subscription of another tab for as long as that tab is there. */
  async #serve({ from, id, params }: Extract<Call, { kind: 'open' }>): Promise<void> {
    const stop = new AbortController();
    this.#served.set(id, stop);
    const replies = new BroadcastChannel(`${this.#name} ${from}`);
    // A tab that gives the stream up, as with a credential that is refused, says nothing more: the next holder does.
    const send = (reply: Omit<Reply, 'id'>) => {
      if (this.#release !== null) replies.postMessage({ id, ...reply });
    };
    void this.#lock(from, { signal: stop.signal }, async () => stop.abort());
    try {
      for await (const result of this.#own.run(params, stop.signal)) send({ result });
      send({});
    } catch (error) {
      const { message, ...extensions } = error as GraphError;
      send({ error: { message, extensions } });
    } finally {
      this.#served.delete(id);
      stop.abort();
      replies.close();
    }
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
