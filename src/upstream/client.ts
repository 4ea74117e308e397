import pRetry from 'p-retry';
import { errors, Pool } from 'undici';
import type { Clock } from '../clock.ts';
import { API_PREFIX } from '../contract/wire.ts';
import { OddsgraphError } from '../errors.ts';
import { countRefusal, upstreamPending, upstreamSeconds } from '../metrics.ts';
import { Scheduler } from '../scheduler.ts';
import type { Credential } from '../viewer.ts';
import { AccountNotes } from './account-notes.ts';
import { CacheScopes } from './cache-scopes.ts';
import {
  type HeaderReader,
  invalidResponse,
  parsed,
  RefusedError,
  refusalError,
  timedOut,
  unavailable,
} from './failure.ts';
import type { AccountFacts, Ledger } from './ledger.ts';
import { type Answer, SharedAnswers } from './shared-answers.ts';

export interface UpstreamOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Large answers are parsed in turn; a scheduler of its own where left out. */
  readonly scheduler?: Scheduler;
  /** The time for one call, all its tries included. */
  readonly deadlineMs?: number;
  /** How often a failed read is tried again. */
  readonly retries?: number;
  /** The wait before the first further try; it doubles, with jitter. */
  readonly backoffMs?: number;
}

/** On whose behalf a call is made: whose key goes along, and on which operation's account. */
export interface Caller {
  readonly credential: Credential;
  readonly ledger: Ledger;
}

/** One request of the contract. */
export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with its query string. */
  readonly path: string;
  readonly body?: unknown;
  /** Checks the body and gives it its type; throws on a wrong type. */
  readonly read: (body: unknown) => T & object;
  /** Milliseconds for which the answer may be used again by the same credential. */
  readonly freshForMs: number;
}

/** `failing`: the last request was not answered, or answered with a server's error. */
export type UpstreamState = 'untried' | 'answering' | 'failing';

const DEADLINE_MS = 10_000;
const RETRIES = 2;
const BACKOFF_MS = 100;
const CONNECTIONS = 64;
const PENDING_MAX = 2_000;
const BODY_BYTES_MAX = 64 * 2 ** 20;

/** Characters of an answer that is parsed in no time. */
const LARGE_ANSWER = 2 ** 20;

/**
 * The only way to the REST service. Equal reads of one credential share one request while it is
 * under way, and its answer while it is fresh; nothing is shared between credentials. Reads are
 * tried again where upstream fails or asks to wait, within one deadline.
 */
export class UpstreamClient {
  /** Where what is held for a credential is looked up; here and elsewhere in the process. */
  readonly scopes = new CacheScopes();
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #pool: Pool;
  readonly #deadlineMs: number;
  readonly #retries: number;
  readonly #backoffMs: number;
  readonly #baseAddress: string;
  readonly #basePath: string;
  readonly #answers: SharedAnswers;
  readonly #accounts: AccountNotes;
  #pending = 0;
  #state: UpstreamState = 'untried';

