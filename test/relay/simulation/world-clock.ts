import type { Clock, Timer } from '../../../src/scheduling/clock.ts';

interface Pending {
  readonly due: number;
  /** Decides between timers that are due at the same time. */
  readonly rank: number;
  readonly callback: () => void;
  isCancelled: boolean;
}

/** A timer that starts again whenever it has fired. */
export function repeat(clock: Pick<Clock, 'after'>, ms: number, callback: () => void): Timer {
  let timer: Timer;
  const start = () => {
    timer = clock.after(ms, () => {
      start();
      callback();
    });
  };
  start();
  return { cancel: () => timer.cancel() };
}

/** The time of a simulation: it goes on from event to event, and promises settle in between. */
export class WorldClock implements Clock {
  readonly #random: () => number;
  /** The next timer is the last: few are set at a time, and most of them for soon. */
  readonly #pending: Pending[] = [];
  #elapsed = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  now(): number {
    return Date.UTC(2026, 10, 21, 18) + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): Timer {
    const due = this.#elapsed + Math.max(0, ms);
    const pending = { due, rank: this.#random(), callback, isCancelled: false };
    const later = this.#pending.findLastIndex((one) => isBefore(pending, one));
    this.#pending.splice(later + 1, 0, pending);
    return {
      cancel: () => {
        pending.isCancelled = true;
      },
    };
  }

  every(ms: number, callback: () => void): Timer {
    return repeat(this, ms, callback);
  }

  /** Lets time pass. */
  async run(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    for (let next = this.#pending.at(-1); next && next.due <= end; next = this.#pending.at(-1)) {
      this.#pending.pop();
      if (next.isCancelled) continue;
      this.#elapsed = next.due;
      next.callback();
      await settle();
    }
    this.#elapsed = end;
  }
}

function isBefore(one: Pending, other: Pending): boolean {
  return one.due < other.due || (one.due === other.due && one.rank < other.rank);
}

/** Resolves once every promise that can settle has. */
export function settle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
