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
  /** A heap with the next timer first. */
  readonly #heap: Pending[] = [];
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
    this.#push(pending);
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
    for (let next = this.#heap[0]; next !== undefined && next.due <= end; next = this.#heap[0]) {
      this.#pop();
      if (next.isCancelled) continue;
      this.#elapsed = next.due;
      next.callback();
      await settle();
    }
    this.#elapsed = end;
  }

  #push(pending: Pending): void {
    const heap = this.#heap;
    let at = heap.push(pending) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent] as Pending, pending)) break;
      heap[at] = heap[parent] as Pending;
      at = parent;
    }
    heap[at] = pending;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Pending;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Pending)) child += 1;
      if (isBefore(last, heap[child] as Pending)) break;
      heap[at] = heap[child] as Pending;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(one: Pending, other: Pending): boolean {
  return one.due < other.due || (one.due === other.due && one.rank < other.rank);
}

/** Resolves once every promise that can settle has. */
export function settle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
