import type { Clock } from './clock.ts';

/** Adds up the time of what is measured. Time in which several things are measured counts once. */
export class Stopwatch {
  #running = 0;
  #since = 0;
  #ms = 0;

  begin(clock: Pick<Clock, 'monotonic'>): void {
    if (this.#running === 0) this.#since = clock.monotonic();
    this.#running += 1;
  }

  end(clock: Pick<Clock, 'monotonic'>): void {
    this.#running -= 1;
    if (this.#running === 0) this.#ms += clock.monotonic() - this.#since;
  }

  /** Milliseconds so far. */
  ms(clock: Pick<Clock, 'monotonic'>): number {
    return this.#ms + (this.#running === 0 ? 0 : clock.monotonic() - this.#since);
  }
}
