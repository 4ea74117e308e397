import pRetry from 'p-retry';
import type { Clock } from '../../clock.ts';
import { OddsgraphError } from '../../errors.ts';
import { RefusedError, timeoutError } from '../failure.ts';

export interface RetryOptions {
  /** The time for one call, including all attempts. */
  readonly deadlineMs?: number;
  /** How many times a failed read is retried. */
  readonly retries?: number;
  /** The wait before the first retry; it doubles, with jitter. */
  readonly backoffMs?: number;
}

const DEADLINE_MS = 10_000;
const RETRIES = 2;
const BACKOFF_MS = 100;

/** Repeats calls that fail because upstream is unavailable or asks to wait, within one deadline. */
export class Retries {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #backoffMs: number;
  /** How many times a failed read is retried. */
  readonly retries: number;

  constructor(clock: Clock, options: RetryOptions) {
    this.#clock = clock;
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#backoffMs = options.backoffMs ?? BACKOFF_MS;
    this.retries = options.retries ?? RETRIES;
  }

  /** Calls `attempt`, and up to `retries` times again. At the deadline its signal aborts with `UPSTREAM_TIMEOUT`. */
  async run<T>(retries: number, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const { signal } = deadline;
    const timer = this.#clock.after(this.#deadlineMs, () =>
      deadline.abort(timeoutError(this.#deadlineMs)),
    );
    try {
      return await pRetry(() => attempt(signal), {
        retries,
        minTimeout: this.#backoffMs,
        randomize: true,
        signal,
        shouldRetry: ({ error }) => this.#isRetriable(error),
        onFailedAttempt: ({ error, retriesLeft }) =>
          retriesLeft > 0 ? this.#waitRetryAfter(error, signal) : undefined,
      });
    } finally {
      timer.cancel();
    }
  }

  /** Waiting for more than half of the deadline would leave too little time for the retry. */
  #isRetriable(error: Error): boolean {
    if (!(error instanceof OddsgraphError)) return false;
    const waitMs = error instanceof RefusedError ? error.retryAfterMs : null;
    if (waitMs !== null && waitMs >= this.#deadlineMs / 2) return false;
    return (
      error.code === 'UPSTREAM_UNAVAILABLE' || (error.code === 'RATE_LIMITED' && waitMs !== null)
    );
  }

  async #waitRetryAfter(error: Error, signal: AbortSignal): Promise<void> {
    if (!(error instanceof RefusedError) || !this.#isRetriable(error)) return;
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
