import type { Clock, Timer } from '../../clock.ts';

/** Calls back after `ms` without a restart. */
export class IdleTimer {
  readonly #start: () => Timer;
  #timer: Timer;

  constructor(clock: Clock, ms: number, onIdle: () => void) {
    this.#start = () => clock.after(ms, onIdle);
    this.#timer = this.#start();
  }

  restart(): void {
    this.#timer.cancel();
    this.#timer = this.#start();
  }

  cancel(): void {
    this.#timer.cancel();
  }
}
