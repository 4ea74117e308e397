import pRetry from 'p-retry';
import type { Credential } from '../../access/credential.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import type { Log } from '../../observability/log.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { FairGate, partOfFree, type Release } from '../../scheduling/fair-gate.ts';
import { Scheduler } from '../../scheduling/scheduler.ts';
import type { AccountStatuses } from '../accounts/account-statuses.ts';
import type { KeyStatuses } from '../accounts/key-statuses.ts';
import type { Call, Caller } from '../call.ts';
import { RefusedError, readingError, refusalError, timeoutError } from '../failure.ts';
import { isUpstreamDown, OutageLog } from '../outage-log.ts';
import { parseResponse } from '../parse-response.ts';
import { chargeRequest, UsageLimitError } from '../request-usage.ts';
import { UpstreamResponse } from '../response.ts';
import type { SharedReads } from '../shared/shared-reads.ts';
import {
  CONNECTIONS,
  type HttpResponse,
  isSuccess,
  UpstreamHttp,
  type UpstreamState,
} from './upstream-http.ts';

export interface RequestOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Receives a line when upstream starts to fail, with the reason, and one when it recovers. */
  readonly log?: Log;
  /** Schedules the parsing of large responses; one of its own by default. */
  readonly scheduler?: Scheduler;
  /** Traces requests; null if nothing is traced. */
  readonly tracing?: Tracing | null;
  /** How many times a failed read is retried. */
  readonly retries?: number;
  /** The wait before the first retry; it doubles, with jitter. */
  readonly backoffMs?: number;
}

/** The time until a call is answered: for all attempts, and the waits for a connection and between attempts. */
const DEADLINE_MS = 10_000;

const RETRIES = 2;
const BACKOFF_MS = 100;

/** Calls of all accounts in progress, including those that wait for a connection or a retry. */
const PENDING_MAX = 8_000;

/** What is known about keys and accounts: it can refuse a request, and learns from each response. */
interface Known {
  readonly keys: KeyStatuses;
  readonly accounts: AccountStatuses;
  readonly shared: SharedReads;
}

/**
 * Sends requests. Failed reads are retried within one deadline. Each account has a share of the connections, so
 * a slow one does not block the others. A key that upstream has just refused is not sent again.
 */
export class UpstreamRequests {
  readonly #clock: Clock;
  readonly #known: Known;
  readonly #scheduler: Scheduler;
  readonly #http: UpstreamHttp;
  readonly #outage: OutageLog;
  // See `partOfFree`: an account that is alone may hold a fifth of each.
  readonly #connections = new FairGate(CONNECTIONS, partOfFree(1 / 4));
  readonly #pending = new FairGate(PENDING_MAX, partOfFree(1 / 4));
  readonly #retries: number;
  readonly #backoffMs: number;

  constructor(options: RequestOptions, known: Known) {
    const { clock, scheduler, baseUrl, tracing = null, log } = options;
    this.#clock = clock;
    this.#known = known;
    this.#scheduler = scheduler ?? new Scheduler(clock);
    this.#http = new UpstreamHttp(baseUrl, clock, tracing);
    this.#outage = new OutageLog(log, 'requests', clock);
    this.#retries = options.retries ?? RETRIES;
    this.#backoffMs = options.backoffMs ?? BACKOFF_MS;
  }

