import type { Clock } from '../../clock.ts';

/** The age of the last frame (SSE event) of an upstream stream that this process consumes, heartbeats included. */
export class FrameAge {
  readonly #clock: Clock;
  #arrivedAt: number;

  /** Until the first frame, it is the time since now, when the stream is opened. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#arrivedAt = clock.monotonic();
  }

  get ms(): number {
    return this.#clock.monotonic() - this.#arrivedAt;
  }

  /** To be called for each frame. */
  recordFrame(): void {
    this.#arrivedAt = this.#clock.monotonic();
  }
}
