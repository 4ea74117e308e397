import type { Clock } from '../clock.ts';
import type { Credential } from '../credential.ts';
import { OddsgraphError } from '../errors.ts';
import { FairQuota } from '../fair-quota.ts';
import type { Log } from '../log.ts';
import { countRefusal, upstreamPending, upstreamShared } from '../metrics.ts';
import { Scheduler } from '../scheduler.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';
import { AccountStatuses } from './accounts/account-statuses.ts';
import { CacheScopes } from './accounts/cache-scopes.ts';
import { KeyStatuses } from './accounts/key-statuses.ts';
import { bodyOf, type Call } from './call.ts';
import { parseJson, type RefusedError, refusalError } from './failure.ts';
import { ConnectionLimiter } from './http/connection-limiter.ts';
import { Retries, type RetryOptions } from './http/retries.ts';
import {
  CONNECTIONS,
  type HttpResponse,
  UpstreamHttp,
  type UpstreamState,
} from './http/upstream-http.ts';
import { OutageLog } from './outage.ts';
import { parseResponse } from './parsing/parse-response.ts';
import { chargeRequest, type Usage } from './request-usage.ts';
import type { SharedText } from './shared/look-up.ts';
import type { RedisCache } from './shared/redis/redis-cache.ts';
import { SharedReads } from './shared/shared-reads.ts';
import {
  newlyParsed,
  parsedValue,
  SharedResponses,
  type UpstreamResponse,
} from './shared-responses.ts';

export interface UpstreamOptions extends RetryOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Receives a line when upstream starts to fail, with the reason, and one when it recovers. */
  readonly log?: Log;
  /** Schedules the parsing of large responses; the client's own by default. */
  readonly scheduler?: Scheduler;
  /** Where replicas share what they read; null in a process on its own. */
  readonly sharedCache?: RedisCache | null;
  /** Traces requests; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

/** Who makes a call: the key to send, and what counts the upstream requests of its operation. */
export interface Caller {
  readonly credential: Credential;
  readonly usage: Usage;
  /** The id of the client's request that the call is for, for upstream's log; left out if there is none. */
  readonly requestId?: string;
  /** The tracing span of the operation, if it is traced. */
  readonly span?: Span | null;
}

/** Calls of all accounts in progress, including those that wait for a connection or a retry. */
const PENDING_MAX = 8_000;

/**
 * The only way to the REST service. Equal reads of one credential share a request in progress, and
 * its response while it is fresh; credentials never share anything. Failed reads are retried within
 * one deadline. Each account has a share of the connections, so a slow one does not block the others. A
 * key that upstream has just refused is not sent again.
 */
export class UpstreamClient {
  readonly clock: Clock;
  /** The names under which data of a credential is cached, here and elsewhere in the process. */
  readonly scopes = new CacheScopes();
  /** Which keys upstream has accepted and refused. */
  readonly keys: KeyStatuses;
  /** What upstream reports about accounts. */
  readonly accounts: AccountStatuses;
  /** What is shared with other replicas. */
  readonly shared: SharedReads;
  readonly #scheduler: Scheduler;
  readonly #http: UpstreamHttp;
  readonly #outage: OutageLog;
  readonly #connections = new ConnectionLimiter(CONNECTIONS);
  readonly #pending = new FairQuota(PENDING_MAX, 1 / 4); // An account may hold 1/4 of what is free.
  readonly #retries: Retries;
  readonly #baseAddress: string;
  readonly #responses: SharedResponses;

  constructor(options: UpstreamOptions) {
    this.clock = options.clock;
    this.#scheduler = options.scheduler ?? new Scheduler(options.clock);
    this.#http = new UpstreamHttp(options.baseUrl, options.clock, options.tracing ?? null);
    this.#outage = new OutageLog(options.log, 'requests', options.clock);
    this.keys = new KeyStatuses(options.clock);
    this.accounts = new AccountStatuses(options.clock);
    this.shared = new SharedReads(options.sharedCache ?? null, this.accounts, this.keys);
    this.scopes.onRevoke((hash) => {
      this.keys.forget(hash);
      this.shared.revoke(hash);
    });
    this.#responses = new SharedResponses(options.clock);
    this.#retries = new Retries(options.clock, options);
    const { origin, pathname } = options.baseUrl;
    this.#baseAddress = origin + pathname.replace(/\/$/, '');
  }

  /** Reads from the cache, from an equal request in progress, or from upstream. Throws `OddsgraphError`. */
  async read<T>(caller: Caller, call: Call<T>): Promise<T> {
    const body = bodyOf(call);
    const scope = this.scopes.of(caller.credential);
    const key = `${scope} ${call.method} ${call.path} ${body ?? ''}`;
    const response = await this.#responses.get(key, caller.usage, call.freshForMs, () =>
      this.#load(caller, call, body),
    );
    caller.usage.recordRead(response.expiresAt, response.accountStatus);
    const value = await parsedValue(response, () => this.#parse(response.text, caller, call));
    return value as T; // The cache key determines the type.
  }

