import type { Logger } from 'pino';
import { OddsgraphError } from '../errors.ts';
import { failureOf } from './failure.ts';

/**
 * Logs when upstream begins to fail and why, and when it is back: once each, however many notice.
 * Clients are told neither the reason nor the address.
 */
export class Outage {
  readonly #log: Logger | undefined;
  readonly #what: 'requests' | 'streams';
  /** Who has failed since it last succeeded. */
  readonly #failing = new Set<object>();

  constructor(log: Logger | undefined, what: 'requests' | 'streams') {
    this.#log = log?.child({ upstream: what });
    this.#what = what;
  }

  /** A request or stream of `by` has failed. */
  failed(by: object, error: Error): void {
    if (this.#failing.size === 0) this.#log?.warn(failureOf(error), `upstream ${this.#what} fail`);
    this.#failing.add(by);
  }

  /** A request or stream of `by` has succeeded. */
  succeeded(by: object): void {
    if (this.#failing.delete(by) && this.#failing.size === 0) {
      this.#log?.info(`upstream ${this.#what} succeed again`);
    }
  }

  /** `by` is no more: it neither fails nor succeeds. */
  forget(by: object): void {
    this.#failing.delete(by);
  }
}

/** Whether an error says that upstream did not answer a request, or failed over it. */
export function isDown(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  return error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT';
}