  get state(): UpstreamState {
    return this.#http.state;
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  /** Sends a call, and a read again if upstream is unavailable or asks to wait. */
  async send(caller: Caller, call: Call): Promise<UpstreamResponse> {
    const account = this.#known.keys.accountOf(caller.credential);
    const release = this.#pending.take(account);
    if (release === null) {
      countRefusal('upstream_requests');
      const message = 'Too many upstream requests are in progress.';
      throw new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
    }
    metrics.upstream_requests_pending.inc();
    const deadline = new AbortController();
    const { signal } = deadline;
    const abort = () => deadline.abort(timeoutError(DEADLINE_MS));
    const timer = this.#clock.after(DEADLINE_MS, abort);
    const endsAt = this.#clock.monotonic() + DEADLINE_MS;
    let firstError: OddsgraphError | null = null;
    try {
      // Not undici's interceptor `retry`: each attempt is charged, waits for a connection, and may be refused here.
      const response = await pRetry(() => this.#attempt(caller, call, signal), {
        retries: call.freshForMs === null ? 0 : this.#retries,
        minTimeout: this.#backoffMs,
        randomize: true,
        signal,
        onFailedAttempt: ({ error }) => {
          if (error instanceof OddsgraphError) firstError ??= error;
        },
        shouldRetry: async ({ error }) => {
          if (!this.#isRetriable(error, endsAt)) return false;
          await this.#waitRetryAfter(error, signal);
          return true;
        },
      });
      // Not in an attempt: the deadline is for upstream, and not for our own parsing.
      const { text, expiresAt } = response;
      const value = await this.parse(text, caller, call).catch((error) => {
        throw readingError(error, { ...response, credential: caller.credential });
      });
      return new UpstreamResponse(text, value, expiresAt);
    } catch (thrown) {
      const isLimit = thrown instanceof UsageLimitError;
      // If this operation may not send a retry, upstream's own failure is what it and the log are told.
      const error = isLimit ? (firstError ?? thrown) : thrown;
      const { method, route } = call;
      this.#outage.requestFailed(this, error, { requestId: caller.requestId, method, route });
      // Still a `UsageLimitError`, so that others who wait for this response send the request themselves.
      throw isLimit ? new UsageLimitError(firstError ?? thrown) : thrown;
    } finally {
      timer.cancel();
      release();
      metrics.upstream_requests_pending.dec();
    }
  }

  /** Parses the text of a response, in turns with other work. Throws `UPSTREAM_INVALID_RESPONSE`. */
  parse(text: string, { credential, usage }: Caller, { read }: Call): Promise<object> {
    return parseResponse(text, read, () => this.#scheduler.turn(credential.hash, usage));
  }

  async #attempt(
    caller: Caller,
    call: Call,
    signal: AbortSignal,
  ): Promise<HttpResponse & { expiresAt: number }> {
    const { credential, usage } = caller;
    const { keys, accounts, shared } = this.#known;
    const account = keys.accountOf(credential);
    this.#assertNotRefused(credential);
    const release = await this.#waitForConnection(account, caller, signal);
    try {
      this.#assertNotRefused(credential); // The key may have been refused during the wait for a connection.
      chargeRequest(usage);
      const response = await this.#http.send(caller, call, signal);
      shared.reportStatus(credential, accounts.record(credential, response.header));
      // Recorded before the next request starts, which may use the same key.
      const refusal = isSuccess(response.status)
        ? null
        : this.#recordRefusal(credential, call, response);
      if (!isUpstreamDown(refusal)) this.#outage.succeeded(this);
      if (refusal !== null) throw refusal;
      keys.accept(credential);
      return { ...response, expiresAt: this.#clock.monotonic() + (call.freshForMs ?? 0) };
    } finally {
      release();
    }
  }

  /** Callers take turns, viewers as well as those with a key of their own, and so do the operations of each. */
  async #waitForConnection(
    account: string,
    { viewer, usage }: Caller,
    signal: AbortSignal,
  ): Promise<Release> {
    metrics.upstream_requests_waiting.inc();
    try {
      const waiter = { account, viewer, owner: usage, weight: 1 };
      return await this.#connections.wait(waiter, signal);
    } finally {
      metrics.upstream_requests_waiting.dec();
    }
  }

  /** Throws if upstream has just refused this key, or asked its account to wait. */
  #assertNotRefused(credential: Credential): void {
    this.#known.keys.assertNotRefused(credential);
    this.#known.accounts.assertNotRateLimited(credential);
  }

  #recordRefusal(
    credential: Credential,
    { mayBeNotFound }: Call,
    { status, header, text }: HttpResponse,
  ): RefusedError {
    const refusal = { status, header, body: text, credential, mayBeNotFound };
    const error = refusalError(refusal, this.#clock.now());
    this.#known.accounts.recordRefusal(credential, error);
    this.#known.shared.reportRefusal(credential, error);
    this.#known.keys.recordRefusal(credential, error);
    return error;
  }

  /** A wait for more than half of the time that is left would leave too little for the retry. */
  #isRetriable(error: Error, endsAt: number): boolean {
    if (!(error instanceof OddsgraphError)) return false;
    const waitMs = error instanceof RefusedError ? error.retryAfterMs : null;
    if (waitMs !== null && waitMs >= (endsAt - this.#clock.monotonic()) / 2) return false;
    return (
      error.code === 'UPSTREAM_UNAVAILABLE' || (error.code === 'RATE_LIMITED' && waitMs !== null)
    );
  }

  async #waitRetryAfter(error: Error, signal: AbortSignal): Promise<void> {
    const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : null;
    if (!retryAfterMs) return;
    await new Promise<void>((resolve, reject) => {
      const timer = this.#clock.after(retryAfterMs, resolve);
      signal.addEventListener('abort', () => {
        timer.cancel();
        reject(signal.reason);
      });
    });
  }
}