  /**
   * Sends a request that changes data. It is sent once, because a failed attempt may have taken effect, and its
   * response is not cached. Throws as `read` does.
   */
  async write<T>(caller: Caller, change: Omit<Call<T>, 'freshForMs'>): Promise<T> {
    const call = { ...change, freshForMs: 0 };
    const scope = this.scopes.of(caller.credential);
    await this.shared.refreshAccount(caller.credential); // Another replica may have been asked to wait.
    try {
      const { text, expiresAt, accountStatus } = await this.#fetch(caller, call, bodyOf(call), 0);
      caller.usage.recordRead(expiresAt, accountStatus);
      return call.read(parseJson(text));
    } finally {
      this.#responses.endSharing(scope); // Reads that began before may not show the change.
    }
  }

  /** Turns a path from a response into an absolute URL that a browser can open. */
  addressOf(path: string): string {
    return this.#baseAddress + path;
  }

  /** Characters of all cached responses. */
  get heldCharacters(): number {
    return this.#responses.size;
  }

  /** The outcome of the last request. */
  get state(): UpstreamState {
    return this.#http.state;
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  /** Reads from another replica or from upstream. */
  async #load(caller: Caller, call: Call<unknown>, body: string | null): Promise<UpstreamResponse> {
    const { credential, usage } = caller;
    const load = () => this.#fetch(caller, call, body, this.#retries.retries);
    if (call.freshForMs === 0) {
      await this.shared.refreshAccount(credential);
      return load();
    }
    return this.shared.read(credential, `${call.method} ${call.path} ${body ?? ''}`, {
      load,
      decode: async ({ text, expiresAt }: SharedText): Promise<UpstreamResponse> => {
        const value = newlyParsed(text, await this.#parse(text, caller, call));
        usage.cached += 1;
        upstreamShared.inc({ from: 'replica' });
        const accountStatus = this.accounts.of(credential);
        return { text, value, parsing: null, expiresAt, accountStatus };
      },
    });
  }

  async #fetch(
    caller: Caller,
    call: Call<unknown>,
    body: string | null,
    retries: number,
  ): Promise<UpstreamResponse> {
    const account = this.keys.accountOf(caller.credential);
    if (!this.#pending.take(account)) {
      countRefusal('upstream_requests');
      throw new OddsgraphError(
        'UPSTREAM_UNAVAILABLE',
        'Too many upstream requests are in progress.',
      );
    }
    upstreamPending.inc();
    try {
      return await this.#retries.run(retries, (signal) =>
        this.#attempt(caller, call, body, signal),
      );
    } catch (error) {
      const { requestId } = caller;
      this.#outage.requestFailed(this, error, {
        requestId,
        method: call.method,
        route: call.route,
      });
      throw error;
    } finally {
      this.#pending.release(account);
      upstreamPending.dec();
    }
  }

  async #attempt(
    caller: Caller,
    call: Call<unknown>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const { credential, usage, span = null } = caller;
    this.#assertNotRefused(credential);
    const account = this.keys.accountOf(credential);
    const response = await this.#connections.run(account, signal, async () => {
      this.#assertNotRefused(credential); // The key may have been refused during the wait for a connection.
      chargeRequest(usage);
      const { method, route, path } = call;
      const sent = await this.#http.send({ ...caller, method, route, path, body, signal, span });
      if (sent.status < 500) this.#outage.succeeded(this);
      this.shared.reportStatus(credential, this.accounts.record(credential, sent.header));
      // Recorded before the next request starts, which may use the same key.
      if (sent.status < 200 || sent.status > 299) throw this.#recordRefusal(credential, sent);
      this.keys.accept(credential);
      return sent;
    });
    return {
      text: response.text,
      value: newlyParsed(response.text, await this.#parse(response.text, caller, call)),
      parsing: null,
      expiresAt: this.clock.monotonic() + call.freshForMs,
      accountStatus: this.accounts.of(credential),
    };
  }

  #parse<T>(text: string, { credential, usage }: Caller, { read }: Call<T>): Promise<T & object> {
    return parseResponse(text, read, () => this.#scheduler.turn(credential.hash, usage));
  }

  /** Throws if upstream has just refused this key, or asked its account to wait. */
  #assertNotRefused(credential: Credential): void {
    this.keys.assertNotRefused(credential);
    this.accounts.assertNotRateLimited(credential);
  }

  #recordRefusal(credential: Credential, { status, header, text }: HttpResponse): RefusedError {
    const error = refusalError({ status, header, body: text, credential }, this.clock.now());
    this.accounts.recordRefusal(credential, error);
    this.shared.reportRefusal(credential, error);
    this.keys.recordRefusal(credential, error);
    return error;
  }
}