  constructor(options: UpstreamOptions) {
    this.#clock = options.clock;
    this.#scheduler = options.scheduler ?? new Scheduler(options.clock);
    this.#accounts = new AccountNotes(options.clock);
    this.#answers = new SharedAnswers(options.clock);
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#retries = options.retries ?? RETRIES;
    this.#backoffMs = options.backoffMs ?? BACKOFF_MS;
    const { origin, pathname } = options.baseUrl;
    this.#baseAddress = origin + pathname.replace(/\/$/, '');
    this.#basePath = pathname.replace(/\/$/, '') + API_PREFIX;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      headersTimeout: 0, // The deadline of the call covers both.
      bodyTimeout: 0,
      maxResponseSize: BODY_BYTES_MAX,
    });
  }

  /**
   * Answers a read: from memory, from an equal request under way, or from upstream.
   * Throws an `OddsgraphError` of the closed table.
   */
  async read<T>(caller: Caller, call: Call<T>): Promise<T> {
    const body = bodyOf(call);
    const scope = this.scopes.of(caller.credential);
    const key = `${scope} ${call.method} ${call.path} ${body ?? ''}`;
    const answer = await this.#answers.get(key, caller.ledger, call.freshForMs, () =>
      this.#fetch(caller, call, body, this.#retries),
    );
    caller.ledger.use(answer.expiresAt, answer.facts);
    if (answer.value.deref() === undefined) await this.#turnToParse(answer.text, caller);
    const held = answer.value.deref() as T | undefined; // The key holds all that T depends on.
    if (held !== undefined) return held;
    const value = call.read(parsed(answer.text));
    answer.value = new WeakRef(value);
    return value;
  }

  /**
   * Sends what changes something: once, since a try that failed may have done its work, and without
   * keeping the answer. Throws as `read` does.
   */
  async write<T>(caller: Caller, change: Omit<Call<T>, 'freshForMs'>): Promise<T> {
    const call = { ...change, freshForMs: 0 };
    const { text, expiresAt, facts } = await this.#fetch(caller, call, bodyOf(call), 0);
    caller.ledger.use(expiresAt, facts);
    return call.read(parsed(text));
  }

  /** The whole address of a path that an answer named: the service's own, for browsers. */
  addressOf(path: string): string {
    return this.#baseAddress + path;
  }

  /** What the last answers told of an account; nulls where there was none. */
  facts(credential: Credential): AccountFacts {
    return this.#accounts.of(credential);
  }

  /** Characters of the answers that are held. */
  get heldCharacters(): number {
    return this.#answers.size;
  }

  /** How the last request went. */
  get state(): UpstreamState {
    return this.#state;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #fetch(
    caller: Caller,
    call: Call<unknown>,
    body: string | null,
    retries: number,
  ): Promise<Answer> {
    if (this.#pending >= PENDING_MAX) {
      countRefusal('upstream_requests');
      throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'Too many upstream requests are under way.');
    }
    const deadline = new AbortController();
    const timer = this.#clock.after(this.#deadlineMs, () =>
      deadline.abort(timedOut(this.#deadlineMs)),
    );
    this.#pending += 1;
    upstreamPending.inc();
    try {
      return await pRetry(() => this.#try(caller, call, body, deadline.signal), {
        retries,
        minTimeout: this.#backoffMs,
        randomize: true,
        signal: deadline.signal,
        shouldRetry: ({ error }) => this.#isWorthAnotherTry(error),
        onFailedAttempt: ({ error, retriesLeft }) =>
          retriesLeft > 0 ? this.#waitAsAsked(error, deadline.signal) : undefined,
      });
    } finally {
      this.#pending -= 1;
      upstreamPending.dec();
      timer.cancel();
    }
  }

  async #try(
    caller: Caller,
    call: Call<unknown>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    this.#accounts.refuseWhileAskedToWait(caller.credential);
    caller.ledger.spend();
    const { status, header, text } = await this.#timed(() =>
      this.#send(caller.credential, call, body, signal),
    );
    const facts = this.#accounts.note(caller.credential, header);
    if (status < 200 || status > 299) {
      const error = refusalError({ status, header, body: text }, this.#clock.now());
      this.#accounts.noteRefusal(caller.credential, error);
      throw error;
    }
    await this.#turnToParse(text, caller);
    return {
      text,
      value: new WeakRef(call.read(parsed(text))),
      expiresAt: this.#clock.now() + call.freshForMs,
      facts,
    };
  }

  /** Answers that come in together are parsed one after the other, and others have their turn between. */
  async #turnToParse(text: string, { credential, ledger }: Caller): Promise<void> {
    if (text.length > LARGE_ANSWER) await this.#scheduler.turn(credential.hash, ledger);
  }

  async #timed<Answered extends { status: number }>(
    send: () => Promise<Answered>,
  ): Promise<Answered> {
    const begun = this.#clock.now();
    let status = 0;
    try {
      const answered = await send();
      status = answered.status;
      return answered;
    } finally {
      upstreamSeconds.observe({ status }, (this.#clock.now() - begun) / 1000);
    }
  }

  async #send(
    credential: Credential,
    call: Call<unknown>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<{ status: number; header: HeaderReader; text: string }> {
    try {
      const response = await this.#pool.request({
        method: call.method,
        path: this.#basePath + call.path,
        headers: {
          accept: 'application/json',
          'x-api-key': credential.reveal(),
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        body,
        signal,
      });
      const { headers, statusCode } = response;
      const text = await response.body.text();
      this.#state = statusCode < 500 ? 'answering' : 'failing';
      return {
        status: statusCode,
        header: (name) => {
          const value = headers[name];
          return (Array.isArray(value) ? value[0] : value) ?? null;
        },
        text,
      };
    } catch (error) {
      this.#state = 'failing';
      if (signal.aborted) throw signal.reason;
      if (error instanceof errors.ResponseExceededMaxSizeError) {
        throw invalidResponse('is too large');
      }
      throw unavailable();
    }
  }

  #isWorthAnotherTry(error: Error): boolean {
    if (!(error instanceof OddsgraphError)) return false;
    const waitMs = error instanceof RefusedError ? error.retryAfterMs : null;
    if (waitMs !== null && waitMs >= this.#deadlineMs / 2) return false;
    return (
      error.code === 'UPSTREAM_UNAVAILABLE' || (error.code === 'RATE_LIMITED' && waitMs !== null)
    );
  }

  async #waitAsAsked(error: Error, signal: AbortSignal): Promise<void> {
    if (!(error instanceof RefusedError) || !this.#isWorthAnotherTry(error)) return;
    const { retryAfterMs } = error;
    if (retryAfterMs === null || retryAfterMs === 0) return;
    await new Promise<void>((resolve, reject) => {
      const timer = this.#clock.after(retryAfterMs, resolve);
      signal.addEventListener('abort', () => {
        timer.cancel();
        reject(signal.reason);
      });
    });
  }
}

function bodyOf({ body }: Pick<Call<unknown>, 'body'>): string | null {
  return body === undefined ? null : JSON.stringify(body);
}
