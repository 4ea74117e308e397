import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** `failing`: the last request was not answered, or answered with a server's error. */
export type UpstreamState = 'untried' | 'answering' | 'failing';

/** Upstream is said to be back once this long has passed without a failure. */
export const STEADY_MS = 5_000;

/** How upstream answers, and a log line when that changes: once a change, however many requests. */
export class UpstreamHealth {
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  #state: UpstreamState = 'untried';
  #failingSince: number | null = null;
  #lastFailureAt = 0;

  constructor(clock: Clock, log: Log | undefined) {
    this.#clock = clock;
    this.#log = log;
  }

  /** How the last request went. */
  get state(): UpstreamState {
    return this.#state;
  }

  answered(): void {
    this.#state = 'answering';
    const now = this.#clock.now();
    if (this.#failingSince === null || now - this.#lastFailureAt < STEADY_MS) return;
    this.#log?.info({ forMs: now - this.#failingSince }, 'upstream answers again');
    this.#failingSince = null;
  }

  /** `reason` is a status or the code of an error. */
  failed(reason: string): void {
    this.#state = 'failing';
    this.#lastFailureAt = this.#clock.now();
    if (this.#failingSince !== null) return;
    this.#failingSince = this.#lastFailureAt;
    this.#log?.warn({ reason }, 'upstream is failing');
  }
}
