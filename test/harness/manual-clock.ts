import type { Clock, Timer } from '../../src/scheduling/clock.ts';

interface Pending {
  due: number;
  /** Null for a timer that fires once. */
  readonly period: number | null;
  readonly callback: () => void;
}

/** A clock that only moves when a test advances it. Timers use its monotonic time. */
export class ManualClock implements Clock {
  #elapsed = 0;
  /** The wall-clock time at monotonic time 0. Setting the wall clock changes it. */
  #epoch: number;
  /** In the order in which they were set, in which timers due at the same time fire. */
  readonly #pending = new Set<Pending>();

  constructor(startedAt = Date.UTC(2026, 10, 21, 18)) {
    this.#epoch = startedAt;
  }

  now(): number {
    return this.#epoch + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): Timer {
    return this.#set({ due: this.#elapsed + ms, period: null, callback });
  }

  every(ms: number, callback: () => void): Timer {
    if (!(ms > 0)) throw new RangeError(`A repeating timer needs a positive period, got ${ms}.`);
    return this.#set({ due: this.#elapsed + ms, period: ms, callback });
  }

  /** The number of timers that have yet to fire. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /**
   * Moves time forward by `ms`. Timers fire in order of time, with the clock at the time they are
   * due. Repeating timers fire as often as they are due.
   */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#nextBy(end); next !== undefined; next = this.#nextBy(end)) {
      this.#elapsed = Math.max(this.#elapsed, next.due);
      this.#pending.delete(next);
      if (next.period !== null) {
        next.due += next.period;
        this.#pending.add(next);
      }
      next.callback();
    }
    this.#elapsed = end;
  }

  /** Lets time pass without firing timers, as in a blocked process. All timers fire `ms` later. */
  stall(ms: number): void {
    this.#elapsed += ms;
    for (const pending of this.#pending) pending.due += ms;
  }

  /** Sets the wall clock forward, or back for a negative `ms`. No time passes. */
  setWallBy(ms: number): void {
    this.#epoch += ms;
  }

  /** As `advance`, in steps of `stepMs` with promises and pending I/O handled in between. */
  async advanceInSteps(ms: number, stepMs: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.advance(Math.min(left, stepMs));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #set(pending: Pending): Timer {
    this.#pending.add(pending);
    return { cancel: () => void this.#pending.delete(pending) };
  }

  #nextBy(end: number): Pending | undefined {
    let next: Pending | undefined;
    for (const pending of this.#pending) {
      if (pending.due <= end && (next === undefined || pending.due < next.due)) next = pending;
    }
    return next;
  }
}
