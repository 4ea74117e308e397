import { OddsgraphError } from '../errors/errors.ts';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../scheduling/clock.ts';
import { failureOf } from './failure.ts';

/**
 * An outage is over at the first success after this long without a failure: while upstream is in
 * trouble some requests succeed and others fail. Streams need no such delay: each is a source of its own.
 */
const RECOVERY_MS = { requests: 5_000, streams: 0 } as const;

/**
 * Logs when upstream begins to fail, each further reason for which it fails, and when it recovers: once each, however many
 * requests or streams are affected. If the last failing stream closes first, no recovery is logged. Why a connection
 * failed goes only to the log, not to the clients.
 */
export class OutageLog {
  readonly #log: Log | undefined;
  readonly #kind: keyof typeof RECOVERY_MS;
  readonly #clock: Clock;
  /** Sources that have failed and not succeeded since. */
  readonly #failing = new Set<object>();
  /** When the outage began, on the monotonic clock; null if there is none. */
  #since: number | null = null;
  /** Why it has failed since then, each reason once. */
  readonly #reasons = new Set<string>();
  #lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log | undefined, kind: keyof typeof RECOVERY_MS, clock: Clock) {
    this.#log = log?.child({ upstream: kind });
    this.#kind = kind;
    this.#clock = clock;
  }

  /** A request or stream has failed. `source` is the `UpstreamRequests` or the stream. */
  failed(source: object, error: OddsgraphError): void {
    this.#lastFailureAt = this.#clock.monotonic();
    this.#failing.add(source);
    if (this.#since === null) {
      this.#since = this.#lastFailureAt;
      this.#reasons.clear();
    }
    const failure = failureOf(error);
    const reason = `${failure.reason} ${failure.status}`;
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    this.#log?.warn(failure, `upstream ${this.#kind} are failing`);
  }

  /**
   * A request has failed. It is an outage only if upstream did not answer, or answered with a server error. An invalid
   * response is logged each time, by itself.
   */
  requestFailed(source: object, error: unknown, request: object): void {
    if (isUpstreamDown(error)) this.failed(source, error);
    else if (error instanceof OddsgraphError && error.code === 'UPSTREAM_INVALID_RESPONSE') {
      this.#log?.warn({ ...request, problem: error.message }, 'upstream sent an invalid response');
    }
  }

  /** A request or stream has succeeded. */
  succeeded(source: object): void {
    const now = this.#clock.monotonic();
    if (now - this.#lastFailureAt < RECOVERY_MS[this.#kind]) return;
    this.#failing.delete(source);
    if (this.#failing.size > 0 || this.#since === null) return;
    this.#log?.info({ forMs: now - this.#since }, `upstream ${this.#kind} have recovered`);
    this.#since = null;
  }

  /** A stream has ended permanently, which is not an outage. `outcome` completes "upstream streams …". */
  ended(source: object, outcome: string, fields: object): void {
    this.forget(source);
    this.#log?.warn(fields, `upstream ${this.#kind} ${outcome}`);
  }

  /** The source is closed and will not report anything more. */
  forget(source: object): void {
    this.#failing.delete(source);
    if (this.#failing.size === 0) this.#since = null;
  }
}

/** Whether an error means that upstream did not answer, or answered with a server error. */
export function isUpstreamDown(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  return error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT';
}
