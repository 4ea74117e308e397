import type { Params } from '../typed-document.ts';
import { browser, untilAborted } from './browser.ts';
import { GraphError, type ResponseError, type Result } from './graph-error.ts';
import { Inbox } from './inbox.ts';

/** What a tab can do without the others. */
interface OwnTab {
  /** Runs a subscription over this tab's own connection. Rejects with `GraphError`. */
  readonly run: (params: Params, signal: AbortSignal) => AsyncIterable<Result>;
  /**
   * Asks the server whether it accepts this tab's own credential: the claims that name the group prove nothing, since
   * anybody can write them. Resolves to the time until which the answer holds. Rejects with `GraphError`.
   */
  readonly admit: () => Promise<number>;
  /** Called when another tab has taken over the stream, since this one gave no answer. */
  readonly onStolen: () => void;
}

/** A message to all tabs. The one that holds the stream is the holder. */
type Call =
  /** Asks whether there is a holder, which answers `here`. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'here' }
  /** The sender is the holder from now on: the others open their subscriptions there. */
  | { readonly kind: 'holder' }
  | { readonly kind: 'open'; readonly from: string; readonly id: string; readonly params: Params }
  | { readonly kind: 'close'; readonly id: string };

/** What a tab is sent about its subscription: a result, or its end. */
interface Reply {
  readonly id: string;
  readonly result?: Result;
  readonly error?: ResponseError;
}

/** A holder that leaves this many questions in a row unanswered is frozen. One is asked every `ASK_MS`. */
const UNANSWERED_MAX = 4;
const ASK_MS = 1_000;

/** The tabs of a browser that share one event stream: one of them holds it; when it goes, another one takes over. */
export class TabGroup {
  readonly #name: string;
  readonly #own: OwnTab;
  readonly #id = crypto.randomUUID();
  readonly #calls: BroadcastChannel;
  readonly #replies: BroadcastChannel;
  readonly #left = new AbortController();
  /** Ends the wait for the holder's lock. */
  #waiting = new AbortController();
  /** Gives the holder's lock back; null unless this tab is the holder. */
  #release: (() => void) | null = null;
  /** Resolves when there is a holder, be it this tab or another one. */
  readonly #hasHolder = Promise.withResolvers<void>();
  /** The subscriptions of this tab that another one runs. */
  readonly #asked = new Map<string, Inbox>();
  /** The subscriptions of other tabs that this one runs. */
  readonly #served = new Map<string, AbortController>();
  /** Until when the server has accepted this tab's credential, in milliseconds since the Unix epoch. */
  #admittedUntil = 0;
  /** How many questions the holder has not answered. The first one is asked at once. */
  #unanswered = 1;
  readonly #asking: ReturnType<typeof setInterval>;

  /** Joins the tabs of a name. Throws if the browser doesn't let tabs speak with each other. */
  constructor(name: string, own: OwnTab) {
    this.#name = name;
    this.#own = own;
    this.#calls = new BroadcastChannel(name);
    this.#replies = new BroadcastChannel(`${name} ${this.#id}`);
    this.#calls.onmessage = ({ data }) => this.#onCall(data);
    this.#replies.onmessage = ({ data }) => this.#onReply(data);
    // The holder waits for this lock, which it gets when this tab is gone.
    void this.#lock(this.#id, { signal: this.#left.signal }, () => untilAborted(this.#left.signal));
    this.#becomeHolder();
    this.#call({ kind: 'ask' });
    this.#asking = setInterval(() => {
      this.#ask();
      void this.#stayAdmitted();
    }, ASK_MS);
  }

  async *iterate(params: Params, signal: AbortSignal): AsyncGenerator<Result, void> {
    const inbox = new Inbox();
    const aborted = Promise.withResolvers<void>();
    const end = () => {
      aborted.resolve();
      inbox.end();
    };
    const until = AbortSignal.any([signal, this.#left.signal]);
    until.addEventListener('abort', end);
    const id = crypto.randomUUID();
    try {
      await Promise.race([this.#hasHolder.promise, aborted.promise]);
      if (this.#release === null && !until.aborted) this.#admittedUntil = await this.#own.admit();
      if (until.aborted) return;
      if (this.#release !== null) return yield* this.#own.run(params, signal);
      this.#asked.set(id, inbox);
      // As JSON would send them: browsers cannot clone every value that JSON can write, such as one with methods.
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
    this.#waiting.abort();
    clearInterval(this.#asking);
    this.#resign();
    this.#calls.close();
    this.#replies.close();
  }

  /** Becomes the holder as soon as its lock is free, or at once by taking the lock from a tab that is frozen. */
  #becomeHolder(steal = false): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    void this.#lock('', steal ? { steal } : { signal }, () => this.#hold()).then((isRefused) => {
      if (!isRefused || signal.aborted) return; // An aborted wait for the lock is refused too.
      // The browser refuses to give any lock: each tab is its own holder.
      if (this.#release === null) return void this.#hold();
      // Another tab has stolen the lock that this one held.
      this.#resign();
      this.#own.onStolen();
      this.#becomeHolder();
    });
  }

  /** Takes over the stream. Resolves when this tab gives it up. */
  #hold(): Promise<void> {
    if (this.#left.signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    this.#unanswered = 0;
    this.#hasHolder.resolve();
    this.#reopen();
    this.#call({ kind: 'holder' });
    return promise;
  }

  #resign(): void {
    for (const stop of this.#served.values()) stop.abort();
    this.#release?.();
    this.#release = null;
  }

  /** Asks whether the holder is still there, if this tab needs it or has never heard of one; takes over if it is frozen. */
  #ask(): void {
    const needsHolder = this.#asked.size > 0 || this.#unanswered > 0;
    if (this.#release !== null || !needsHolder) return;
    this.#unanswered += 1;
    if (this.#unanswered > UNANSWERED_MAX) this.#becomeHolder(true);
    else this.#call({ kind: 'ask' });
  }

  /** Has the credential checked again when it is time, and ends what other tabs run for this one if it is refused. */
  async #stayAdmitted(): Promise<void> {
    if (this.#asked.size === 0 || Date.now() < this.#admittedUntil) return;
    this.#admittedUntil = Number.POSITIVE_INFINITY; // One check at a time.
    try {
      this.#admittedUntil = await this.#own.admit();
    } catch (error) {
      for (const inbox of this.#asked.values()) inbox.end(error as GraphError);
    }
  }

  #onCall(call: Call): void {
    if (call.kind === 'here' || call.kind === 'holder') {
      this.#unanswered = 0;
      this.#hasHolder.resolve();
      if (call.kind === 'holder') this.#reopen();
    } else if (call.kind === 'close') {
      this.#served.get(call.id)?.abort();
    } else if (this.#release !== null) {
      if (call.kind === 'ask') this.#call({ kind: 'here' });
      else void this.#serve(call);
    }
  }

  /** Ends the subscriptions that the former holder ran. Each ends regularly, so `keep-open.ts` opens it at the new one. */
  #reopen(): void {
    for (const inbox of this.#asked.values()) inbox.end();
  }

  #onReply({ id, result, error }: Reply): void {
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
    // A tab that has resigned says nothing more, even if its own credential was refused: the next holder goes on.
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
    if (!this.#left.signal.aborted) this.#calls.postMessage(call);
  }

  /** Resolves when the lock is given back, or to true when it was stolen, refused, or no longer waited for. */
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
