import type { Clock, Timer } from '../../../src/scheduling/clock.ts';
import { repeat } from './world-clock.ts';

/**
 * The clock of one simulated process. Time goes on while the process is paused, and what was due
 * meanwhile happens when it wakes up. After a crash nothing happens any more.
 */
export class ProcessClock implements Clock {
  readonly #world: Clock;
  #wallOffset = 0;
  #isPaused = false;
  #isCrashed = false;
  #overdue: (() => void)[] = [];

  constructor(world: Clock) {
    this.#world = world;
  }

  get isRunning(): boolean {
    return !this.#isPaused && !this.#isCrashed;
  }

  now(): number {
    return this.#world.now() + this.#wallOffset;
  }

  monotonic(): number {
    return this.#world.monotonic();
  }

  after(ms: number, callback: () => void): Timer {
    let isCancelled = false;
    const timer = this.#world.after(ms, () => {
      this.#run(() => {
        if (!isCancelled) callback();
      });
    });
    return {
      cancel() {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  every(ms: number, callback: () => void): Timer {
    return repeat(this, ms, callback);
  }

  /** Someone sets the wall clock of this process's machine. */
  stepWall(ms: number): void {
    this.#wallOffset += ms;
  }

  pause(): void {
    this.#isPaused = true;
  }

  /** Does what is overdue, in an order of the caller's choice. */
  async wake(shuffled: <T>(items: T[]) => T[], settle: () => Promise<void>): Promise<void> {
    this.#isPaused = false;
    for (const callback of shuffled(this.#overdue.splice(0))) {
      if (this.#isCrashed) return;
      callback();
      await settle();
    }
  }

  crash(): void {
    this.#isCrashed = true;
    this.#overdue = [];
  }

  #run(callback: () => void): void {
    if (this.#isCrashed) return;
    if (this.#isPaused) this.#overdue.push(callback);
    else callback();
  }
}

/** A clock that a planted fault uses: durations are differences of the wall's time. */
export class WallClock implements Clock {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.now();
  }

  after(ms: number, callback: () => void): Timer {
    const due = this.#clock.now() + ms;
    let timer: Timer;
    const check = () => {
      const left = due - this.#clock.now();
      if (left <= 0) callback();
      else timer = this.#clock.after(left, check);
    };
    timer = this.#clock.after(ms, check);
    return { cancel: () => timer.cancel() };
  }

  every(ms: number, callback: () => void): Timer {
    return this.#clock.every(ms, callback);
  }
}
