import pRetry from 'p-retry';
import type { Clock } from '../clock.ts';
import type { Credential } from '../credential.ts';
import { OddsgraphError } from '../errors.ts';
import type { Log } from '../log.ts';
import { countRefusal, upstreamPending } from '../metrics.ts';
import { Scheduler } from '../scheduler.ts';
import { AccountStatuses } from './accounts/account-status.ts';
import { CacheScopes } from './accounts/cache-scopes.ts';
import { KeyStanding } from './accounts/key-standing.ts';
import { ConnectionTurns } from './connection-turns.ts';
import { parsed, RefusedError, refusalError, timedOut } from './failure.ts';
import { isDown, Outage } from './outage.ts';
import type { AccountStatus, Usage } from './request-usage.ts';
import { type Answer, SharedResponses } from './shared-responses.ts';
import { Shares } from './shares.ts';
import { CONNECTIONS, type HttpAnswer, UpstreamHttp, type UpstreamState } from './upstream-http.ts';

export interface UpstreamOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Where it is said that upstream fails, and why; nowhere if left out. */
  readonly log?: Log;
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
  readonly usage: Usage;
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

const DEADLINE_MS = 10_000;
const RETRIES = 2;
const BACKOFF_MS = 100;

/** Calls of all accounts that may be under way, waits for a connection or for a further try included. */
const PENDING_MAX = 8_000;

/** Characters of an answer that is parsed in no time. */
const LARGE_ANSWER = 2 ** 20;

/**
 * The only way to the REST service. Equal reads of one credential share one request while it is
 * under way, and its answer while it is fresh; nothing is shared between credentials. Reads are
 * tried again where upstream fails or asks to wait, within one deadline. An account has its share of
 * the connections, so that one whose requests are slow takes no other along; a key that upstream has
 * just refused is not sent again.
 */
export class UpstreamClient {
  /** Where what is held for a credential is looked up; here and elsewhere in the process. */
  readonly scopes = new CacheScopes();
  /** What upstream has said of keys. */
  readonly keys: KeyStanding;
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #http: UpstreamHttp;
  readonly #outage: Outage;
  readonly #turns = new ConnectionTurns(CONNECTIONS);
  readonly #pending = new Shares(PENDING_MAX);
  readonly #deadlineMs: number;
  readonly #retries: number;
  readonly #backoffMs: number;
  readonly #baseAddress: string;
  readonly #answers: SharedResponses;
  readonly #accounts: AccountStatuses;

  constructor(options: UpstreamOptions) {
    this.#clock = options.clock;
    this.#scheduler = options.scheduler ?? new Scheduler(options.clock);
    this.#http = new UpstreamHttp(options.baseUrl, options.clock);
    this.#outage = new Outage(options.log, 'requests', options.clock);
    this.keys = new KeyStanding(options.clock);
    this.scopes.onRevoke((hash) => this.keys.forget(hash));
    this.#accounts = new AccountStatuses(options.clock);
    this.#answers = new SharedResponses(options.clock);
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#retries = options.retries ?? RETRIES;
    this.#backoffMs = options.backoffMs ?? BACKOFF_MS;
    const { origin, pathname } = options.baseUrl;
    this.#baseAddress = origin + pathname.replace(/\/$/, '');
  }

  /**
   * Answers a read: from memory, from an equal request under way, or from upstream.
   * Throws an `OddsgraphError` of the closed table.
   */
  async read<T>(caller: Caller, call: Call<T>): Promise<T> {
    const body = bodyOf(call);
    const scope = this.scopes.of(caller.credential);
    const key = `${scope} ${call.method} ${call.path} ${body ?? ''}`;
    const answer = await this.#answers.get(key, caller.usage, call.freshForMs, () =>
      this.#fetch(caller, call, body, this.#retries),
    );
    caller.usage.use(answer.expiresAt, answer.accountStatus);
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
    const { text, expiresAt, accountStatus } = await this.#fetch(caller, call, bodyOf(call), 0);
    caller.usage.use(expiresAt, accountStatus);
    return call.read(parsed(text));
  }

  /** The whole address of a path that an answer named: the service's own, for browsers. */
  addressOf(path: string): string {
    return this.#baseAddress + path;
  }

  /** What the last answers told of an account; nulls where there was none. */
  accountStatus(credential: Credential): AccountStatus {
    return this.#accounts.of(credential);
  }

  /** Characters of the answers that are held. */
  get heldCharacters(): number {
    return this.#answers.size;
  }

  /** How the last request went. */
  get state(): UpstreamState {
    return this.#http.state;
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async #fetch(
    caller: Caller,
    call: Call<unknown>,
    body: string | null,
    retries: number,
  ): Promise<Answer> {
    const account = this.keys.accountOf(caller.credential);
    if (!this.#pending.take(account)) {
      countRefusal('upstream_requests');
      throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'Too many upstream requests are under way.');
    }
    const deadline = new AbortController();
    const timer = this.#clock.after(this.#deadlineMs, () =>
      deadline.abort(timedOut(this.#deadlineMs)),
    );
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
    } catch (error) {
      if (isDown(error)) this.#outage.failed(this, error);
      throw error;
    } finally {
      this.#pending.release(account);
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
    const { credential, usage } = caller;
    this.#demandWelcome(credential);
    const answer = await this.#turns.use(this.keys.accountOf(credential), signal, async () => {
      this.#demandWelcome(credential); // It may have been refused while it waited.
      usage.spend();
      const { method, path } = call;
      const sent = await this.#http.send({ credential, method, path, body, signal });
      if (sent.status < 500) this.#outage.succeeded(this);
      this.#accounts.note(credential, sent.header);
      // Noted before the next one has its turn, who may be of the same key.
      if (sent.status < 200 || sent.status > 299) throw this.#refusal(credential, sent);
      this.keys.accept(credential);
      return sent;
    });
    await this.#turnToParse(answer.text, caller);
    return {
      text: answer.text,
      value: new WeakRef(call.read(parsed(answer.text))),
      expiresAt: this.#clock.monotonic() + call.freshForMs,
      accountStatus: this.#accounts.of(credential),
    };
  }

  /** Answers that come in together are parsed one after the other, and others have their turn between. */
  async #turnToParse(text: string, { credential, usage }: Caller): Promise<void> {
    if (text.length > LARGE_ANSWER) await this.#scheduler.turn(credential.hash, usage);
  }

  /** Throws where upstream has said of late that it will not answer this key. */
  #demandWelcome(credential: Credential): void {
    this.keys.demandNotRefused(credential);
    this.#accounts.refuseWhileAskedToWait(credential);
  }

  #refusal(credential: Credential, { status, header, text }: HttpAnswer): RefusedError {
    const error = refusalError({ status, header, body: text }, this.#clock.now());
    this.#accounts.noteRefusal(credential, error);
    this.keys.noteRefusal(credential, error);
    return error;
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
