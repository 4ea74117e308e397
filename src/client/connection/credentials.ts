import { wait } from './browser.ts';
import { expiryOf } from './caller-rights.ts';
import { unreachable } from './graph-error.ts';
import { SILENCE_MS } from './watched-fetch.ts';

/**
 * An API key or token; a function that gives the current one. A token is kept until it is about to expire, is refused, or
 * `reconnect` is called, so that all subscriptions have the same; for an API key the function is asked before each request,
 * once for those at the same time. It is told which one the server has just refused, if it did: another one is then tried.
 */
export type Credential =
  | string
  | null
  | ((refused: string | null) => string | null | Promise<string | null>);

/** A token that is good for no longer than this is taken for expired. */
const EXPIRES_MS = 10_000;

/** The credential of a connection, as all its requests and subscriptions show it. */
export class Credentials {
  readonly #credential: Credential;
  /** What the function gave last, or is about to give; null before it is first asked, and after `renew`. */
  #given: Promise<string | null> | null = null;
  #renewal = new AbortController();

  constructor(credential: Credential) {
    this.#credential = credential;
  }

  /** Aborts when another credential has to be asked for. */
  get renewed(): AbortSignal {
    return this.#renewal.signal;
  }

  /** The credential for a request; another one than the server has just refused, if there is one. */
  current(refused: string | null = null): Promise<string | null> {
    const { renewed } = this;
    return this.#shared(refused).catch((error) => {
      if (renewed.aborted) return this.current(); // That was asked for the former user.
      throw error;
    });
  }

  /** What the function gave last, if it is a token that is still good; otherwise what it gives now, once for all who wait. */
  async #shared(refused: string | null): Promise<string | null> {
    const credential = this.#credential;
    if (typeof credential !== 'function') return credential;
    const given = this.#given;
    const token = (await given?.catch(() => null)) ?? null;
    if (this.#given === given) {
      const expiry = expiryOf(token) ?? 0; // An API key has none, so the function is asked for it each time.
      if (token !== refused && expiry > Date.now() + EXPIRES_MS) return token;
    } else if (this.#given !== null) {
      // Another call has asked the function meanwhile. Its answer is as new as one to this call would be.
      const newer = await this.#given;
      return newer !== null && newer === refused ? this.#shared(refused) : newer;
    }
    this.#given = this.#inTime(async () => credential(refused));
    return this.#given;
  }

  /** What `give` resolves to. Rejects if that takes too long, or at once when `renew` is called. */
  async #inTime(give: () => Promise<string | null>): Promise<string | null> {
    const done = new AbortController();
    const late = wait(SILENCE_MS, AbortSignal.any([done.signal, this.renewed])).then(() => {
      throw new Error('The credential function gives no answer.');
    });
    try {
      return await Promise.race([late, give()]);
    } catch (error) {
      throw unreachable(Object(error).message ?? `The credential function gives ${error}.`, error);
    } finally {
      done.abort();
    }
  }

  /** Has the function asked anew, also for calls that are waiting for an answer. */
  renew(): void {
    const former = this.#renewal;
    this.#renewal = new AbortController();
    this.#given = null;
    former.abort();
  }
}
