import type { Clock } from '../clock.ts';
import { OddsgraphError } from '../errors.ts';
import type { Log } from '../log.ts';
import { failureOf } from './failure.ts';

/** Requests succeed and fail in turn while upstream is in trouble: it is over after this long without a failure. */
const STEADY_MS = { requests: 5_000, streams: 0 } as const;

/**
 * Logs when upstream begins to fail and why, and when it is back: once each, however many notice.
 * Clients are told neither the reason nor the address.
 */
export class Outage {
  readonly #log: Log | undefined;
  readonly #what: keyof typeof STEADY_MS;
  readonly #clock: Clock;
  /** Who has failed since it last succeeded. */
  readonly #failing = new Set<object>();
  #since: number | null = null;
  #lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log | undefined, what: keyof typeof STEADY_MS, clock: Clock) {
    this.#log = log?.child({ upstream: what });
    this.#what = what;
    this.#clock = clock;
  }

  /** A request or stream of `by` has failed. */
  failed(by: object, error: Error): void {
    this.#lastFailureAt = this.#clock.monotonic();
    this.#failing.add(by);
    if (this.#since !== null) return;
    this.#since = this.#lastFailureAt;
    this.#log?.warn(failureOf(error), `upstream ${this.#what} fail`);
  }

  /** A request or stream of `by` has succeeded. */
  succeeded(by: object): void {
    const now = this.#clock.monotonic();
    if (now - this.#lastFailureAt < STEADY_MS[this.#what]) return;
    this.#failing.delete(by);
    if (this.#failing.size > 0 || this.#since === null) return;
    this.#log?.info({ forMs: now - this.#since }, `upstream ${this.#what} succeed again`);
    this.#since = null;
  }

  /** Upstream has refused `by` for good, which is no outage. */
  refused(by: object, fields: object): void {
    this.forget(by);
    this.#log?.warn(fields, `upstream ${this.#what} refused`);
  }

  /** `by` is no more: it neither fails nor succeeds. */
  forget(by: object): void {
    this.#failing.delete(by);
    if (this.#failing.size === 0) this.#since = null;
  }
}

/** Whether an error says that upstream did not answer a request, or failed over it. */
export function isDown(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  return error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT';
}
