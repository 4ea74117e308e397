import type { Clock, Timer } from '../../clock.ts';

/** Counts who uses a stream: subscribers, and queries while they read. Tells when it can close. */
export class StreamUsage {
  readonly #clock: Clock;
  readonly #idleTimeoutMs: number;
  readonly #onUnused: () => void;
  #users = 0;
  /** Whether any user has ever read anything. */
  #hasBeenRead = false;
  #isStopped = false;
  #idleTimeout: Timer;

  /** `onUnused` is called when nobody has used the stream for `idleTimeoutMs`. */
  constructor(clock: Clock, idleTimeoutMs: number, onUnused: () => void) {
    this.#clock = clock;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#onUnused = onUnused;
    this.#idleTimeout = this.#startIdleTimeout();
  }

  get users(): number {
    return this.#users;
  }

  /** Adds a user, who leaves by calling the returned function with whether it has read anything. */
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

  /** The stream is closed: whoever leaves later changes nothing. */
  stop(): void {
    this.#isStopped = true;
    this.#idleTimeout.cancel();
  }

  #startIdleTimeout(): Timer {
    return this.#clock.after(this.#idleTimeoutMs, this.#onUnused);
  }
}
