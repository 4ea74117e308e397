import type { Clock, Timer } from '../../scheduling/clock.ts';

/**
 * Counts the users of an upstream stream: its subscribers, and queries while they read its board. Calls back
 * when the stream may be closed.
 */
export class StreamUsage {
  readonly #clock: Clock;
  readonly #idleTimeoutMs: number;
  readonly #onUnused: () => void;
  #users = 0;
  /** Whether any user has ever read anything. */
  #hasBeenRead = false;
  #isStopped = false;
  #idleTimeout: Timer;

  /** `onUnused` is called when the stream has had no users for `idleTimeoutMs`. */
  constructor(clock: Clock, idleTimeoutMs: number, onUnused: () => void) {
    this.#clock = clock;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#onUnused = onUnused;
    this.#idleTimeout = this.#startIdleTimeout();
  }

  get users(): number {
    return this.#users;
  }

  /** Adds a user. The returned function removes it; its argument says whether the user has read anything. */
  join(): (hasRead: boolean) => void {
    this.#users += 1;
    this.#idleTimeout.cancel();
    return (hasRead) => {
      this.#users -= 1;
      this.#hasBeenRead ||= hasRead;
      if (this.#users > 0 || this.#isStopped) return;
      // Clients that leave before they have read anything must not keep upstream streams open.
      if (this.#hasBeenRead) this.#idleTimeout = this.#startIdleTimeout();
      else this.#onUnused();
    };
  }

  /** To be called when the stream is closed: `onUnused` is not called after this. */
  stop(): void {
    this.#isStopped = true;
    this.#idleTimeout.cancel();
  }

  #startIdleTimeout(): Timer {
    return this.#clock.after(this.#idleTimeoutMs, this.#onUnused);
  }
}
